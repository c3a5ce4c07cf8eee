// What GHC moves out of functions that are arguments, moved out of the loops that they have become.
//
//     wmux1 k a = word21 k (bmux1 a)              the source
//     bmux1 c x y = or2 (and2 (inv c) x) (and2 c y)
//
//     wmux1 k a = word21_bmux1 k a                as it is read: `inv a` is part of every round
//     word21_bmux1 k c (x : xs) (y : ys) = bmux1 c x y : word21_bmux1 (k - 1) c xs ys
//
//     wmux1 k a = word21_bmux1 k a (inv a)        what becomes of it here
//     word21_bmux1 k c i (x : xs) (y : ys) = bmux1_shared c x y i : word21_bmux1 (k - 1) c i xs ys
//
// To GHC a function that is an argument is a lambda, and a local function has the variables around
// it; what does not depend on what they are given it computes once (full laziness, -O). Here such
// functions are gone, and what they captured is a parameter that a loop passes on. Whoever fuses
// what stands in the loop then, repeats what GHC shares: nothing that is counted would tell.
//
//     f fixed ..         in a loop, or in a function that is not recursive and that the loop calls
//
// becomes a parameter of the loop; who calls the loop makes the call, where evaluation is
// Haskell's: once, when it is first wanted. So nothing more is evaluated. Loops that are
// declarations of the source keep what they take, and so do functions of libraries.
#pragma once

#include "ir/program.hpp"
#include "text/original.hpp"

namespace deforest::backends {

/// `program` as it was read.
[[nodiscard]] ir::Program withFloatedCalls(ir::Program program, const text::Original& original);

}  // namespace deforest::backends
