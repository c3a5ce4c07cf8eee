// What a derivation says of its fragments.
#include <algorithm>

#include "fusion/derivation.hpp"

namespace deforest::fusion {

using pipeline::Decision;

// Hands over the decisions about a fragment.
void Derivation::tell(ir::FunId fragment) {
  Unit& unit = units_[fragment.value];
  if (!unit.whole || unit.isBuilt) {
    context_.fragments.emplace_back(result_.function(fragment).name, textOf(fragment));
  }
  context_.compositions.push_back(compositionOf(fragment));
  if (unit.isBuilt) {
    for (Made& made : unit.decisions) {
      if (made.fragment) made.decision.fragment = result_.function(*made.fragment).name;
      context_.add(std::move(made.decision));
    }
  }
  for (Decision& reason : unit.reasons) context_.add(std::move(reason));
}

pipeline::Composition Derivation::compositionOf(ir::FunId fragment) const {
  const tupling::Key& key = units_[fragment.value].key;
  pipeline::Composition result;
  result.run = context_.fuseRuns > 0 ? context_.fuseRuns - 1 : 0;
  result.function = result_.function(fragment).name;
  result.built = isBuilt(fragment);
  // By member of the key: the call that it is. No tree goes through a primitive.
  std::vector<std::optional<std::size_t>> calls(key.members.size());
  for (std::size_t i = 0; i < key.members.size(); ++i) {
    const tupling::Member& member = key.members[i];
    std::vector<std::size_t> producers;
    for (const tupling::Reference& argument : member.arguments) {
      if (!argument.input && calls[argument.index]) producers.push_back(*calls[argument.index]);
    }
    std::ranges::sort(producers);
    producers.erase(std::unique(producers.begin(), producers.end()), producers.end());
    if (member.primitive) continue;
    const ir::Function& function = source_.functions[member.operation];
    calls[i] = result.members.size();
    const bool wanted = std::ranges::any_of(key.outputs, [&](const tupling::Reference& output) {
      return !output.input && output.index == i;
    });
    result.members.push_back({function.name, std::move(producers), wanted,
                              source_.type(function.resultTypes.front()).name});
  }
  return result;
}

}  // namespace deforest::fusion
