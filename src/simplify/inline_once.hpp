// Puts a function that is called in one place there.
//
//     f (Cons x t) = f_t t x                       f (Cons x t) = case t of
//     f_t Nil x        = x                  =>       Nil      -> x
//     f_t (Cons y u) x = f u + y                     Cons y u -> f u + y
//
// What normal form took apart (split-matches), and what fusion left with one caller, comes together
// again: a call less on every path, and the program looks as its author would have written it.
// Last of all, for afterwards a function is no longer a single match.
//
// Right, because a call means its body. The code does not grow: every function moves to its only
// call. Roots stay; so does a function that calls itself. Under Haskell's semantics a match is
// carried out when its result is wanted, wherever it stands; but a function without parameters,
// which is evaluated once for all its callers' calls, stays.
#pragma once

#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::simplify {

/// The pass `inline-once`.
pipeline::Pass inlineOnce(ir::Semantics semantics);

}  // namespace deforest::simplify
