#include "graph/early.hpp"

#include <algorithm>

#include "ir/primitives.hpp"
#include "ir/traverse.hpp"

namespace deforest::graph {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;

bool isKnown(const Atom& atom, const VariableSet& evaluated) {
  const auto* variable = ir::variableOf(atom);
  return variable == nullptr || evaluated.contains(*variable);
}

// Whether it takes no more than to suspend the computation.
bool isCheap(const Binding& binding, const VariableSet& evaluated) {
  const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
  return primitive != nullptr && ir::isTotal(primitive->op, primitive->arguments) &&
         std::ranges::all_of(primitive->arguments,
                             [&](const Atom& atom) { return isKnown(atom, evaluated); });
}

bool isEarly(const Binding& binding, const VariableSet& evaluated) {
  if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
    const auto* scrutinee = ir::variableOf(unpack->scrutinee);
    return scrutinee != nullptr && evaluated.contains(*scrutinee);
  }
  const bool wanted = std::ranges::any_of(
      binding.results, [&](ir::VarId result) { return evaluated.contains(result); });
  return wanted || isCheap(binding, evaluated);
}

// Whether the block results in what the binding does.
bool isResult(const Block& block, const Binding& binding) {
  return std::ranges::equal(block.results, binding.results, [](const Atom& atom, ir::VarId result) {
    return atom == Atom(result);
  });
}

class Walk {
 public:
  Walk(const std::vector<VariableSet>& evaluated, const FactsOf& facts, const ContextVisitor& visit)
      : evaluated_(evaluated), facts_(facts), visit_(visit) {}

  // `known`: what is evaluated when a result of the block is, whether or not by the block.
  std::vector<bool> walk(const Block& block, VariableSet known, const std::vector<bool>& wanted) {
    known.add(certain(block, wanted));
    if (visit_.block) visit_.block(block, known);
    for (const Binding& binding : block.bindings) {
      if (visit_.binding) visit_.binding(binding, known);
      const std::vector<bool> ready = readyOf(binding, known);
      if (!isEarly(binding, known) && !isResult(block, binding)) continue;
      for (std::size_t i = 0; i < ready.size(); ++i) {
        if (ready[i]) known.insert(binding.results[i]);
      }
    }
    std::vector<bool> ready;
    for (const Atom& result : block.results) ready.push_back(isKnown(result, known));
    return ready;
  }

 private:
  // What is evaluated with the wanted results, or, as one of them will be, with each of them. What
  // certainly fails need not fail early.
  [[nodiscard]] VariableSet certain(const Block& block, const std::vector<bool>& wanted) const {
    VariableSet each = VariableSet::everything();
    VariableSet together;
    for (std::size_t i = 0; i < block.results.size(); ++i) {
      const auto* variable = ir::variableOf(block.results[i]);
      const VariableSet& with = variable == nullptr ? nothing_ : evaluated_[variable->value];
      each.keepOnly(with);
      if (wanted[i] && !with.isEverything()) together.add(with);
    }
    if (!each.isEverything()) together.add(each);
    return together;
  }

  // Which results of the binding are values once it was carried out.
  std::vector<bool> readyOf(const Binding& binding, const VariableSet& known) {
    const std::size_t results = binding.results.size();
    if (std::holds_alternative<ir::Unpack>(binding.operation)) return {};
    std::vector<bool> wanted(results, results == 1);
    for (std::size_t i = 0; i < results; ++i) {
      if (known.contains(binding.results[i])) wanted[i] = true;
    }
    std::vector<bool> ready(results, true);
    ir::forEachBlock(binding.operation, [&](const Block& inner) {
      const std::vector<bool> here = walk(inner, known, wanted);
      for (std::size_t i = 0; i < results; ++i) ready[i] = ready[i] && here[i];
    });
    if (results == 1) return {true};
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      return facts_(call->callee).ready;
    }
    // What fails gives nothing that would not be a value.
    const bool copies = std::holds_alternative<ir::Copy>(binding.operation);
    return copies ? std::vector<bool>() : ready;
  }

  const std::vector<VariableSet>& evaluated_;
  const FactsOf& facts_;
  const ContextVisitor& visit_;
  VariableSet nothing_;
};

}  // namespace

std::vector<bool> walkContexts(const ir::Function& function,
                               const std::vector<VariableSet>& evaluated,
                               const std::vector<bool>& wanted, const FactsOf& facts,
                               const ContextVisitor& visit) {
  return Walk(evaluated, facts, visit).walk(function.body, VariableSet(), wanted);
}

Early evaluatedEarly(const ir::Function& function, const std::vector<VariableSet>& evaluated,
                     const std::vector<bool>& wanted, const FactsOf& facts) {
  Early early;
  ContextVisitor visit;
  visit.block = [&](const Block& block, const VariableSet& known) {
    early.certain.emplace(&block, known);
  };
  visit.binding = [&](const Binding& binding, const VariableSet& known) {
    if (isEarly(binding, known)) early.bindings.insert(&binding);
  };
  (void)walkContexts(function, evaluated, wanted, facts, visit);
  return early;
}

}  // namespace deforest::graph
