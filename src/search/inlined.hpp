// Which calls the target does not make.
//
//     combine Union p q = max p q        overlay f (Leaf a) (Leaf b) = Leaf (combine f a b)
//
// GHC and C++ compilers unfold small functions that are not recursive, and whatever is called at
// one place only. Such a call costs nothing as the source has it; to count it would reward a
// fragment for what is done anyway. Its matches and allocations are work all the same.
//
// An estimate of other people's heuristics: where they decide otherwise, a call is counted too
// little or too much, on both sides of a comparison alike. What is promised (that nothing counts
// more than the source) is promised of all calls and does not rest on this.
#pragma once

#include <functional>
#include <vector>

#include "graph/call_graph.hpp"
#include "ir/program.hpp"

namespace deforest::search {

/// By function, whether calls of it are unfolded. `isLine` tells which functions will stand where
/// they are called.
[[nodiscard]] std::vector<bool> inlined(const ir::Program& program,
                                        const std::function<bool(ir::FunId)>& isLine);

/// The same where the calls are known.
[[nodiscard]] std::vector<bool> inlined(const ir::Program& program, const graph::CallGraph& calls,
                                        const std::function<bool(ir::FunId)>& isLine);

}  // namespace deforest::search
