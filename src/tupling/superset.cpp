#include "tupling/superset.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace deforest::tupling {
namespace {

// A mapping of references of the small key to references of the large one, members by index.
class Mapping {
 public:
  // Maps the arguments of `mine` to those of `theirs`, all or nothing.
  bool extend(const Member& mine, const Member& theirs) {
    Mapping longer = *this;
    for (std::size_t i = 0; i < mine.arguments.size(); ++i) {
      if (!longer.map(mine.arguments[i], theirs.arguments[i])) return false;
    }
    *this = std::move(longer);
    return true;
  }

  void mapMember(std::uint32_t mine, std::uint32_t theirs) { members_[mine] = theirs; }
  [[nodiscard]] std::uint32_t member(std::uint32_t mine) const { return members_.at(mine); }
  [[nodiscard]] const std::map<std::uint32_t, std::uint32_t>& inputs() const { return inputs_; }

 private:
  bool map(const Reference& mine, const Reference& theirs) {
    if (mine.input != theirs.input || mine.result != theirs.result) return false;
    if (!mine.input) {
      const auto found = members_.find(mine.index);
      return found != members_.end() && found->second == theirs.index;
    }
    // The root, input 0, is the root.
    if ((mine.index == 0) != (theirs.index == 0)) return false;
    const auto found = inputs_.find(mine.index);
    if (found != inputs_.end()) return found->second == theirs.index;
    for (const auto& [other, target] : inputs_) {
      if (target == theirs.index) return false;
    }
    inputs_[mine.index] = theirs.index;
    return true;
  }

  std::map<std::uint32_t, std::uint32_t> members_;
  std::map<std::uint32_t, std::uint32_t> inputs_;
};

std::size_t inputCount(const Key& key) {
  std::size_t count = 0;
  for (const Member& member : key.members) {
    for (const Reference& argument : member.arguments) {
      if (argument.input) count = std::max<std::size_t>(count, argument.index + 1);
    }
  }
  return count;
}

}  // namespace

std::optional<Embedding> embed(const graph::Facts& facts, const Key& small, const Key& large) {
  if (small.generator || large.generator || small.members.size() >= large.members.size()) {
    return std::nullopt;
  }
  Mapping mapping;
  std::set<std::uint32_t> used;
  for (std::uint32_t i = 0; i < small.members.size(); ++i) {
    const Member& mine = small.members[i];
    bool found = false;
    for (std::uint32_t j = 0; j < large.members.size() && !found; ++j) {
      const Member& theirs = large.members[j];
      const bool sameOperation = mine.primitive == theirs.primitive &&
                                 mine.operation == theirs.operation && mine.type == theirs.type &&
                                 mine.operands == theirs.operands;
      if (!sameOperation || used.contains(j) || !mapping.extend(mine, theirs)) continue;
      mapping.mapMember(i, j);
      used.insert(j);
      found = true;
    }
    if (!found) return std::nullopt;
  }
  for (std::uint32_t j = 0; j < large.members.size(); ++j) {
    if (used.contains(j)) continue;
    const Member& extra = large.members[j];
    if (extra.primitive) return std::nullopt;
    const graph::FunctionFacts& fact = facts[extra.operation];
    if (fact.weighs || !fact.looks) return std::nullopt;
  }
  Embedding embedding;
  embedding.inputs.assign(inputCount(large), inputCount(small));
  for (const auto& [mine, theirs] : mapping.inputs()) embedding.inputs[theirs] = mine;
  for (const std::uint32_t mine : embedding.inputs) {
    if (mine == inputCount(small)) return std::nullopt;
  }
  for (const Reference& output : small.outputs) {
    const Reference wanted{false, mapping.member(output.index), output.result};
    const auto found = std::find(large.outputs.begin(), large.outputs.end(), wanted);
    if (found == large.outputs.end()) return std::nullopt;
    embedding.outputs.push_back(static_cast<std::uint32_t>(found - large.outputs.begin()));
  }
  const auto extraOutputs = large.outputs.size() - small.outputs.size();
  const auto fromGetters =
      std::count_if(large.outputs.begin(), large.outputs.end(),
                    [&](const Reference& output) { return !used.contains(output.index); });
  if (extraOutputs != static_cast<std::size_t>(fromGetters)) return std::nullopt;
  return embedding;
}

}  // namespace deforest::tupling
