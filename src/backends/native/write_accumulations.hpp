// What `accumArray` makes of numbers is added up where it is.
//
//     accumArray f z (l, h) entries =                    accumArray f z (l, h) entries =
//       .. changeAll f l h n entries (filled n z)          .. gathered a 0 n (changeInPlace ..)
//                                                           where a = <array> n z
//     changeAll f l h n ((i, y) : rest) cells =      =>   changeInPlace f l h n ((i, y) : rest) a done =
//       changeAll f l h n rest                              let x = <element> a k done
//         (change f n k y cells)                            in changeInPlace f l h n rest a
//                                                                (<put-element> a k (f x y) ..)
//
// An array is a tree of its elements (text/prelude/array_source.cpp), and a new element makes a new
// path through the tree. While it is made of entries nobody sees it, so its elements, if they are
// scalars, stand in memory that is written (ir/arrays.hpp), and the tree is made of them when all
// entries are there: a histogram of a million numbers takes as many steps, and not as many paths.
//
// Right, because `filled` makes a tree that only `changeAll` is given, and which it hands on; and
// because each element is read after it was written last, which the numbers of what has been done
// say. Nothing is done where the functions do not look as they do in that text.
//
// On a program as it was read, before everything else, like write_arrays.hpp.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `write-accumulations`.
pipeline::Pass writeAccumulations();

}  // namespace deforest::backends
