// The program with a function for each version that differs: one that owns an argument and one that
// does not, if the cells of that argument can be reused.
//
//     twice t = incr (incr t)      =>      twice t = incrInPlace (incr t)
//
// The ownership analysis tells versions apart by what their callers can give away. Two that take no
// different cells and call no different versions would be the same text, and become one function
// (the coarsest partition that says so).
#pragma once

#include "backends/native/code.hpp"

namespace deforest::backends {

/// Decides which cells are written again, and by which version of a function. What is decided of
/// loops and lists holds for all versions of a function, as calls within a recursion stay in one.
/// With `consumeInput` the roots but for the last `copies` own their arguments, and of the copies
/// those stay that somebody needs who calls a root that writes into what it is given.
void reuseCells(NativeCode& code);

}  // namespace deforest::backends
