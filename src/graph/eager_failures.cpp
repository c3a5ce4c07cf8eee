#include "graph/eager_failures.hpp"

#include <algorithm>

#include "graph/demand.hpp"
#include "ir/traverse.hpp"

namespace deforest::graph {
namespace {

class Search {
 public:
  explicit Search(const ir::Program& program)
      : program_(program), demands_(demandsOf(program)), ends_(program.functions.size(), false) {}

  std::vector<EagerFailure> run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t f = 0; f < ends_.size(); ++f) {
        if (ends_[f] || firstWithout(program_.functions[f].body) != nullptr) continue;
        ends_[f] = true;
        changed = true;
      }
    }
    for (const ir::Function& function : program_.functions) {
      const std::vector<VariableSet> evaluated = evaluatedWith(program_, function, demands_);
      look(function, function.body, evaluated);
    }
    std::ranges::stable_sort(found_, {}, &EagerFailure::position);
    return std::move(found_);
  }

 private:
  // The first binding of the block that certainly has no value; null: all may have one.
  [[nodiscard]] const ir::Binding* firstWithout(const ir::Block& block) const {
    for (const ir::Binding& binding : block.bindings) {
      if (isWithout(binding.operation)) return &binding;
    }
    return nullptr;
  }

  [[nodiscard]] bool isWithout(const ir::Operation& operation) const {
    if (std::holds_alternative<ir::Fail>(operation)) return true;
    if (const auto* call = std::get_if<ir::Call>(&operation)) return !ends_[call->callee.value];
    bool branches = false;
    bool all = true;
    ir::forEachBlock(operation, [&](const ir::Block& inner) {
      branches = true;
      all = all && firstWithout(inner) != nullptr;
    });
    return branches && all;
  }

  void look(const ir::Function& function, const ir::Block& block,
            const std::vector<VariableSet>& evaluated) {
    const bool fails = std::ranges::all_of(block.results, [&](const ir::Atom& atom) {
      const auto* variable = ir::variableOf(atom);
      return variable != nullptr && evaluated[variable->value].isEverything();
    });
    if (fails) return;
    for (const ir::Binding& binding : block.bindings) {
      const bool direct = std::holds_alternative<ir::Fail>(binding.operation) ||
                          std::holds_alternative<ir::Call>(binding.operation);
      if (direct && isWithout(binding.operation)) {
        add(function, binding);
      } else {
        ir::forEachBlock(binding.operation,
                         [&](const ir::Block& inner) { look(function, inner, evaluated); });
      }
    }
  }

  void add(const ir::Function& function, const ir::Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    found_.push_back({binding.position.known() ? binding.position : function.position,
                      function.name, call == nullptr ? "" : program_.function(call->callee).name});
  }

  const ir::Program& program_;
  const Demands demands_;
  std::vector<bool> ends_;  // By function: it may have a value.
  std::vector<EagerFailure> found_;
};

}  // namespace

std::vector<EagerFailure> eagerFailures(const ir::Program& program) {
  return Search(program).run();
}

}  // namespace deforest::graph
