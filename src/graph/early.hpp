// Which bindings are evaluated where they stand, where evaluation is Haskell's.
//
//     f x y = let a = x + 1           early: the result evaluates it
//                 b = g y             suspended: the cell keeps it
//                 c = a * 2           early, though the cell keeps it: it takes no more than to
//             in if a > 0 then [b, c] else []                          suspend the computation
//
// What the result of a block certainly evaluates may as well be computed first, and so may total
// arithmetic on such values. All else is suspended where something keeps it: a cell is made that
// says how to compute it, and made again into its value. A compiler that analyses demand
// (graph/demand.hpp) decides so too.
#pragma once

#include <unordered_set>
#include <vector>

#include "graph/demand.hpp"
#include "ir/program.hpp"

namespace deforest::graph {

using BindingSet = std::unordered_set<const ir::Binding*>;

/// Of all blocks of the function. `evaluated`: by variable, what is evaluated with it
/// (graph::evaluatedWith).
[[nodiscard]] BindingSet evaluatedEarly(const ir::Function& function,
                                        const std::vector<VariableSet>& evaluated);

/// What all results of the block certainly evaluate.
[[nodiscard]] VariableSet evaluatedByAll(const ir::Block& block,
                                         const std::vector<VariableSet>& evaluated);

}  // namespace deforest::graph
