// Where the text must state a type that its reader could not find out.
//
// `fromIntegral n`, `[]` or the sum of two literals have the type that their uses give them; where
// the uses leave it open, Haskell takes a default, and that need not be the type the program has.
// The analysis follows the types as a reader would: from signatures, constructors and operations to
// the variables they mention, in both directions. What remains open is ascribed, in order of
// binding, as little as possible.
#pragma once

#include <unordered_set>
#include <vector>

#include "ir/program.hpp"
#include "text/original.hpp"

namespace deforest::text {

struct Ascriptions {
  std::unordered_set<const ir::Binding*> bindings;  ///< Of their right-hand sides.
  std::unordered_set<const ir::Atom*> literals;     ///< Of occurrences of literals.
};

/// By function: what the type of one that is called by a polymorphic name leaves open, or null. May
/// have fewer entries than there are functions.
using OpenCallees = std::vector<const OpenTypes*>;

/// The ascriptions that the body of `function` needs; the addresses are those of parts of it.
/// `signature` says whether a type signature states what the function results in.
[[nodiscard]] Ascriptions findAscriptions(const ir::Program& program, const ir::Function& function,
                                          bool signature, const OpenCallees& callees = {});

}  // namespace deforest::text
