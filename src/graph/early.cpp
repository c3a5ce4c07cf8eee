#include "graph/early.hpp"

#include <algorithm>

#include "ir/primitives.hpp"
#include "ir/traverse.hpp"

namespace deforest::graph {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;

// Whether it takes no more than to suspend the computation.
bool isCheap(const Binding& binding, const VariableSet& evaluated) {
  const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
  if (primitive == nullptr || !ir::isTotal(primitive->op, primitive->arguments)) return false;
  return std::ranges::all_of(primitive->arguments, [&](const Atom& atom) {
    const auto* variable = ir::variableOf(atom);
    return variable == nullptr || evaluated.contains(*variable);
  });
}

class Search {
 public:
  explicit Search(const std::vector<VariableSet>& evaluated) : evaluated_(evaluated) {}

  // `evaluated`: what is evaluated when a result of the block is, whether or not by the block.
  void search(const Block& block, VariableSet evaluated) {
    evaluated.add(evaluatedByAll(block, evaluated_));
    for (const Binding& binding : block.bindings) {
      const bool wanted = std::ranges::any_of(
          binding.results, [&](ir::VarId result) { return evaluated.contains(result); });
      if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
        const auto* scrutinee = ir::variableOf(unpack->scrutinee);
        if (scrutinee != nullptr && evaluated.contains(*scrutinee)) early_.insert(&binding);
      } else if (wanted || isCheap(binding, evaluated)) {
        early_.insert(&binding);
        if (binding.results.size() == 1) evaluated.insert(binding.results[0]);
      }
      ir::forEachBlock(binding.operation, [&](const Block& inner) { search(inner, evaluated); });
    }
  }

  BindingSet take() { return std::move(early_); }

 private:
  const std::vector<VariableSet>& evaluated_;
  BindingSet early_;
};

}  // namespace

VariableSet evaluatedByAll(const Block& block, const std::vector<VariableSet>& evaluated) {
  VariableSet all = VariableSet::everything();
  for (const Atom& atom : block.results) {
    const auto* variable = ir::variableOf(atom);
    all.keepOnly(variable == nullptr ? VariableSet(evaluated.size()) : evaluated[variable->value]);
  }
  // What certainly fails need not fail early.
  return all.isEverything() ? VariableSet(evaluated.size()) : all;
}

BindingSet evaluatedEarly(const ir::Function& function, const std::vector<VariableSet>& evaluated) {
  Search search(evaluated);
  search.search(function.body, VariableSet(function.variables.size()));
  return search.take();
}

}  // namespace deforest::graph
