// Conditionals on one condition become one.
//
//     b = x < p                                        b = x < p
//     s = if b then Cons x small else small      =>    (s, l) = if b then (Cons x small, large)
//     l = if b then large else Cons x large                     else (small, Cons x large)
//
// Two filters that share a visit each ask their own question; where the second is the contrary of
// the first (simplify finds that), the visit is a partition and decides once. Where the conditional
// then ends the function, recursive calls can go into it (sink-calls).
//
// Right, because both conditionals are evaluated, one after the other, and take the same branch;
// nothing is evaluated more often. The first moves down to the second, past operations that do not
// read it: not past calls, so that the order in which trees are visited and built stays. Last,
// since a conditional of several results hides what each of them is from those who would push a
// consumer into it (fusion/push). Strict semantics only: lazily each is evaluated when it is asked
// for.
#pragma once

#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::simplify {

/// The pass `join-conditionals`.
pipeline::Pass joinConditionals(ir::Semantics semantics);

}  // namespace deforest::simplify
