// How many runs an automaton of visits has over one word, as a function of the word's length.
//
// Decided on products of the automaton with itself. Two runs are *apart* from where one visit makes
// two calls; from then on they read the same fields as long as they are in the same tree, and any
// two fields of equally deep nodes once one of them is in another tree.
//
//   exponential            two runs that part at a node of a component meet again in it
//   one more in the power  while one run goes around in a component A, another one parts from it
//                          and goes to a component B, and all that time a third goes around in B
#pragma once

#include <vector>

#include "graph/visit_automaton.hpp"

namespace deforest::graph {

/// Strongly connected parts of an automaton, callees before callers.
struct Components {
  std::vector<std::uint32_t> of;                           ///< By node.
  std::vector<std::vector<VisitAutomaton::Node>> members;  ///< By component.
  std::vector<std::vector<std::uint32_t>> next;            ///< Others that a step leads to.
  std::vector<bool> cyclic;                                ///< It has a step within it.
  std::vector<bool> reads;                                 ///< It is a cycle that reads letters.
};

[[nodiscard]] Components componentsOf(const VisitAutomaton& automaton);

/// Which trees the runs that are compared may be in: where nodes of two trees stand is compared by
/// depth alone, so what is found across trees is an estimate.
enum class Trees : std::uint8_t { Same, Any };

/// Whether the runs within one component multiply with every turn.
[[nodiscard]] bool doubles(const VisitAutomaton& automaton, const Components& components,
                           std::uint32_t component, Trees trees);

/// Whether runs within `upper` keep sending runs to `lower` over the words both read in turns.
/// `upper` and `lower` differ and read.
[[nodiscard]] bool feeds(const VisitAutomaton& automaton, const Components& components,
                         std::uint32_t upper, std::uint32_t lower, Trees trees);

}  // namespace deforest::graph
