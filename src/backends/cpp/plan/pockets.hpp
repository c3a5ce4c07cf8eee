// What of scratch gets a place of its own; see lifetimes.hpp.
//
//     b = mirror a                      a lies below b, and is done with when b is there:
//     c = mirror b                      a gets a pocket, and is given back before c is made
//
// What is on scratch is given back together. So what is done with before a call that makes more,
// while something else is still needed, gets a pocket; what remains on scratch is then perhaps done
// with earlier, until nothing changes.
#pragma once

#include <set>

#include "backends/cpp/plan/lifetimes.hpp"

namespace deforest::backends {

/// Chooses among the candidates, given what is needed where, and finds where everything ends.
void choosePockets(const ir::Block& body, const CppFacts& facts,
                   const std::set<ir::VarId>& candidates, ScratchPlan& plan);

}  // namespace deforest::backends
