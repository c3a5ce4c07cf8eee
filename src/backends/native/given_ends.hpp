// A list that is put in front of another one is made in front of it, and not copied.
//
//     render (Num n)   = show n
//     render (Neg d)   = '-' : render d
//     render (Add d e) = render d ++ "+" ++ render e
//  =>
//     render_append (Num n) ys   = showDigits n ys
//     render_append (Neg d) ys   = '-' : render_append d ys
//     render_append (Add d e) ys = render_append d ('+' : render_append e ys)
//
// and `concat (map render ds)` is `renderAll ds`, where
//
//     renderAll []       = []
//     renderAll (d : ds) = render_append d (renderAll ds)
//
// `++` copies what stands in front, once at each level of a tree of calls, and the copy and what it
// is of are there at the same time. So a call of `++` is moved to where its first list comes from:
//
//     []      ++ ys  =>  ys                     (if b then s else t) ++ ys  =>  if b then s ++ ys
//     (x : s) ++ ys  =>  x : (s ++ ys)                                          else t ++ ys
//     (s ++ t) ++ ys =>  s ++ (t ++ ys)         f a ++ ys    =>  f_append a ys
//
// where f_append is a copy of f in which the same is done at the end. A function that only has a
// parameter at the end of its result, as `showDigits` has, is given what follows there, as `++` is.
// Likewise a function that puts together the elements of a list of lists (`concat`, `unlines`, and
// what `intercalate` has become then): it goes to where that list comes from, which is not made.
//
// So is one that prints what it makes of the elements (written_output.hpp), in their order, and as
// soon as it can be:
//
//     write (s ++ t) out  =>  write t (write s out)        write (f a) out  =>  f_write a out
//
// Right, because `++` is associative and both lists are made in any case: what is moved is a call
// with a list that nobody else reads, to where that list is made, and what follows it is made
// before. Which of two errors is met may change. Nothing is copied that was not before.
//
// What is left alone: a list that is read elsewhere, too, comes as a parameter, from another branch
// or out of a cell; one that is made by a function which makes no cell of it; and in parallel code
// calls that may run at the same time as what follows, unless they print along a list, the rest of
// which can be handed out. Functions that end in no recursion are put
// where they are called, so that a loop stays one; those too large for that are left alone.
//
// What is moved is made later, and what it reads is kept until then. So a function that is called
// once in a run keeps the order of what takes long, and so does one whose lists have large
// elements. A loop that makes a list of lists by calls that take long stays one, but in a recursion
// that goes several ways and makes texts: a stack as deep as the list is more than the copy of it.
//
// Ends: a function is made for a pair of a reader and a maker, one level of lists is gone with it,
// and how many there may be is bounded by the size of the program.
//
// Source: Wadler, The concatenate vanishes, 1987; and Deforestation, TCS 1990, for the composition.
#pragma once

#include "backends/native/options.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `given-ends`.
pipeline::Pass givenEnds(const NativeOptions& options);

}  // namespace deforest::backends
