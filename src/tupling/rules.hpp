// What the stages of the thesis mean to the engine: which calls may share a visit, and what else is
// known. One mechanism serves them all; a stage is a choice among these values.
#pragma once

#include "engine/options.hpp"

namespace deforest::tupling {

struct Rules {
  /// A call joins only the group whose last call makes the tree that it takes: fusion without
  /// tupling. Groups take in no other group, and are not folded into larger ones.
  bool chainsOnly = false;
  /// A call joins only calls that take the same tree: tupling without fusion. Groups take in no
  /// other group.
  bool layersOnly = false;
  /// Every consumer of a tree gets a producer of its own, even where that repeats work
  /// (tupling/naive.hpp).
  bool copiesProducers = false;
  /// Laws that were proved of two functions (fusion/laws.hpp) are used.
  bool usesLaws = true;
};

/// Stage fusion as it was published (thesis, section 4.7.2, first column of Table 4.3).
inline constexpr Rules published{.chainsOnly = true, .copiesProducers = true, .usesLaws = false};

/// Each call of a region is in one group, so that none is made more often than before.
inline constexpr Rules full{};

/// The same but for the partition that keeps it from being slower: `--no-guard`.
inline constexpr Rules unguarded{.copiesProducers = true};

[[nodiscard]] inline Rules withoutFusion(Rules rules) {
  rules.layersOnly = true;
  return rules;
}

[[nodiscard]] inline Rules rulesOf(const engine::Options& options) {
  if (options.stopAfter == engine::Stage::Fusion) return published;
  return options.naive ? unguarded : full;
}

}  // namespace deforest::tupling
