// Rewrites callers by the facts that induction proves.
//
//     flip_flip: result 0 = t         y = flip_flip l ; g y      =>      g l
//     ft: result 1 = result 0         (a, b) = ft x ; h a b      =>      (a, _) = ft x ; h a a
//
// A result that is known is no longer read; `unused` then drops it from the function, and the call
// too if nothing of it is left. A root all of whose results are known becomes just these.
//
// Under lazy semantics nothing is rewritten: a result that equals a parameter may be computed by
// way of conditions that force more than the parameter.
//
// Thesis section 4.4.4, "Redundant outputs" and "Non-recursively consumed inputs".
#pragma once

#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::redundancy {

/// The pass `facts`.
pipeline::Pass facts(ir::Semantics semantics);

}  // namespace deforest::redundancy
