// Are two programs equal where evaluation is Haskell's, as far as generated inputs show?
//
// Both are observed on the same inputs (`LazyMachine::observe`): each constructor, scalar and
// failure that can be seen of the results, from the outside inwards, must be the same. So infinite
// results are compared as far as the observation goes, and a part that fails or is missing in one
// of them is a difference, whichever of the two it is: neither more nor less may be forced. Which
// of several failures is met first is left open, as in Haskell.
//
// Every input is also tried with parts of it undefined: what is forced of it then shows.
#pragma once

#include "eval/compare.hpp"

namespace deforest::eval {

/// Compares every root of `before` with the function of that name in `after`.
[[nodiscard]] Comparison compareLazily(const ir::Program& before, const ir::Program& after,
                                       const CompareOptions& options = {});

/// The same on these inputs alone. A function that is no root of `before` may be missing.
[[nodiscard]] Comparison compareLazily(const ir::Program& before, const ir::Program& after,
                                       const std::vector<FunctionInputs>& inputs,
                                       const CompareOptions& options = {});

}  // namespace deforest::eval
