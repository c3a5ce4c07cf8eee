// A recursive call whose result only the branches of a match or a conditional read is made in them.
//
//     keep (Cons x xs) = let r = keep xs in           keep (Cons x xs) =
//       if x > 3 then Cons x r else r           =>      if x > 3 then Cons x (keep xs) else keep xs
//
// Fusion moves a call that all branches make in front of them, where it can meet others. Where it
// met none, it is in the way: in a branch it may be the last thing done, so that no stack is needed
// for it, or the field of a cell, which lazy Haskell fills when somebody asks for it: the list then
// streams, as it did in the source, and is never there as a whole. `accumulate`, too, wants the
// calls where paths end.
//
// Right, because of the copies at most one is reached, and what is evaluated is evaluated no more
// often; where a branch does not read the result, the call is saved. Only a call within the
// function's own cycle moves, and only if some branch gives its result, or a cell that holds it.
// Where two such calls are on one path, as for the two children of a node, they stay side by side,
// for they can run at the same time. Strict semantics only.
#pragma once

#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::simplify {

/// The pass `sink-calls`.
pipeline::Pass sinkCalls(ir::Semantics semantics);

}  // namespace deforest::simplify
