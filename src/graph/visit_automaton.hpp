// The automaton whose runs are the visits of a tree (graph/visit_degree.hpp).
//
// A *state* is a function with the parameter that brought the tree in. Each call that gets the tree
// or a part of it is a choice of that state; it reads the fields on the way to the part, and ends
// in the state of the callee. Two choices of one state are made in the same visit unless they
// stand in different branches.
#pragma once

#include <optional>
#include <vector>

#include "ir/program.hpp"

namespace deforest::graph {

struct VisitAutomaton {
  using Node = std::uint32_t;

  struct Step {
    /// The field that is read here, by its number; none: a choice among calls.
    std::optional<std::uint32_t> letter;
    /// From here on another tree is read, made from the one before: its nodes stand elsewhere.
    bool moves = false;
    std::vector<Node> next;   ///< One, unless calls are chosen.
    std::vector<bool> grown;  ///< Of each call: the tree handed over may be larger.
    /// Of each call: the branches it stands in, as (conditional, branch), outermost first.
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> branches;
  };

  /// What a node that chooses among calls stands for.
  struct State {
    ir::FunId function;
    std::uint32_t parameter = 0;
    bool visits = false;  ///< The function takes the tree apart.
  };

  std::vector<Step> steps;
  std::vector<std::optional<State>> states;  ///< By node; none on the way to a callee.

  /// Whether one visit may make both choices of a node.
  [[nodiscard]] bool together(Node node, std::size_t a, std::size_t b) const;
};

/// `program` is in normal form. Every function has a state for each parameter that is a tree.
[[nodiscard]] VisitAutomaton visitAutomaton(const ir::Program& program);

}  // namespace deforest::graph
