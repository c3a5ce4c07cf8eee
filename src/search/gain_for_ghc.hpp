// Whether GHC gains by what was made of a program.
//
//     total (double (grow n))        one visit, no trees in between: GHC joins no recursions
//     f x = g 5 x                    a parameter less, a call less: GHC finds that by itself
//     integrate f a b = ..           at one f, with numbers instead of boxes: GHC may, or may not
//
// Calls and matches that fall where nothing is joined are those that GHC unfolds; of nine programs
// whose text was replaced for them none was faster. Only where most of the allocations fall too is
// it more than that: in nofib's `integrate` they fall to a sixth under GHC, as they are counted.
// Suspensions alone do not tell: of a list that is read at once GHC makes none.
#pragma once

#include <string>

#include "eval/compare.hpp"
#include "search/attempt.hpp"

namespace deforest::search {

/// Why it does not, as a sentence without subject; empty: it may.
[[nodiscard]] std::string noGainForGhc(const State& made, const eval::Comparison& counts);

}  // namespace deforest::search
