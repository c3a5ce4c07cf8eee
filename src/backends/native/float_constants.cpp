#include "backends/native/float_constants.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ir/alpha.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

class FloatingConstants {
 public:
  FloatingConstants(ir::Program& program, const IsWanted& isWanted)
      : program_(program), isWanted_(isWanted), names_(program) {}

  void run() {
    for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
      if (program_.functions[i].parameters.empty()) continue;
      Function of{FunId{i}, std::vector<const Binding*>(program_.functions[i].variables.size())};
      floatOut(of, program_.functions[i].body);
    }
    for (ir::Function& constant : made_) program_.functions.push_back(std::move(constant));
  }

 private:
  struct Function {
    FunId id;
    std::vector<const Binding*> closed;  // By variable: what makes it, if that needs no argument.
  };

  static bool isClosed(const Function& of, const ir::Operation& operation) {
    const bool computes = std::holds_alternative<ir::Call>(operation) ||
                          std::holds_alternative<ir::Construct>(operation) ||
                          std::holds_alternative<ir::Primitive>(operation) ||
                          std::holds_alternative<ir::Copy>(operation);
    bool closed = computes;
    ir::forEachAtom(operation, [&](const ir::Atom& atom) {
      const VarId* variable = ir::variableOf(atom);
      closed = closed && (variable == nullptr || of.closed[variable->value] != nullptr);
    });
    return closed;
  }

  void floatOut(Function& of, Block& block) {
    ir::Function& function = program_.functions[of.id.value];
    for (Binding& binding : block.bindings) {
      if (isClosed(of, binding.operation)) {
        for (const VarId result : binding.results) of.closed[result.value] = &binding;
        if (isWanted_(function, binding)) makeConstant(of, function, binding);
      }
      ir::forEachBlock(binding.operation, [&](Block& inner) { floatOut(of, inner); });
    }
  }

  void makeConstant(const Function& of, const ir::Function& function, Binding& binding) {
    ir::Function constant;
    const ir::Variable& variable = function.variables[binding.results.front().value];
    constant.name = names_.unique(simplify::joinNames(function.name, variable.name));
    constant.position = binding.position;
    constant.resultTypes = {variable.type};
    Block body;
    collect(of, binding, body);
    body.results = {binding.results.front()};
    ir::Substitution none;
    constant.body = ir::freshCopy(body, none, function, constant);
    const FunId id{static_cast<std::uint32_t>(program_.functions.size() + made_.size())};
    made_.push_back(std::move(constant));
    binding.operation = ir::Call{id, {}};
  }

  // The binding, behind those that it needs.
  static void collect(const Function& of, const Binding& binding, Block& body) {
    const auto isThere = [&](const Binding& each) { return each.results == binding.results; };
    if (std::ranges::any_of(body.bindings, isThere)) return;
    ir::forEachAtom(binding.operation, [&](const ir::Atom& atom) {
      const VarId* variable = ir::variableOf(atom);
      if (variable != nullptr) collect(of, *of.closed[variable->value], body);
    });
    body.bindings.push_back(binding);
  }

  ir::Program& program_;
  const IsWanted& isWanted_;
  simplify::Names names_;
  std::vector<ir::Function> made_;
};

}  // namespace

void floatConstants(ir::Program& program, const IsWanted& isWanted) {
  FloatingConstants(program, isWanted).run();
}

}  // namespace deforest::backends
