// Removes bindings that nothing reads.
//
//     let a = f x ; b = g x in b      =>      let b = g x in b
//
// The language is pure: a call that nobody looks at may be left out (the program may become more
// defined, never less). Of a conditional or a match the results nobody reads go; one whose branches
// all return the same values from outside is replaced by these (not under lazy semantics, where it
// forces its condition). Copies go too. A call keeps its unused results: they are the business of
// redundancy elimination.
#pragma once

#include "ir/program.hpp"
#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::simplify {

/// The operation, if it is a `seq`; null: it is something else.
[[nodiscard]] const ir::Primitive* seqOf(const ir::Operation& operation);

/// The variable, if the binding is `seq x x`; null: it is something else.
[[nodiscard]] const ir::VarId* forcedAlone(const ir::Binding& binding);

/// `keepsForced`: what `seq x x` reads stays, though nobody else reads it.
void removeDeadBindings(ir::Block& block, ir::Semantics semantics, bool keepsForced = false);

/// The pass `dead-bindings`.
pipeline::Pass deadBindings(ir::Semantics semantics, bool keepsForced = false);

}  // namespace deforest::simplify
