// What is only put behind a list is made when the list has been gone through.
//
//     concat [] = []                            concat [] = []
//     concat (h : t) = append h (concat t)      concat (h : t) = put h t
//                                           =>
//     append [] ys = ys                         put [] t = concat t
//     append (x : xs) ys = x : append xs ys     put (x : xs) t = x : put xs t
//
// A recursion that gives its own result to a function which puts that behind a list comes back at
// every element: its stack grows with the list, and what is last is made first. A copy of that
// function, which takes what the recursion needs instead of what it gives, calls it where the
// result would be; the two take turns along a list, `direct-recursion` makes them one, and that is
// a loop which fills the hole in its last cell (plan/loops.hpp). Cells are made in the order in
// which they are read.
//
// It is done where the function needs the parameter exactly once on every way, as its result or for
// its call of itself, along a part of another parameter, and cannot fail: so the recursion is
// called as often as before, and whether anything fails, and how, is the same. The recursion has
// only this call of itself. Where it makes other calls that take long it stays, because these may
// run at the same time as what follows; and so do functions that branch on the result first.
//
// Source: Wadler, Deforestation, TCS 1990, for the composition; Leijen and Lorenzen, Tail recursion
// modulo context, POPL 2023, for the loop.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `late-ends`.
pipeline::Pass lateEnds();

}  // namespace deforest::backends
