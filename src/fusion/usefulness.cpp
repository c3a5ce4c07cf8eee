#include "fusion/usefulness.hpp"

#include "ir/traverse.hpp"

namespace deforest::fusion {
namespace {

using Yields = std::vector<std::vector<bool>>;

bool yieldsConstructor(const ir::Block& block, const ir::Atom& result, const Yields& known);

// Whether the binding may bind its result of that number to a constructor.
bool bindsConstructor(const ir::Block& block, const ir::Binding& binding, std::size_t number,
                      const Yields& known) {
  if (std::holds_alternative<ir::Construct>(binding.operation)) return true;
  if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
    return known[call->callee.value][number];
  }
  if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
    return yieldsConstructor(block, copy->atoms[number], known);
  }
  bool some = false;
  ir::forEachBlock(binding.operation, [&](const ir::Block& inner) {
    some = some || yieldsConstructor(inner, inner.results[number], known);
  });
  return some;
}

bool yieldsConstructor(const ir::Block& block, const ir::Atom& result, const Yields& known) {
  const ir::VarId* variable = ir::variableOf(result);
  if (variable == nullptr) return false;
  for (const ir::Binding& binding : block.bindings) {
    for (std::size_t i = 0; i < binding.results.size(); ++i) {
      if (binding.results[i] == *variable) return bindsConstructor(block, binding, i, known);
    }
  }
  return false;
}

}  // namespace

Usefulness::Usefulness(const ir::Program& source, const graph::Facts& facts) : facts_(facts) {
  for (const ir::Function& function : source.functions) {
    yields_.emplace_back(function.resultTypes.size());
  }
  for (bool news = true; news;) {
    news = false;
    for (std::size_t f = 0; f < yields_.size(); ++f) {
      const ir::Block& body = source.functions[f].body;
      for (std::size_t i = 0; i < yields_[f].size(); ++i) {
        if (yields_[f][i] || !yieldsConstructor(body, body.results[i], yields_)) continue;
        yields_[f][i] = true;
        news = true;
      }
    }
  }
}

unsigned Usefulness::usefulJoins(const tupling::Key& key) const {
  unsigned joins = 0;
  for (const tupling::Member& member : key.members) {
    if (member.primitive) continue;
    const std::vector<bool>& matched = facts_[member.operation].matched;
    for (std::size_t i = 0; i < member.arguments.size(); ++i) {
      const tupling::Reference& argument = member.arguments[i];
      if (argument.input || !matched[i]) continue;
      const tupling::Member& producer = key.members[argument.index];
      const bool useful =
          !producer.primitive && yields(ir::FunId{producer.operation}, argument.result);
      joins += useful ? 1 : 0;
    }
  }
  return joins;
}

}  // namespace deforest::fusion
