// Folds that add or multiply on the way back do so on the way down.
//
//     sum Nil        = 0                        sum xs = sum_acc xs 0
//     sum (Cons x t) = x + sum t          =>    sum_acc Nil a        = a
//                                               sum_acc (Cons x t) a = sum_acc t (a + x)
//
// A loop instead of a recursion as deep as the list is long. For a function with one result, an Int
// or a Word, that calls itself at most once on a path and does nothing with what comes back but add
// to it, in any branch (or nothing but multiply).
//
// Right, because these operations are associative and commutative bit for bit: integers wrap. Not
// so floating point, which is left alone. Not for two calls on a path either: they can run at the
// same time, and stay so. What is added is computed before the call instead of after it; where both
// fail, another error may come first. Strict semantics only.
#pragma once

#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::simplify {

/// The pass `accumulate`.
pipeline::Pass accumulate(ir::Semantics semantics);

}  // namespace deforest::simplify
