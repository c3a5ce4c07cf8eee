// Makes a loop that goes through several functions go through fewer.
//
//     merge xs Nil          = xs                        merge xs Nil         = xs
//     merge xs (Cons y yt)  = merge_xs xs y yt          merge xs (Cons y yt) = case xs of
//     merge_xs Nil y yt     = Cons y yt            =>     Nil       -> Cons y yt
//     merge_xs (Cons x xt) y yt                           Cons x xt -> if x <= y
//       = if x <= y then Cons x (merge xt (Cons y yt))      then Cons x (merge xt (Cons y yt))
//                   else Cons y (merge (Cons x xt) yt)      else Cons y (merge (Cons x xt) yt)
//
// A match that normal form made a function of its own may have got callers besides the function it
// came from; then `inline-once` must leave it where it is, and every turn of the loop is two calls.
// A function on a cycle of calls that does not call itself is copied into those that call it on
// that cycle; other callers keep calling it.
//
// Right, because a call means its body. It ends, because copied functions form no cycle. The code
// grows by a quarter or a few bindings at most, and never beyond what --max-growth leaves. A
// function without parameters is not copied: under Haskell's semantics it is evaluated once.
#pragma once

#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::simplify {

/// The pass `shorten-loops`.
/// `maxGrowth`: the size of the result over that of the original program.
pipeline::Pass shortenLoops(ir::Semantics semantics, double maxGrowth);

}  // namespace deforest::simplify
