// Which bindings of a function become parts of expressions, and which matches become patterns.
//
// A binding used once can stand where it is used. Under Haskell's semantics it always may, but
// where that would make a thunk of what can be evaluated at once: of what the result of the block
// certainly evaluates (graph/demand.hpp), and of total arithmetic on such values. A match becomes a
// pattern in a head if the result certainly evaluates what it takes apart. Under strict semantics
// it may only where it is evaluated there and then, or is a value already, so that no thunk is made
// of it: as an operand, a condition, an argument, in a strict field, as the one result; a
// constructor of atoms in any field. A call or an operation that may fail moves only within its
// block, and not past another that keeps its definition. Constructors without fields stand wherever
// they are used.
//
// And a list that GHC's rules fuse with what takes it stands there, though it is evaluated in any
// case (backends/haskell/list_fusion).
//
// A call stays unevaluated even under strict semantics, if the tree that it makes is just stored in
// a field that may be lazy:
//
//     append (Cons x xs) ys = Cons x (append xs ys)
//     f (Node x l r) = let !(# n, a #) = g l in Node n a (f r)
//
// As in the source, the tree then comes as it is asked for. It may, because its value is the same
// whenever it is computed. Forced, the whole result would be there at once, which GHC's collector
// copies, and a list would need a stack as deep as it is long (measured: appending lists five times
// slower, mapping trees twice). A module compiled with Strict evaluates it anyway.
#pragma once

#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

#include "backends/haskell/callees.hpp"
#include "graph/several_results.hpp"
#include "ir/program.hpp"
#include "ir/semantics.hpp"

namespace deforest::backends {

struct Plan {
  /// By variable: the binding that stands for it wherever it is used, or null.
  std::vector<const ir::Binding*> inlined;
  /// Every `Unpack` that a pattern in the head of an equation or of a `case` alternative replaces.
  std::unordered_set<const ir::Binding*> absorbed;
  /// Under Haskell's semantics: every binding that is evaluated where it stands.
  std::unordered_set<const ir::Binding*> early;

  /// Whether the binding keeps a definition of its own.
  [[nodiscard]] bool isDefined(const ir::Binding& binding) const {
    if (absorbed.contains(&binding)) return false;
    return binding.results.size() != 1 || inlined[binding.results[0].value] != &binding;
  }
};

/// What is known about evaluation, where it is Haskell's.
struct Laziness {
  graph::Demands demands;
  graph::SeveralResults several;
};

[[nodiscard]] Laziness lazinessOf(const ir::Program& program);

/// The plan for a function, which must outlive it. The function has no unused bindings. `laziness`:
/// none where evaluation is strict.
[[nodiscard]] Plan makePlan(const ir::Program& program, ir::FunId id,
                            const std::optional<Laziness>& laziness, const Callees& callees = {});

/// The absorbed bindings among those of `block`, by the variable they take apart.
using Patterns = std::map<ir::VarId, const ir::Binding*>;
[[nodiscard]] Patterns patternsOf(const ir::Block& block, const Plan& plan);

/// Whether the last binding is what the block results in, so that it needs no name.
[[nodiscard]] bool endsInOperation(const ir::Block& block);

}  // namespace deforest::backends
