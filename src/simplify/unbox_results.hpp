// Functions that build a value of a type with one constructor return its fields instead.
//
//     size :: Doc -> (# Box, Int #)                 size :: Doc -> (# Int, Int, Int #)
//     size (Text n) =                               size (Text n) =
//       (# Box n 1, n #)                              (# n, 1, n #)
//     size (Beside l r) =                           size (Beside l r) =
//       let (# b, n #) = size l                       let (# bw, bh, n #) = size l
//           (# c, m #) = size r                =>         (# cw, ch, m #) = size r
//           Box bw bh = b
//           Box cw ch = c
//       in (# Box (bw + cw) (max bh ch), n + m #)     in (# bw + cw, max bh ch, n + m #)
//
// Right, because a value of such a type is its fields: who needs the value builds it from them.
//
// Applies to a result that every branch builds, or fails to, or has from a call whose result is
// unboxed too. A branch that hands out a value it found somewhere would have to take it apart, and
// a caller to build it again. Then nobody must want the value whole:
//
//     place (Text n) = let b = Box n 1 in (# b, Placed b #)      the function keeps it
//     page d = let (# b, _ #) = size d in Page b d               a caller keeps it
//     loop n = if n < 1 then Box 0 0 else loop (n - 1)           no call takes it apart
//
// Only of a tuple it is enough that it is not built twice, in the function and behind a call: calls
// that used to be separated by a tuple can fuse. So nothing is built more often than before.
// simplify/unbox_choice.hpp has the conditions in full.
//
// A root keeps its type. If it is called, and is not merely a loop, it becomes a call of a new
// function that does the work, and builds the value from the fields; everybody else calls the new
// function.
//
// Ends: every round takes one level of constructors away, and a type that may contain itself is
// unboxed only as a tuple. Rounds are repeated until no result is worth it.
//
// Does not look through copies, nor for values that a conditional builds and its own function takes
// apart. Under lazy semantics nothing is unboxed.
#pragma once

#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::simplify {

/// The pass `unbox-results`.
pipeline::Pass unboxResults(ir::Semantics semantics);

}  // namespace deforest::simplify
