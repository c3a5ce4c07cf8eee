// Arrays that change, of which native code makes trees.
//
//     runSTUArray (do { a <- newArray (0, n) True; .. writeArray a i False .. })
//
// GHC writes a word; in C++ each access takes a step for every binary digit of the array's size,
// and a write makes as many cells (text/prelude/mutable_source.cpp): a sieve of 2,000,000 numbers
// takes 9.5 s, and with GHC a hundredth of one.
#pragma once

#include <string>

#include "ir/program.hpp"

namespace deforest::driver {

/// Warns on standard error if there are such arrays in `program`, which was read from `path`.
void warnOfChangingArrays(const ir::Program& program, const std::string& path);

}  // namespace deforest::driver
