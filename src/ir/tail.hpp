// How blocks and functions end.
#pragma once

#include <algorithm>
#include <variant>

#include "ir/program.hpp"
#include "ir/traverse.hpp"

namespace deforest::ir {

/// Whether the operation goes one of several ways.
[[nodiscard]] inline bool branches(const Operation& operation) {
  return std::holds_alternative<Case>(operation) || std::holds_alternative<Conditional>(operation);
}

/// Whether the block results in what its last binding results in, and in nothing else.
[[nodiscard]] inline bool endsInLast(const Block& block) {
  return !block.bindings.empty() &&
         std::ranges::equal(block.results, block.bindings.back().results,
                            [](const Atom& atom, VarId result) { return atom == Atom(result); });
}

/// Whether the binding number `at` is that one.
[[nodiscard]] inline bool endsIn(const Block& block, std::size_t at) {
  return at + 1 == block.bindings.size() && endsInLast(block);
}

/// Whether that binding is one of several ways to go.
[[nodiscard]] inline bool endsInBranches(const Block& block) {
  return endsInLast(block) && branches(block.bindings.back().operation);
}

/// Whether that binding fails.
[[nodiscard]] inline bool endsInFailure(const Block& block) {
  return endsInLast(block) && std::holds_alternative<Fail>(block.bindings.back().operation);
}

/// Calls `visit` on every binding of the block, those of nested blocks included, in order, but for
/// blocks that end in a failure: nobody comes back from there.
template <class Visit>
void forEachReturning(const Block& block, Visit visit) {
  if (endsInFailure(block)) return;
  for (const Binding& binding : block.bindings) {
    visit(binding);
    forEachBlock(binding.operation, [&](const Block& inner) { forEachReturning(inner, visit); });
  }
}

/// Whether whoever comes to the end of the block does not: it fails itself, whatever its branches
/// and calls do.
[[nodiscard]] inline bool fails(const Block& block) {
  return std::ranges::any_of(block.bindings, [](const Binding& binding) {
    return std::holds_alternative<Fail>(binding.operation);
  });
}

/// The function's match if it is nothing else, on a parameter; else null.
[[nodiscard]] inline const Case* soleCase(const Function& function) {
  if (function.body.bindings.size() != 1 || !endsInLast(function.body)) return nullptr;
  const auto* match = std::get_if<Case>(&function.body.bindings.front().operation);
  const bool given =
      match != nullptr && std::ranges::any_of(function.parameters, [&](VarId parameter) {
        return match->scrutinee == Atom(parameter);
      });
  return given ? match : nullptr;
}

}  // namespace deforest::ir
