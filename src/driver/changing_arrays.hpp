// Arrays that change, of which native code makes trees.
//
//     runSTArray (do { a <- newArray (0, n) []; .. writeArray a i (x : xs) .. })
//
// GHC writes a word. So does C++ if the elements are numbers (backends/native/write_arrays.hpp); of
// others each access takes a step for every binary digit of the array's size, and a write makes as
// many cells (text/prelude/mutable_source.cpp).
#pragma once

#include <string>

#include "ir/program.hpp"

namespace deforest::driver {

/// Warns on standard error if there are such arrays in `program`, which was read from `path`.
void warnOfChangingArrays(const ir::Program& program, const std::string& path);

}  // namespace deforest::driver
