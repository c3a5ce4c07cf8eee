#include "graph/eager_failures.hpp"

#include <algorithm>
#include <set>

#include "graph/demand.hpp"
#include "ir/library_calls.hpp"
#include "ir/measure.hpp"
#include "ir/program_end.hpp"
#include "ir/traverse.hpp"

namespace deforest::graph {
namespace {

// Which functions may have a value where evaluation is strict.
class Ending {
 public:
  explicit Ending(const ir::Program& program) : ends_(program.functions.size(), false) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t f = 0; f < ends_.size(); ++f) {
        if (ends_[f] || firstWithout(program.functions[f].body) != nullptr) continue;
        ends_[f] = true;
        changed = true;
      }
    }
  }

  [[nodiscard]] const std::vector<bool>& functions() const { return ends_; }

  // The first binding of the block that certainly has no value; null: all may have one.
  [[nodiscard]] const ir::Binding* firstWithout(const ir::Block& block) const {
    for (const ir::Binding& binding : block.bindings) {
      if (isWithout(binding)) return &binding;
    }
    return nullptr;
  }

  [[nodiscard]] bool isWithout(const ir::Binding& binding) const {
    if (ir::isTied(binding)) return true;
    const ir::Operation& operation = binding.operation;
    // A program that ends itself does so where that action is due.
    if (const auto* fail = std::get_if<ir::Fail>(&operation)) return !ir::isEnd(fail->message);
    if (const auto* call = std::get_if<ir::Call>(&operation)) return !ends_[call->callee.value];
    bool branches = false;
    bool all = true;
    ir::forEachBlock(operation, [&](const ir::Block& inner) {
      branches = true;
      all = all && firstWithout(inner) != nullptr;
    });
    return branches && all;
  }

 private:
  std::vector<bool> ends_;  // by function
};

class Search {
 public:
  explicit Search(const ir::Program& program)
      : program_(program), ending_(program), demands_(demandsOf(program)) {}

  std::vector<EagerFailure> run() {
    for (const ir::Function& function : program_.functions) {
      evaluated_.push_back(evaluatedWith(program_, function, demands_));
      fails_.emplace_back(function.resultTypes.size(), !ending_.functions()[fails_.size()]);
    }
    findFailing();
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      look(f, program_.functions[f].body);
    }
    std::ranges::stable_sort(found_, {}, &EagerFailure::position);
    return std::move(found_);
  }

 private:
  // What the first failure says that is met there; empty if nothing fails, for it never ends.
  [[nodiscard]] std::string reasonOf(const ir::Binding* binding) const {
    std::set<ir::FunId> seen;
    while (binding != nullptr) {
      const ir::Binding* next = nullptr;
      if (const auto* fail = std::get_if<ir::Fail>(&binding->operation)) return fail->message;
      if (const auto* call = std::get_if<ir::Call>(&binding->operation)) {
        if (!seen.insert(call->callee).second) return {};
        next = ending_.firstWithout(program_.function(call->callee).body);
      } else {
        ir::forEachBlock(binding->operation, [&](const ir::Block& inner) {
          if (next == nullptr) next = ending_.firstWithout(inner);
        });
      }
      binding = next;
    }
    return {};
  }

  // Whether the value, wanted where evaluation is Haskell's, certainly has none.
  [[nodiscard]] bool failsIfWanted(std::size_t f, const ir::Atom& atom) const {
    const auto* variable = ir::variableOf(atom);
    return variable != nullptr && evaluated_[f][variable->value].isEverything();
  }

  // Which results of functions do, whatever they are given. A recursion that comes to no end but in
  // a failure does, too: so all that have no value are taken to, until nothing speaks against it.
  void findFailing() {
    const std::vector<std::size_t> concerned = callersOfFailing();
    const auto fails = [&](ir::FunId callee, std::size_t result) {
      return fails_[callee.value][result];
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::size_t f : concerned) {
        evaluated_[f] = evaluatedWith(program_, program_.functions[f], demands_, fails);
      }
      for (std::size_t f = 0; f < fails_.size(); ++f) {
        const std::vector<ir::Atom>& results = program_.functions[f].body.results;
        for (std::size_t i = 0; i < results.size(); ++i) {
          if (!fails_[f][i] || failsIfWanted(f, results[i])) continue;
          fails_[f][i] = false;
          changed = true;
        }
      }
    }
  }

  // The functions that call one that has no value.
  [[nodiscard]] std::vector<std::size_t> callersOfFailing() const {
    std::vector<std::size_t> callers;
    for (std::size_t f = 0; f < ending_.functions().size(); ++f) {
      const std::vector<ir::FunId> callees = ir::callees(program_.functions[f].body);
      if (std::ranges::any_of(callees,
                              [&](ir::FunId id) { return !ending_.functions()[id.value]; })) {
        callers.push_back(f);
      }
    }
    return callers;
  }

  void look(std::size_t f, const ir::Block& block) {
    const ir::Function& function = program_.functions[f];
    const bool fails = std::ranges::all_of(
        block.results, [&](const ir::Atom& atom) { return failsIfWanted(f, atom); });
    if (fails) return;
    for (const ir::Binding& binding : block.bindings) {
      const bool direct = std::holds_alternative<ir::Fail>(binding.operation) ||
                          std::holds_alternative<ir::Call>(binding.operation);
      if (direct && ending_.isWithout(binding)) {
        add(function, binding);
      } else {
        ir::forEachBlock(binding.operation, [&](const ir::Block& inner) { look(f, inner); });
      }
    }
  }

  void add(const ir::Function& function, const ir::Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    found_.push_back({binding.position.known() ? binding.position : function.position,
                      function.name, call == nullptr ? "" : program_.function(call->callee).name,
                      reasonOf(&binding),
                      call != nullptr && ir::tiesCall(program_.function(call->callee))});
  }

  const ir::Program& program_;
  const Ending ending_;
  const Demands demands_;
  std::vector<std::vector<VariableSet>> evaluated_;  // By function and variable.
  std::vector<std::vector<bool>> fails_;             // By function and result.
  std::vector<EagerFailure> found_;
};

}  // namespace

std::vector<bool> functionsWithValues(const ir::Program& program) {
  return Ending(program).functions();
}

std::vector<EagerFailure> eagerFailures(const ir::Program& program) {
  return Search(program).run();
}

}  // namespace deforest::graph
