// Superset folding: a fragment whose calls are those of another one but for getters gives way to
// it.
//
//     shift_sum = { sum, shift | shift }      shift_head_sum = { sum, head, shift | head, shift }
//     shift_sum x   =>   let (_, s) = shift_head_sum x in s
//
// Fragment A gives way to B, which A's function calls, if A's members map injectively to members of
// B, root to root and inputs to distinct inputs; every further member of B is a getter (neither
// recursive nor making a tree), which cannot fail where A has a value, and builds nothing; B needs
// no further input; and B's outputs are A's and results of such getters. The traversals are the
// same, so no visit is added; callers ignore the rest. It removes the special first fragment of a
// recursion and often halves the code.
#pragma once

#include <optional>
#include <vector>

#include "tupling/fragment.hpp"

namespace deforest::tupling {

struct Embedding {
  std::vector<std::uint32_t> inputs;   ///< Per input of B: the input of A that it is.
  std::vector<std::uint32_t> outputs;  ///< Per output of A: the output of B that it is.
};

/// How `small` embeds into `large`; none: it does not.
std::optional<Embedding> embed(const graph::Facts& facts, const Key& small, const Key& large);

}  // namespace deforest::tupling
