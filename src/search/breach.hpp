// What a program counts more than the one it was made of, and what may be to blame for it.
//
// Counted on the same inputs are the program as it was read, what becomes of it if nothing is
// fused, and a candidate. It is in breach if on one of them it makes more matches, allocations or
// calls than both, holds a tenth more at once, or gives another result. To blame may be whatever
// fragments the roots in breach reach. Those that are called last come first: the guard
// (search/guard.hpp) blames the first that is enough, and without one that is called from
// everywhere nothing is left of the others.
#pragma once

#include <string>

#include "eval/compare.hpp"
#include "search/attempt.hpp"
#include "search/guard.hpp"

namespace deforest::search {

/// What some root counts more, as a sentence; empty: nothing.
[[nodiscard]] std::string breachIn(const eval::Comparison& comparison,
                                   const eval::Comparison& unfused);

/// The fragments that the roots in breach of the counts reach.
[[nodiscard]] Trial trialOf(const std::string& breach, const eval::Comparison& comparison,
                            const eval::Comparison& unfused, const Attempt& attempt);

}  // namespace deforest::search
