#include "backends/native/erase_newtypes.hpp"

#include <algorithm>
#include <vector>

#include "ir/traverse.hpp"
#include "simplify/put_in_place.hpp"
#include "simplify/reachable.hpp"
#include "simplify/simplify.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::CtorId;
using ir::Type;
using ir::TypeId;

// What stands for each type once newtypes are gone.
class Erasure {
 public:
  explicit Erasure(ir::Program& program)
      : program_(program), hosts_(program.types.size()), isErased_(program.types.size()) {
    for (const ir::FunId root : program.roots) {
      const ir::Function& function = program.function(root);
      for (const TypeId type : function.resultTypes) keepForHosts(type);
      for (const ir::VarId parameter : function.parameters) {
        keepForHosts(function.variables[parameter.value].type);
      }
    }
  }

  // Whether there are any; then the types are changed.
  bool run() {
    for (std::uint32_t i = 0; i < program_.types.size(); ++i) {
      isErased_[i] = !hosts_[i] && program_.types[i].isNewtype && !holdsItself(TypeId{i});
    }
    if (std::ranges::find(isErased_, true) == isErased_.end()) return false;
    for (std::uint32_t i = 0; i < program_.types.size(); ++i) {
      if (isErased_[i]) continue;
      for (TypeId& argument : program_.types[i].arguments) argument = (*this)(argument);
      for (const CtorId ctor : program_.types[i].constructors) {
        for (ir::Field& field : program_.constructors[ctor.value].fields) {
          field.type = (*this)(field.type);
        }
      }
    }
    return true;
  }

  [[nodiscard]] TypeId operator()(TypeId type) const {
    while (isErased_[type.value]) type = inside(type);
    return type;
  }
  [[nodiscard]] bool isErased(CtorId ctor) const {
    return isErased_[program_.constructor(ctor).type.value];
  }

 private:
  void keepForHosts(TypeId id) {
    if (hosts_[id.value]) return;
    hosts_[id.value] = true;
    const Type& type = program_.type(id);
    for (const TypeId argument : type.arguments) keepForHosts(argument);
    for (const CtorId ctor : type.constructors) {
      for (const ir::Field& field : program_.constructor(ctor).fields) keepForHosts(field.type);
    }
  }

  [[nodiscard]] TypeId inside(TypeId newtype) const {
    return program_.constructor(program_.type(newtype).constructors[0]).fields[0].type;
  }

  // Whether the type that is to stand for it would be an argument of itself.
  [[nodiscard]] bool holdsItself(TypeId newtype) const {
    std::vector<bool> seen(program_.types.size());
    std::vector<TypeId> waiting = {inside(newtype)};
    while (!waiting.empty()) {
      const TypeId id = waiting.back();
      waiting.pop_back();
      if (id == newtype) return true;
      if (seen[id.value]) continue;
      seen[id.value] = true;
      const Type& type = program_.type(id);
      waiting.insert(waiting.end(), type.arguments.begin(), type.arguments.end());
      if (type.isNewtype) waiting.push_back(inside(id));
    }
    return false;
  }

  ir::Program& program_;
  std::vector<bool> hosts_;
  std::vector<bool> isErased_;
};

// The function over the types that are left.
class Rewriter {
 public:
  explicit Rewriter(const Erasure& erasure) : erasure_(erasure) {}

  void run(ir::Function& function) const {
    for (TypeId& type : function.resultTypes) type = erasure_(type);
    for (ir::Variable& variable : function.variables) variable.type = erasure_(variable.type);
    visit(function.body);
  }

 private:
  void visit(Block& block) const {
    for (Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](Block& inner) { visit(inner); });
      if (const auto* made = std::get_if<ir::Construct>(&binding.operation)) {
        if (erasure_.isErased(made->ctor)) binding.operation = ir::Copy{made->fields};
      } else if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
        if (erasure_.isErased(unpack->ctor)) binding.operation = ir::Copy{{unpack->scrutinee}};
      }
    }
  }

  const Erasure& erasure_;
};

// Functions that result in parameters, or constants, are put where they are called. Whether there
// were any calls.
bool putResultsInPlace(ir::Program& program) {
  std::vector<bool> gives;
  for (const ir::Function& function : program.functions) {
    gives.push_back(function.body.bindings.empty() && !function.library);
  }
  const std::vector<bool> called = simplify::putInPlace(program, gives, ir::Semantics::Strict);
  return std::ranges::find(called, true) != called.end();
}

}  // namespace

pipeline::Pass eraseNewtypes() {
  return {.name = "erase-newtypes",
          .description = "take newtypes for what is inside of them",
          .makes = pipeline::Form::Free,
          .run = [](ir::Program program, pipeline::Context&) {
            Erasure erasure(program);
            if (!erasure.run()) return program;
            const Rewriter rewriter(erasure);
            for (ir::Function& function : program.functions) {
              rewriter.run(function);
              simplify::simplifyFunction(program, function, ir::Semantics::Strict);
            }
            while (putResultsInPlace(program)) {
            }
            return simplify::dropUnreachable(std::move(program));
          }};
}

}  // namespace deforest::backends
