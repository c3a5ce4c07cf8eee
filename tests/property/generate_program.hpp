// Random well-typed programs on which a compiler of first-order functional programs may stumble.
//
// Functions come in groups, callees first: passes that rebuild a tree with changed scalars, swapped
// or missing children; folds; getters and setters; conversions from one type to another; functions
// of several results; accumulators, zips, append-like functions that return their other argument;
// functions that hand a changed child to themselves; counting and generating functions; wrappers.
// The roots chain some of them over their parameters and consume what comes out, and what comes
// between. Matches are nested anywhere: the programs are not in normal form.
//
// All programs terminate on all inputs (world.hpp says why), though some fail on some inputs: a
// few divisions are unguarded and a few branches fail.
#pragma once

#include <cstdint>

#include "ir/program.hpp"

namespace deforest::property {

/// The program of a seed: the same on every machine.
[[nodiscard]] ir::Program generateProgram(std::uint64_t seed);

}  // namespace deforest::property
