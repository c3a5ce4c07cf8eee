// Drops constructors that nothing makes.
//
//     data Handle = InputHandle | OutputHandle | ErrorHandle | FileHandle String Int
//     emit h n = case h of { ..; FileHandle name i -> .. }        where no file is opened
//
// ⇒   data Handle = InputHandle | OutputHandle | ErrorHandle
//
// A value is there only if some binding makes it, or if it comes from outside: with what a root
// takes or gives, or as the result of something whose text is not known. So the alternatives of a
// constructor that no binding in reach makes are never taken. What they would do is out of reach
// itself, so that what is made there does not count: both are found together, from the roots on,
// until there is nothing new.
//
// Libraries have types for all that a program may do. What it does not do would otherwise be
// compiled, judged for what it may fail with, and stand in the way of what is known of the rest.
//
// It does not fire on lists, which keep what they have, nor where nothing makes values of the type
// at all. Passes that know a type by the number of its constructors run before it.
//
// Source: the program's reachable constructors are found as Bacon and Sweeney's rapid type analysis
// finds the classes of which there are objects (OOPSLA 1996).
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `drop-unmade`.
pipeline::Pass dropUnmade();

}  // namespace deforest::backends
