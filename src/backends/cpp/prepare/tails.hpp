// Brings recursion along lists to where it can be a loop (loops.hpp): into the function that
// begins it, and to the ends of its branches.
//
// Functions that take turns become one, if on every path each calls another at most once and does
// not call itself:
//
//     plus (Cons x xs) = x + minus xs          plus (Cons x xs) = case xs of
//     minus (Cons x xs) = plus xs - x     =>     Cons y ys -> x + (plus ys - y)
//
// A call that is made before a branch that only passes on what it gives is made in the branch; what
// follows a branch that recurses goes into the branch:
//
//     let r = f xs in if p x then Cons x r else r   =>   if p x then Cons x (f xs) else f xs
//
// Nothing is computed twice: of the copies, one is reached. Trees are left as they are: two calls
// side by side can run at the same time.
#pragma once

#include "backends/cpp/prepare/prepare.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// Makes functions that take turns one. The others stay for those who call them from elsewhere.
void joinTurns(ir::Program& program);

/// Moves the function's calls of itself to the ends of its branches.
void moveCallsToEnds(ir::Function& function, ir::FunId id, const CppFacts& facts);

}  // namespace deforest::backends
