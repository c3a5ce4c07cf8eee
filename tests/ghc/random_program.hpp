// Random programs that use every construct of the representation and a good deal of the language's
// types. Recursion is on the fields of what a function matches, so they end; they may fail.
#pragma once

#include <cstdint>

#include "ir/program.hpp"

namespace deforest::testing {

/// The same program for the same seed. It has a `main` that prints what its functions make of some
/// constants.
[[nodiscard]] ir::Program randomProgram(std::uint64_t seed);

}  // namespace deforest::testing
