// How blocks and functions end.
#pragma once

#include <algorithm>
#include <variant>

#include "ir/program.hpp"

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

/// Whether that binding is one of several ways to go.
[[nodiscard]] inline bool endsInBranches(const Block& block) {
  return endsInLast(block) && branches(block.bindings.back().operation);
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
