// Which parameters an equation evaluates without being told to.
//
// Emitted functions are strict in every parameter they use: either each equation evaluates it, or
// the equation has a bang on it. That is assumed of the functions called, and makes it true of the
// caller (the greatest fixed point: where a recursion never gets to the evaluation, it never ends).
#pragma once

#include <vector>

#include "backends/haskell/plan.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// By variable of `function`, which has no unused bindings: whether evaluating `block` to its
/// results, or to the head of the only one, certainly evaluates it. If evaluation certainly fails,
/// all are. `used[f][i]` says whether function f uses parameter i.
[[nodiscard]] std::vector<bool> evaluatedBy(const ir::Program& program,
                                            const ir::Function& function, const ir::Block& block,
                                            const Plan& plan,
                                            const std::vector<std::vector<bool>>& used);

}  // namespace deforest::backends
