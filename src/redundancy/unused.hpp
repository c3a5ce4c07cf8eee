// Drops results that no caller reads and parameters that no body uses, everywhere at once.
//
//     f t k = (B x a b, v)   callers read result 0 only, k only passed on   =>   f t = B x a b
//
// Least fixed point from the roots, which keep everything: a result is live if a caller that is
// live reads it; a parameter is live if the live part of the body uses it other than as an argument
// in a dead position. Right, because what is dropped is read by nobody.
//
// Thesis section 4.4.4, "Redundant inputs" (unconsumed inputs).
#pragma once

#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::redundancy {

/// The pass `unused`.
pipeline::Pass unused(ir::Semantics semantics);

}  // namespace deforest::redundancy
