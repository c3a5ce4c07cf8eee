// Which functions read their tree against the order of memory.
//
// A tree lies in memory as it was built, a cell before its children and an earlier child before a
// later one. A function that needs what a later child gives to go into an earlier one
//
//     f (Node l r) s = let (r', n) = f r s; (l', m) = f l n in (Node l' r', m)
//
// visits it from its end, which the processor does not foresee; see deforest/prefetch.hpp.
#pragma once

#include <vector>

#include "backends/native/facts.hpp"
#include "backends/native/plan/layout.hpp"
#include "backends/native/plan/loops.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// The parameters of which the function, as a loop if it is one, visits a later child, by a call
/// of itself or of one it is in mutual recursion with, before an earlier one.
[[nodiscard]] std::vector<ir::VarId> readBackwards(const ir::Program& program, ir::FunId id,
                                                   const LoopPlan& loops, const CppLayout& layout,
                                                   const CppFacts& facts);

}  // namespace deforest::backends
