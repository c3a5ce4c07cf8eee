// Brings recursion to the ends of branches, where it can be a loop (plan/loops.hpp).
//
//     let r = f xs in if p x then Cons x r else r   =>   if p x then Cons x (f xs) else f xs
//     let s = if p x then f xs else 0 in 1 + s      =>   if p x then 1 + f xs else 1
//
// A call of the function itself that is made before a branch, which only passes on what it gives,
// is made in the branch; what follows a branch that recurses goes into the branch. What then
// follows the call is a constructor, or arithmetic that can be done on the way: tail recursion
// modulo constructor, and modulo operations that associate.
//
// Right, because nothing is computed twice: of the copies, one is reached. Trees are left as they
// are: two calls side by side can run at the same time. `sink-calls`, which moves calls of a cycle
// into branches for Haskell's sake, leaves what is read between the call and the branch alone as
// well; what follows a branch no other pass moves.
//
// Source: Leijen and Lorenzen, Tail recursion modulo context, POPL 2023.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `tail-recursion`.
pipeline::Pass tailRecursion();

}  // namespace deforest::backends
