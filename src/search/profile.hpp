// Where a program does its work: matches, calls and allocations by function, and who calls whom.
//
// Work below a call counts for the caller too (`inclusive`), as gprof has it: what a function's
// callees do is shared out among their callers by the number of calls, and a cycle of calls counts
// as one.
#pragma once

#include <utility>
#include <vector>

#include "eval/tally.hpp"

namespace deforest::search {

struct FunctionProfile {
  double calls = 0;
  double work = 0;       ///< Matches, calls and allocations made by the function itself.
  double inclusive = 0;  ///< The same, with what its callees do for it; of a cycle, that of all.
  bool onCycle = false;  ///< With other functions.
  /// By callee: how often this function called it.
  std::vector<std::pair<ir::FunId, double>> callees;
};

/// By FunId.
using Profile = std::vector<FunctionProfile>;

/// A tally and what it weighs.
using Weighted = std::pair<const eval::Tally*, double>;

/// What tallies of a program with so many functions come to.
[[nodiscard]] Profile profileOf(const std::vector<Weighted>& tallies, std::size_t functions);

}  // namespace deforest::search
