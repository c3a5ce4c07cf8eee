// Under Haskell's semantics: `seq` of what is evaluated anyway is its second operand.
//
//     f p = let { (a, b) = p; n = a + b } in seq p n
//  => f p = let { (a, b) = p; n = a + b } in n
//
// What a pattern forces is written as `seq` when a program is read, whether or not the right side
// needs what the pattern found. Here the `seq` goes whose second operand certainly evaluates the
// first (graph/demand.hpp): then it has a value only if that has one, with or without the `seq`.
// What other functions certainly evaluate does not change, since it never followed from such a
// `seq` alone. A single turn; what is left certain is a matter for the next time.
#pragma once

#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::simplify {

pipeline::Pass forcedAnyway(ir::Semantics semantics);

}  // namespace deforest::simplify
