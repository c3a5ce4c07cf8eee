// `seq` of what is evaluated anyway is its second operand.
//
//     f p = let { (a, b) = p; n = a + b } in seq p n
//  => f p = let { (a, b) = p; n = a + b } in n
//
// A cell that nobody else has is not made to be evaluated: its strict fields are, those that are
// not evaluated anyway. The same of total arithmetic.
//
//     seq (Vec x y) x    =>    seq y x            where data Vec = Vec !Int !Int
//
// Within a branch, what decided for it is evaluated. And of two results of a conditional, one may
// be a value whenever the other one is: if it is in each of the branches.
//
// What a pattern forces is written as `seq` when a program is read, whether or not the right side
// needs what the pattern found. Here the `seq` goes whose second operand certainly evaluates the
// first (graph/demand.hpp): then it has a value only if that has one, with or without the `seq`.
// What other functions certainly evaluate does not change, since it never followed from such a
// `seq` alone. A single turn; what is left certain is a matter for the next time.
//
// Where evaluation is strict, the first operand is there in any case. A `seq` says that it may not
// go though nobody else reads it, which matters only if it may fail; what parameters and fields
// are has not failed.
//
//     let { u = check n } in seq u n       as it stands, if `check` has an `error`; else n
#pragma once

#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::simplify {

pipeline::Pass forcedAnyway(ir::Semantics semantics);

}  // namespace deforest::simplify
