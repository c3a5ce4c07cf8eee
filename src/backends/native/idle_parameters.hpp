// What a function does nothing with but to hand it on to itself it hands on as it is.
//
//     go k n Nil        = k                              go k n Nil        = k
//     go k n (Cons x t) = go k (x * 3) t        =>      go k n (Cons x t) = go k n t
//
// The parameter stays, for a root keeps its type, but nothing is computed for it any more. Right,
// because no result depends on it. A function that can lose the parameter has lost it to `unused`.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `idle-parameters`.
pipeline::Pass idleParameters();

}  // namespace deforest::backends
