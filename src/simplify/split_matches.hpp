// Establishes normal form: nested matches become functions of their own.
//
//     zipT (B x l r) t = case t of { B y m n -> ... ; E -> ... }
//  => zipT (B x l r) t = zipT_t t x l r
//     zipT_t t x l r   = case t of { B y m n -> ... ; E -> ... }
//
// A `Case` stays where it is if it is all that a function does, on one of its parameters; any
// other one becomes a call of a new function of its free variables. Only so can a match inside a
// function fuse with whatever makes the tree it takes apart. Meaning and sharing are unchanged: the
// call stands exactly where the match stood.
//
// Thesis section 4.4 ("every function is a single case expression").
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::simplify {

/// The pass `split-matches`.
pipeline::Pass splitMatches();

}  // namespace deforest::simplify
