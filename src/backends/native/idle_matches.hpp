// Matches and evaluations that change nothing.
//
//     while b w s = case w of                              while b w s =
//       Assign v e -> if b then body w s else s      =>      if b then body w s else s
//       While c cs -> if b then body w s else s
//
// Fusion makes a function for each constructor that it knows somewhere, and where it knows nothing
// more of a value, what it does is the same for all. Such code is as many times as large, and what
// is too large is put into no other function (direct_recursion.hpp).
//
// Right, because native code evaluates a value before it is looked at, so that a match without a
// consequence is none. The alternatives may read what is matched, but none of its fields.
//
//     go n = let r = go (n - 1) in                         go n = go (n - 1)
//            case r of
//              Got x  -> let _ = seq n n in Got x    =>
//              Failed _ -> r
//
// Nor is anything done by `seq` of what is there and cannot fail, as a field, a parameter or a sum
// (keep_failures.hpp leaves many where `$!` and patterns with bangs were); and a match that makes
// of each value the same again is that value. A recursion that ends in such is a loop.
//
// When functions are whole, before what depends on their size.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `idle-matches`.
pipeline::Pass idleMatches();

}  // namespace deforest::backends
