// Elaboration of one instance of a function: from resolved, typed terms to bindings.
//
// Evaluation order. The language is strict: operands, arguments and fields are evaluated before
// what they are operands of, from the left. Bindings of `let` and `where` without a bang are
// evaluated where they are first certainly needed, and in no branch that does not need them:
//
//     f x y | y == 0    = 0            the division stands in the branch `otherwise` only
//           | otherwise = q * q
//       where q = div x y
//
// A binding that several branches need is copied into each (one of them runs); if all branches
// need it, it stands before them. One that a branch may need and that is needed again after the
// branches have joined would run twice: if it calls functions it is evaluated before the branches,
// and only there evaluation is stricter than Haskell's. The same holds for variables that a local
// function captures: they are evaluated before it is called. Bindings nobody needs are dropped.
#pragma once

#include "text/lowering/program.hpp"

namespace deforest::text {

/// Makes the body of `target`, that instance. Throws `ElaborationAbort` after reporting what only
/// shows at its types and shapes.
void elaborateInstance(ProgramBuilder& builder, const Instance& instance, ir::FunId target);

}  // namespace deforest::text
