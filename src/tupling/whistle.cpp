#include "tupling/whistle.hpp"

#include <algorithm>
#include <set>

namespace deforest::tupling {
namespace {

using Weights = std::map<std::string, unsigned>;

void addWeights(Weights& total, const graph::FunctionFacts& facts) {
  if (!facts.weighs) return;
  for (const auto& [name, count] : facts.weights) total[name] += count;
}

unsigned countIn(const Weights& weights, const std::string& name) {
  const auto found = weights.find(name);
  return found == weights.end() ? 0 : found->second;
}

unsigned total(const Weights& weights) {
  unsigned sum = 0;
  for (const auto& [name, count] : weights) sum += count;
  return sum;
}

bool contains(const Weights& larger, const Weights& smaller) {
  return std::all_of(smaller.begin(), smaller.end(), [&](const auto& entry) {
    return countIn(larger, entry.first) >= entry.second;
  });
}

std::string times(unsigned count) {
  return count == 2 ? "twice" : std::to_string(count) + " times";
}

}  // namespace

Ancestor ancestorOf(const graph::Facts& facts, const Key& key) {
  Ancestor ancestor;
  // The spine: the root, and the results of members that traverse something on the spine.
  std::set<Reference> spine;
  if (!key.generator) spine.insert(Reference{true, 0, 0});
  for (std::uint32_t i = 0; i < key.members.size(); ++i) {
    const Member& member = key.members[i];
    if (member.primitive) {
      ++ancestor.primitives;
      continue;
    }
    const graph::FunctionFacts& fact = facts[member.operation];
    ancestor.callees.push_back({member.operation});
    addWeights(ancestor.counts, fact);
    if (fact.traversed) {
      const Reference& tree = member.arguments[*fact.traversed];
      const bool onSpine = std::any_of(spine.begin(), spine.end(), [&](const Reference& reference) {
        return reference.input == tree.input && reference.index == tree.index;
      });
      if (!onSpine) continue;
    }
    spine.insert(Reference{false, i, 0});
    addWeights(ancestor.spine, fact);
  }
  return ancestor;
}

Ancestry relevant(const graph::Facts& facts, const Ancestry& ancestry,
                  const std::vector<ir::FunId>& calls) {
  for (const Ancestor& ancestor : ancestry) {
    for (const ir::FunId earlier : ancestor.callees) {
      for (const ir::FunId call : calls) {
        if (facts[call.value].reaches[earlier.value]) return ancestry;
      }
    }
  }
  return {};
}

std::optional<pipeline::Refusal> whistle(const graph::Facts& facts, const engine::Limits& limits,
                                         const Ancestry& ancestors,
                                         const std::vector<ir::FunId>& calls, bool spine) {
  const Ancestry ancestry = relevant(facts, ancestors, calls);
  Weights weights;
  Weights largest;  // The most that one call alone brings with it.
  unsigned weighing = 0;
  bool generated = false;
  for (const ir::FunId callee : calls) {
    const graph::FunctionFacts& fact = facts[callee.value];
    if (!fact.weighs) continue;
    ++weighing;
    addWeights(weights, fact);
    for (const auto& [name, count] : fact.weights) {
      largest[name] = std::max(largest[name], count);
    }
    generated = generated || total(fact.weights) != 1;
  }
  if (!limits.allowsWidth(weighing)) {
    return pipeline::Refusal{
        pipeline::Limit::Width,
        "one visit would be for more than " + std::to_string(limits.width) + " functions"};
  }
  if (weighing == 0 || (ancestry.empty() && !generated)) return std::nullopt;
  for (const auto& [name, count] : weights) {
    const unsigned parent = ancestry.empty() ? 0 : countIn(ancestry.back().counts, name);
    if (count > limits.cap && count > parent && count > largest[name]) {
      return pipeline::Refusal{pipeline::Limit::Cap,
                               "`" + name + "` would occur " + times(count) +
                                   " in one function, and might once more at each unfolding"};
    }
  }
  if (!spine) return std::nullopt;
  for (const Ancestor& ancestor : ancestry) {
    if (total(ancestor.spine) >= total(weights) || !contains(weights, ancestor.spine)) continue;
    for (const auto& [name, count] : weights) {
      const unsigned before = countIn(ancestor.spine, name);
      if (before >= 1 && count > before && count > limits.cap && count > largest[name]) {
        return pipeline::Refusal{
            pipeline::Limit::Cap,
            "does not terminate naturally here, because the composition grows: `" + name +
                "` occurs " + times(count) + " where an earlier function on the same path had it " +
                (before == 1 ? "once" : times(before))};
      }
    }
  }
  return std::nullopt;
}

}  // namespace deforest::tupling
