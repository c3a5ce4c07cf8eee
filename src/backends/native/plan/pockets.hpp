// What of scratch gets a place of its own; see lifetimes.hpp.
//
//     b = mirror a                      a lies below b, and is done with when b is there:
//     c = mirror b                      a gets a pocket, and is given back before c is made
//
// What is on scratch is given back together. So what is done with before a call that makes more,
// while something else is still needed, gets a pocket; what remains on scratch is then perhaps done
// with earlier, until nothing changes.
#pragma once

#include "backends/native/plan/lifetimes.hpp"

namespace deforest::backends {

/// Finds where everything on scratch ends, none of it in a pocket.
void findEnds(const ir::Block& body, const CppFacts& facts, ScratchPlan& plan);

/// Chooses among the candidates of the plan, and finds anew where everything ends.
void choosePockets(const ir::Block& body, const CppFacts& facts, ScratchPlan& plan);

}  // namespace deforest::backends
