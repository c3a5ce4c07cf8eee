// Parameters that always receive the same value become one; parameters that always receive the same
// constant become that constant.
//
//     f t a b, called as f x k k and, inside, f l a b        =>   f t a
//     place t dx, called as place x 0 and, inside, place l dx  =>   place t, with 0 for dx
//
// Greatest fixed point over all functions: assume that every two parameters of one type are equal,
// and that every parameter is the constant of its first call, and drop what some call does not
// confirm, taking the caller's own parameters as assumed. Right by induction on the number of calls
// made so far: roots, which anybody may call, assume nothing.
//
// Thesis section 4.4.4, "Redundant inputs" (shared inputs).
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::redundancy {

/// The pass `shared-inputs`.
pipeline::Pass sharedInputs();

}  // namespace deforest::redundancy
