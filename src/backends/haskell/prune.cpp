#include "backends/haskell/prune.hpp"

#include <algorithm>

#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "text/printing/names.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::VarId;
using pipeline::Semantics;

void markGiven(const Block& block, std::vector<bool>& given) {
  const auto isGiven = [&](const ir::Atom& atom) {
    const auto* variable = ir::variableOf(atom);
    return variable != nullptr && given[variable->value];
  };
  for (const auto& binding : block.bindings) {
    if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
      if (!isGiven(unpack->scrutinee)) continue;
      for (const auto field : binding.results) given[field.value] = true;
    } else if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      for (const auto& alternative : match->alternatives) {
        for (const auto field : alternative.fields) given[field.value] = true;
      }
    }
    ir::forEachBlock(binding.operation, [&](const Block& inner) { markGiven(inner, given); });
  }
}

class Pruner {
 public:
  Pruner(const ir::Function& function, Semantics semantics)
      : semantics_(semantics),
        given_(givenVariables(function)),
        used_(function.variables.size(), false) {}

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
    if (semantics_ == Semantics::Strict) {
      if (std::holds_alternative<ir::Fail>(binding.operation)) return true;
    } else if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
      const auto* scrutinee = ir::variableOf(unpack->scrutinee);
      if (scrutinee != nullptr && given_[scrutinee->value]) return true;
    }
    return std::any_of(binding.results.begin(), binding.results.end(),
                       [&](VarId result) { return used_[result.value]; });
  }

  Semantics semantics_;
  std::vector<bool> given_;
  std::vector<bool> used_;
};

}  // namespace

std::vector<bool> givenVariables(const ir::Function& function) {
  std::vector<bool> given(function.variables.size(), false);
  for (const auto parameter : function.parameters) given[parameter.value] = true;
  markGiven(function.body, given);
  return given;
}

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
