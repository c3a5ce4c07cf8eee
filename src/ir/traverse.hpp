// One-level traversal of operations. Recursion is written by the pass, where the reader sees it.
#pragma once

#include "ir/program.hpp"
#include "support/check.hpp"
#include "support/match.hpp"

namespace deforest::ir {

/// Calls `visit` on every atom the operation itself reads, nested blocks excluded.
template <class Op, class Visit>
void forEachAtom(Op& operation, Visit visit) {
  support::match(
      operation, [&](auto& op) requires requires { op.arguments; } {
        for (auto& atom : op.arguments) visit(atom);
        if constexpr (requires { op.printed; }) {
          for (auto& atom : op.printed) visit(atom);
        }
      },
      [&](auto& op) requires requires { op.atoms; } {
        for (auto& atom : op.atoms) visit(atom);
      },
      [&](auto& op) requires requires {
        op.fields;
        op.ctor;
      } {
        for (auto& atom : op.fields) visit(atom);
      },
      [&](auto& op) requires requires { op.scrutinee; } { visit(op.scrutinee); },
      [&](auto& op) requires requires { op.condition; } { visit(op.condition); });
}

/// Calls `visit` on every block directly inside the operation.
template <class Op, class Visit>
void forEachBlock(Op& operation, Visit visit) {
  if (auto* conditional = std::get_if<Conditional>(&operation)) {
    visit(conditional->whenTrue);
    visit(conditional->whenFalse);
  } else if (auto* match = std::get_if<Case>(&operation)) {
    for (auto& alternative : match->alternatives) visit(alternative.body);
  }
}

/// Calls `visit` on every binding of the block, those of nested blocks included, in order.
template <class B, class Visit>
void forEachBinding(B& block, Visit visit) {
  for (auto& binding : block.bindings) {
    visit(binding);
    forEachBlock(binding.operation, [&](auto& inner) { forEachBinding(inner, visit); });
  }
}

[[nodiscard]] inline const VarId* variableOf(const Atom& atom) {
  return std::get_if<VarId>(&atom);
}

/// The type of a variable of `function`, or of a literal.
[[nodiscard]] inline TypeId typeOf(const Program& program, const Function& function,
                                   const Atom& atom) {
  if (const VarId* variable = variableOf(atom)) return function.variables[variable->value].type;
  const TypeKind kind = std::get<Literal>(atom).kind;
  for (std::uint32_t i = 0; i < program.types.size(); ++i) {
    if (program.types[i].kind == kind) return TypeId{i};
  }
  support::fail("a literal of a type that the program does not have");
}

}  // namespace deforest::ir
