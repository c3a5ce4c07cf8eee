// Constants that are lists without an end, and their uses.
//
//     primes = 2 : filter isPrime (from 3)            primes = let ps = made ps in ps
//     isPrime n = all (...) (takeWhile .. primes) ⇒   made ps = 2 : filter ps (from 3)
//     main = ... primes ... isPrime n ...             isPrime ps n = all (...) (takeWhile .. ps)
//                                                     main = let ps = primes in .. isPrime ps n ..
//
// Haskell computes a constant of the module once. A function without parameters is computed
// wherever it is called, and one that leads to a call of itself would never end. So functions that
// lead to such a call get the list as a parameter: from `main`, which makes it once, and from the
// constant itself, which is given what it results in (ir/library_calls.hpp, `isTied`).
//
// What a function makes of nothing that it is given is such a constant, too (float_constants.hpp).
//
// Before `delay-lists` makes something of it that has a value: until then there is none. Lists with
// an end are shared by `share-constants`, when they are known to have a value.
#pragma once

#include "ir/program.hpp"

namespace deforest::backends {

/// Leaves alone what is needed where a root is called by others.
void tieConstants(ir::Program& program);

}  // namespace deforest::backends
