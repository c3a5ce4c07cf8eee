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
//
// Of several results, those that are wanted together (graph/several_results.hpp) are all evaluated
// if one is; where nothing is known of that, certain is what each of them evaluates.
#pragma once

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graph/demand.hpp"
#include "ir/program.hpp"

namespace deforest::graph {

/// Of the results of a function, where any of them is evaluated.
struct ResultFacts {
  std::vector<bool> wanted;  ///< So is this one.
  std::vector<bool> ready;   ///< This one is a value then, wanted or not.

  bool operator==(const ResultFacts&) const = default;
};

/// What is asked about functions that are called.
using FactsOf = std::function<const ResultFacts&(ir::FunId)>;

/// What a walk through a function comes by, with what is evaluated by then, or certainly will be:
/// blocks as they begin, bindings as they are carried out if they are.
struct ContextVisitor {
  std::function<void(const ir::Block&, const VariableSet&)> block{};
  std::function<void(const ir::Binding&, const VariableSet&)> binding{};
};

/// Walks through `function`, of whose results those in `wanted` are. `evaluated`: by variable, what
/// is evaluated with it (graph::evaluatedWith). Which results are values in the end.
std::vector<bool> walkContexts(const ir::Function& function,
                               const std::vector<VariableSet>& evaluated,
                               const std::vector<bool>& wanted, const FactsOf& facts,
                               const ContextVisitor& visit);

struct Early {
  std::unordered_set<const ir::Binding*> bindings;
  /// What is certainly evaluated when a result of the block is.
  std::unordered_map<const ir::Block*, VariableSet> certain;
};

[[nodiscard]] Early evaluatedEarly(const ir::Function& function,
                                   const std::vector<VariableSet>& evaluated,
                                   const std::vector<bool>& wanted, const FactsOf& facts);

}  // namespace deforest::graph
