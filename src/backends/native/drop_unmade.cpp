#include "backends/native/drop_unmade.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"
#include "simplify/reachable.hpp"

namespace deforest::backends {
namespace {

class MadeConstructors {
 public:
  explicit MadeConstructors(const ir::Program& program)
      : program_(program),
        given_(ir::givenFunctions(program)),
        made_(program.constructors.size(), false),
        waiting_(program.constructors.size()),
        reached_(program.functions.size(), false),
        outside_(program.types.size(), false) {
    for (std::uint32_t i = 0; i < program.constructors.size(); ++i) {
      const ir::Type& type = program.type(program.constructors[i].type);
      if (type.shape == ir::DataShape::List) make({i});
    }
    for (const ir::FunId root : program.roots) {
      const ir::Function& function = program.function(root);
      for (const ir::VarId parameter : function.parameters) {
        comesFromOutside(function.variables[parameter.value].type);
      }
      for (const ir::TypeId result : function.resultTypes) comesFromOutside(result);
      reach(root);
    }
    while (!work_.empty()) {
      const Part part = work_.back();
      work_.pop_back();
      visit(part);
      if (work_.empty()) keepUnseen();
    }
  }

  [[nodiscard]] const std::vector<bool>& reached() const { return reached_; }

  /// Of a type of which there are no values in reach all are.
  [[nodiscard]] bool isKept(ir::CtorId ctor) const {
    return made_[ctor.value] || !hasValues(program_.constructor(ctor).type);
  }

 private:
  // A block of a function.
  struct Part {
    const ir::Function* function;
    const ir::Block* block;
  };

  void reach(ir::FunId id) {
    if (reached_[id.value]) return;
    reached_[id.value] = true;
    const ir::Function& function = program_.function(id);
    if (function.library) {
      for (const ir::TypeId result : function.resultTypes) comesFromOutside(result);
    }
    for (const ir::FunId given : given_[id.value]) reach(given);
    work_.push_back({&function, &function.body});
  }

  void make(ir::CtorId ctor) {
    if (made_[ctor.value]) return;
    made_[ctor.value] = true;
    const std::vector<Part> taken = std::exchange(waiting_[ctor.value], {});
    work_.insert(work_.end(), taken.begin(), taken.end());
  }

  [[nodiscard]] bool hasValues(ir::TypeId type) const {
    return std::ranges::any_of(program_.type(type).constructors,
                               [&](ir::CtorId ctor) { return made_[ctor.value]; });
  }

  // What takes apart a value that is never there stays as it is.
  void keepUnseen() {
    for (const ir::TypeId type : std::exchange(takenApart_, {})) {
      if (!hasValues(type)) comesFromOutside(type);
    }
  }

  void comesFromOutside(ir::TypeId type) {
    if (outside_[type.value]) return;
    outside_[type.value] = true;
    for (const ir::TypeId argument : program_.type(type).arguments) comesFromOutside(argument);
    for (const ir::CtorId ctor : program_.type(type).constructors) {
      make(ctor);
      for (const ir::Field& field : program_.constructor(ctor).fields) comesFromOutside(field.type);
    }
  }

  void visit(Part part) {
    for (const ir::Binding& binding : part.block->bindings) {
      if (const auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
        make(construct->ctor);
      } else if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
        reach(call->callee);
      } else if (std::holds_alternative<ir::Primitive>(binding.operation) ||
                 std::holds_alternative<ir::Foreign>(binding.operation)) {
        for (const ir::VarId result : binding.results) {
          comesFromOutside(part.function->variables[result.value].type);
        }
      }
      if (const auto* choice = std::get_if<ir::Case>(&binding.operation)) {
        takenApart_.insert(program_.constructor(choice->alternatives[0].ctor).type);
        for (const ir::Alternative& each : choice->alternatives) {
          std::vector<Part>& parts = made_[each.ctor.value] ? work_ : waiting_[each.ctor.value];
          parts.push_back({part.function, &each.body});
        }
      } else {
        ir::forEachBlock(binding.operation, [&](const ir::Block& inner) {
          work_.push_back({part.function, &inner});
        });
      }
    }
  }

  const ir::Program& program_;
  std::vector<std::vector<ir::FunId>> given_;  // what a library is given, by function
  std::vector<bool> made_;
  std::vector<std::vector<Part>> waiting_;  // alternatives of what is not made, by constructor
  std::vector<bool> reached_;
  std::vector<bool> outside_;
  std::set<ir::TypeId> takenApart_;
  std::vector<Part> work_;
};

class Dropping {
 public:
  Dropping(ir::Program& program, const MadeConstructors& made) : program_(program) {
    std::vector<ir::Constructor> kept;
    for (std::uint32_t i = 0; i < program.constructors.size(); ++i) {
      const bool isKept = made.isKept({i});
      renumbered_.push_back(isKept ? ir::CtorId{static_cast<std::uint32_t>(kept.size())}
                                   : ir::CtorId{});
      if (isKept) kept.push_back(program.constructors[i]);
    }
    if (kept.size() == program.constructors.size()) return;
    program.constructors = std::move(kept);
    for (ir::Type& type : program.types) renumber(type);
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
      if (made.reached()[i]) rewrite(program.functions[i].body);
    }
  }

 private:
  void renumber(ir::Type& type) {
    std::vector<ir::CtorId> kept;
    for (const ir::CtorId ctor : type.constructors) {
      const ir::CtorId id = renumbered_[ctor.value];
      if (!id.valid()) continue;
      program_.constructors[id.value].tag = static_cast<std::uint32_t>(kept.size());
      kept.push_back(id);
    }
    type.constructors = std::move(kept);
  }

  void rewrite(ir::Block& block) {
    std::vector<ir::Binding> bindings;
    for (ir::Binding& binding : block.bindings) {
      auto* choice = std::get_if<ir::Case>(&binding.operation);
      if (choice != nullptr) dropAlternatives(*choice);
      if (auto* made = std::get_if<ir::Construct>(&binding.operation)) {
        made->ctor = renumbered_[made->ctor.value];
      } else if (auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
        unpack->ctor = renumbered_[unpack->ctor.value];
      }
      ir::forEachBlock(binding.operation, [&](ir::Block& inner) { rewrite(inner); });
      if (choice == nullptr || choice->alternatives.size() > 1) {
        bindings.push_back(std::move(binding));
        continue;
      }
      ir::Alternative only = std::move(choice->alternatives[0]);
      ir::Unpack unpack{only.ctor, std::move(choice->scrutinee)};
      bindings.push_back({std::move(only.fields), std::move(unpack), binding.position});
      std::ranges::move(only.body.bindings, std::back_inserter(bindings));
      ir::Copy results{std::move(only.body.results)};
      bindings.push_back({std::move(binding.results), std::move(results), binding.position});
    }
    block.bindings = std::move(bindings);
  }

  void dropAlternatives(ir::Case& choice) {
    std::erase_if(choice.alternatives, [&](const ir::Alternative& each) {
      return !renumbered_[each.ctor.value].valid();
    });
    for (ir::Alternative& each : choice.alternatives) each.ctor = renumbered_[each.ctor.value];
  }

  ir::Program& program_;
  std::vector<ir::CtorId> renumbered_;  // invalid: dropped
};

}  // namespace

pipeline::Pass dropUnmade() {
  return {.name = "drop-unmade",
          .description = "drop constructors that nothing makes",
          .run = [](ir::Program program, pipeline::Context&) {
            const MadeConstructors made(program);
            Dropping(program, made);
            return simplify::keepFunctions(std::move(program), made.reached());
          }};
}

}  // namespace deforest::backends
