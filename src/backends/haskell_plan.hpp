// Which bindings of a function become parts of expressions, and which matches become patterns.
//
// A binding used once can stand where it is used. Under lazy semantics it always may. Under strict
// semantics it may only where it is evaluated there and then, or is a value already, so that no
// thunk is made of it: as an operand, a condition, an argument, in a strict field, as the one
// result; a constructor of atoms in any field. A call or an operation that may fail moves only
// within its block, and not past another that keeps its definition. Constructors without fields
// stand wherever they are used.
//
// One call stays unevaluated even under strict semantics: the only recursive one on its path, where
// its result is just stored.
//
//     append (Cons x xs) ys = Cons x (append xs ys)         a list comes as it is asked for
//     flip (Node l r) = let !a = flip r ; !b = flip l in Node a b        a tree at once
//
// Evaluated, it would need a stack as deep as the list is long, which GHC's collector walks again
// and again (measured: five times slower). It may be delayed, because the value is the same
// whenever it is computed; a module compiled with Strict evaluates it anyway.
#pragma once

#include <map>
#include <unordered_set>
#include <vector>

#include "ir/program.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

struct Plan {
  /// By variable: the binding that stands for it wherever it is used, or null.
  std::vector<const ir::Binding*> inlined;
  /// Every `Unpack` that a pattern in the head of an equation or of a `case` alternative replaces.
  std::unordered_set<const ir::Binding*> absorbed;
};

/// The plan for a function, which must outlive it. The function has no unused bindings. `recursive`
/// tells, by FunId, whether a call is recursive.
[[nodiscard]] Plan makePlan(const ir::Program& program, const ir::Function& function,
                            const std::vector<bool>& recursive, pipeline::Semantics semantics);

/// The absorbed bindings among those of `block`, by the variable they take apart.
using Patterns = std::map<ir::VarId, const ir::Binding*>;
[[nodiscard]] Patterns patternsOf(const ir::Block& block, const Plan& plan);

/// Whether the last binding is what the block results in, so that it needs no name.
[[nodiscard]] bool endsInOperation(const ir::Block& block);

/// The function's `Case` if it is nothing else, on a parameter; else null.
[[nodiscard]] const ir::Case* soleCase(const ir::Function& function);

}  // namespace deforest::backends
