// Driving: symbolic evaluation of one region.
//
//     y1 = f1 x ; y2 = f2 y1
//  => v' = v + 1 ; l' = f1 l ; r' = f1 r ; y1 = B v' l' r' ; and f2 is unfolded on y1 in turn
//
// where x is known to be B v l r, and f1 (B v l r) = B (v + 1) (f1 l) (f1 r).
//
// Unfolded are calls whose traversed argument is a known constructor (so the match disappears),
// calls that traverse a type with one constructor (rule S: taking it apart is no branch) and
// plain wrappers. Everything else is kept, through common-subexpression elimination; a constructor
// built from exactly the fields of a known value is that value. What remains of the calls is
// grouped afterwards (tupling/grouping).
//
// Conditionals. Each branch is driven with what it knows of the condition. A result that all
// branches build with the same constructor also returns its fields (PHI), so that a consumer need
// not be pushed in. A call that all branches make moves in front (HOIST): it runs on every path
// anyway; a call of only some branches never does, that would be speculation.
//
// PUSH. When a consumer needs the constructor of a conditional's result, it goes on in the branches
// (case-of-case on demand):
//
//     r = if c then Cons a x else g x ; s = sum y ; n = length r ; m = n + s
//  => s = sum y ; (r, n) = if c then (Cons a x, 1 + length x) else (g x, length (g x)) ; m = n + s
//
// With it goes what it reads and what reads the conditional itself; what does not stands in front,
// and all else stays behind, where the branches have met again. So what follows a conditional is
// copied into its branches only as far as it finds something there, and a conditional whose
// branches are driven is never driven again: they go on where they ended.
//
// PROMOTE. A fold of what a function with a hole makes, and nobody else reads, moves through it
// (fusion/promotion): `sum (append xs c)` becomes `sum_append xs (sum c)`, `append (append a b) c`
// becomes `append a (append b c)`.
//
// UNDO. A call of what its argument was made from by a function that it undoes is that
// (fusion/inverses).
//
// Why right: every step replaces a call by its definition, a match on a known constructor by its
// alternative, an operation by the equal result of an earlier one, or both sides of a proved law.
// Nothing is evaluated that the source does not evaluate on the same path, nothing is evaluated
// twice on one path.
//
// Why finite: unfolding one function inside its own unfolding needs a known argument with the same
// constructor to be smaller each time; beside that there is fuel for unfoldings and for pushes.
//
// Under Haskell's semantics a binding is a `let`, so unfolding a call is right whatever it
// evaluates. What is matched on is then evaluated by `seq`, where that is not certain otherwise: a
// match on the result of a conditional, of which PHI knows the constructor, is `seq r
// (alternative)`. PUSH makes what it moves wait for the condition, so all of that must certainly
// evaluate what the conditional makes (graph/demand.hpp). Constants of the module are not unfolded:
// they are evaluated once. Laws are not used.
//
// Thesis section 4.4.2 (eliminating constructor consumers). Driving is V. F. Turchin's ("The concept
// of a supercompiler", TOPLAS 1986), here of calls by value; with nothing but unfolding and known
// constructors it is M. H. Sørensen, R. Glück and N. D. Jones, "A positive supercompiler", JFP 1996,
// and before that P. Wadler, "Deforestation: transforming programs to eliminate trees", 1990.
#pragma once

#include <optional>
#include <vector>

#include "engine/options.hpp"
#include "fusion/laws.hpp"
#include "graph/facts.hpp"
#include "simplify/knowledge.hpp"

namespace deforest::fusion {

/// A region to drive: bindings whose calls name functions of the source program and whose variables
/// belong to the target function.
struct Region {
  std::vector<ir::Binding> bindings;
  std::vector<ir::Atom> results;
  /// The first result of a call to unfold although nothing is known of its arguments (generator).
  std::optional<ir::VarId> forced;
};

struct Driven {
  ir::Block block;
  /// The fuel for unfoldings ran out: calls were left that could have been unfolded.
  bool outOfFuel = false;
};

Driven drive(const ir::Program& source, const graph::Facts& facts, const Laws& laws,
             const engine::Options& options, ir::Function& target, Region region,
             simplify::Knowledge knowledge);

}  // namespace deforest::fusion
