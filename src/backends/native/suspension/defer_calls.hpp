// A call of its own recursion that a function makes for another one, which perhaps does not need
// the result, is made there.
//
//     pay n (c : cs) = let r = pay (n - c) cs         pay n (c : cs) = let r = pay (n - c) cs
//                          s = pay n cs                                in or_pay r n cs
//                      in or r s                 =>
//     or Nothing s = s                                or_pay Nothing n cs = pay n cs
//     or (Just x) _ = Just x                          or_pay (Just x) _ _ = Just x
//
// Native code computes what a function is given before the call. Where that is the rest of a
// search, all of it is gone through though the first attempt may have been enough, and at every
// step of it again: what Haskell does in 40 steps takes 2^40. So the function gets a form that is
// given what the call is given, and makes it where the result is read, or hands it on in the same
// way.
//
// Right under Haskell's semantics: the call is made at most once, on ways on which its result was
// read; on the others it is saved. Only the results of calls that lead back to the caller move, for
// only there what is saved multiplies; and they move only into functions that on some way do not
// read them. It ends, because forms are made by function, parameter and callee.
//
// On normal form, before fusion; calls that one branch alone reads go into it at once.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `defer-calls`.
pipeline::Pass deferCalls();

}  // namespace deforest::backends
