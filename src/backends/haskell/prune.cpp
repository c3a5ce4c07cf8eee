#include "backends/haskell/prune.hpp"

#include <algorithm>

#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "text/printing/names.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::Semantics;
using ir::VarId;

class Pruner {
 public:
  Pruner(const ir::Function& function, Semantics semantics)
      : semantics_(semantics), used_(function.variables.size(), false) {}

  void prune(Block& block) {
    for (const auto& atom : block.results) use(atom);
    std::vector<Binding> kept;
    for (auto binding = block.bindings.rbegin(); binding != block.bindings.rend(); ++binding) {
      if (!isNeeded(*binding)) continue;
      ir::forEachBlock(binding->operation, [&](Block& inner) { prune(inner); });
      ir::forEachAtom(binding->operation, [&](const ir::Atom& atom) { use(atom); });
      kept.push_back(std::move(*binding));
    }
    std::reverse(kept.begin(), kept.end());
    block.bindings = std::move(kept);
  }

 private:
  void use(const ir::Atom& atom) {
    if (const auto* variable = ir::variableOf(atom)) used_[variable->value] = true;
  }

  [[nodiscard]] bool isNeeded(const Binding& binding) const {
    if (semantics_ == Semantics::Strict && std::holds_alternative<ir::Fail>(binding.operation)) {
      return true;
    }
    return std::any_of(binding.results.begin(), binding.results.end(),
                       [&](VarId result) { return used_[result.value]; });
  }

  Semantics semantics_;
  std::vector<bool> used_;
};

}  // namespace

ir::Function withoutUnused(ir::Function function, Semantics semantics) {
  Pruner(function, semantics).prune(function.body);
  return function;
}

std::vector<bool> usedParameters(const ir::Function& function) {
  const auto uses = ir::countUses(function);
  std::vector<bool> used;
  for (const auto parameter : function.parameters) used.push_back(uses[parameter.value] > 0);
  return used;
}

}  // namespace deforest::backends
