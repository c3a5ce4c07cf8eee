// What a machine has counted, function by function: matches, calls and allocations, and who called
// whom.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "eval/evaluate.hpp"
#include "eval/lazy/machine.hpp"

namespace deforest::eval {

struct FunctionTally {
  ir::FunId function;
  /// Matches, calls, allocations and suspensions made by the function itself.
  std::uint64_t work = 0;
  /// By callee, ascending: how often this function called it.
  std::vector<std::pair<ir::FunId, std::uint64_t>> callees;
};

/// Of the functions that did something, ascending.
using Tally = std::vector<FunctionTally>;

/// What `machine` has counted since the last `clearHits`.
[[nodiscard]] Tally tallyOf(const Machine& machine);
[[nodiscard]] Tally tallyOf(const LazyMachine& machine);

/// The tallies of runs together, each as if there had been so many of it.
[[nodiscard]] Tally together(const std::vector<std::pair<Tally, std::uint64_t>>& runs);

}  // namespace deforest::eval
