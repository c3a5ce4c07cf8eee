// A constant that takes long and is used again and again is computed once, and handed on.
//
//     squares = fromList [(n, n * n) | n <- [1 .. 9999]]       squares = ..
//     value k = squares ! k                                    value s k = s ! k
//     main = print (sum (map value [1 .. 20000]))        =>    main = let s = squares
//                                                                     in print (.. value s ..)
//
// Haskell computes a constant of the module the first time that it is needed, and keeps it. A
// function without parameters is computed wherever it is called. So functions that lead to calls of
// such a constant get it as a parameter, and it is computed in the innermost block around all of
// these calls in a function that runs once: a root, or a function with one call in one that runs
// once. Where the constant itself has but one call in such a function nothing is done.
//
// A table of a library (a map, a set, an array) that a function computes of nothing that it is
// given is a constant, too: GHC floats it out of the function. Other values stay where they are,
// for lists are mostly fused with what reads them.
//
// Right under Haskell's semantics, where what a constant is does not depend on who asks. It is
// computed though perhaps nobody asks: so one that may fail is shared only if it is known that it
// has a value (it has no input: whoever wants to know evaluates it), or if the results of that
// block certainly ask for it (graph/demand). Constants that take few steps stay: where no function
// that calls itself is needed for one, it is as good as its text, of which fusion makes something;
// but not where elements are kept in it (write_slots.hpp).
//
// On a program as it was read, before fusion.
#pragma once

#include <functional>

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// Whether a function without parameters certainly has a value.
using HasValue = std::function<bool(const ir::Program& program, ir::FunId constant)>;

/// The pass `share-constants`. Without `hasValue` what may fail is not known to have one.
pipeline::Pass shareConstants(const HasValue& hasValue = {});

}  // namespace deforest::backends
