// Functions that return a tuple return its components instead.
//
//     minMax :: Tree -> (Int, Int)                      minMax' :: Tree -> (# Int, Int #)
//     minMax (B x l r) =                                minMax' (B x l r) =
//       let p = minMax l ; (a, b) = p ...        =>       let (# a, b #) = minMax' l ...
//       in (min a c, max b d)                             in (# min a c, max b d #)
//
// Applies where every branch builds the tuple, fails, or returns what such a function returns; a
// branch that hands out a tuple it found somewhere would have to take it apart, and a caller to
// build it again. A root keeps its type: it becomes a call of the new function that builds the
// tuple. The tuple is then built where somebody wants it as a value, never more often than before;
// and calls that used to be separated by it can fuse.
//
// Under lazy semantics nothing is unboxed.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::simplify {

/// The pass `unbox-results`.
pipeline::Pass unboxResults();

}  // namespace deforest::simplify
