// Functions along a list that take turns become one.
//
//     plus (Cons x xs) = x + minus xs          plus (Cons x xs) = case xs of
//     minus (Cons x xs) = plus xs - x     =>     Cons y ys -> x + (plus ys - y)
//
// A loop (plan/loops.hpp) is made of a function that calls itself. So one of the functions becomes
// part of the others until a single one is left, if on every path each calls another at most once
// and does not call itself: on trees nothing would be gained. The others stay if they are called
// from elsewhere.
//
// Of recursions that also go other ways, as on trees, only the calls that are the last thing done
// matter:
//
//     while n b s = if s < n then body n b s else s             while n b s =
//     body n [] s = while n [] (s + 1)                             if s < n then case b of
//     body n b s = let t = run b s in while n b (t + 1)     =>       [] -> while n b (s + 1)
//                                                                    _ -> let t = run b s in while ..
//
// A function to which others come back by such calls takes them in where it makes them, the
// smallest first, if they are not too large; what it makes in a turn can be given back then.
//
// Right, because a call means its body; it ends, because each step takes a function out of the
// cycle. It is not done for functions that are large or called in many places of the cycle; they
// may be larger where all calls of the cycle are the last thing that is done, but for the making of
// cells, for then the result needs no stack, and the functions of the cycle would need one that
// grows with every turn. Nor would what they lose be given back before the last of them returns.
//
// Source: Kaser, Ramakrishnan and Pawagi, On the conversion of indirect to direct recursion, ACM
// Letters on Programming Languages and Systems, 1993.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `direct-recursion`.
pipeline::Pass directRecursion();

}  // namespace deforest::backends
