// How the number of visits grows with the tree.
//
// A call that takes a tree apart hands its parts to other calls, so the visits that a node gets are
// the ways to come to it: the runs of an automaton whose states are functions (with one of their
// parameters), whose letters are fields, and whose transitions are calls. The number of runs over
// one word is the automaton's *degree of ambiguity*, and that is decided on its product with itself
// (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991):
//
//   exponential   one visit leads to two visits, by the same function, of the same node below it:
//                 both (N l r) = N (both l) (both (both l))
//   one more n    a function keeps on calling another one on the part that it goes to itself, and
//                 both go on: shift (Cons v c) = Cons (sum c) (shift c) is n^2
//   no more       calls on different parts; calls of which only one branch makes one
//
// A tree that a call returns stands for the tree it was made from, in place (a mapped list) or
// moved (a flipped tree, the parts that `append` was given); of a moved node only the depth is
// compared. Degrees that rest on that, or on a tree that may have grown, are estimates.
//
// A greater degree is a reason to count, not a proof that a program is slower: constants do not
// show, and the estimate knows nothing of values.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"

namespace deforest::graph {

struct VisitDegree {
  bool exponential = false;
  unsigned power = 0;      ///< Visits are proportional to this power of the nodes. 0: no recursion.
  bool estimated = false;  ///< Some tree is made on the way whose shape is not known.
  bool operator==(const VisitDegree&) const = default;
};

/// The greater growth first decides; an estimate is greater than the same that is exact.
[[nodiscard]] bool lessVisits(const VisitDegree& a, const VisitDegree& b);

/// Of each function with all that it calls, by FunId. `program` is in normal form.
[[nodiscard]] std::vector<VisitDegree> visitDegrees(const ir::Program& program);

/// `1`, `n`, `n^2`, `2^n`; an estimate as `about n`.
[[nodiscard]] std::string describe(const VisitDegree& degree);

}  // namespace deforest::graph
