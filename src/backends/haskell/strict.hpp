// What an equation evaluates without being told to, and what it need not evaluate.
//
// Emitted functions are strict in every parameter they use: either each equation evaluates it, or
// the equation has a bang on it. That is assumed of the functions called, and makes it true of the
// caller (the greatest fixed point: where a recursion never gets to the evaluation, it never ends).
//
// A value that is computed by calls, and that coming to the head of the result does not need, is
// left unevaluated, as in the source:
//
//     logLines n t = let line = if rotated t then "--" else unwords (fields t)
//                    in line : logLines (n - 1) (t + 50)
//     report ls = let es = parse ls ; times = sort (millis es)
//                 in ("lines: " ++ show (length ls)) : show (median times) : show (last times) : []
//
// Otherwise it would be there before it is asked for: all lines at once; and `es`, for which every
// line is read, before the length is taken, for which none is. A number that is stored, or that a
// function that calls itself needs, is computed at once, and not kept as the tree that it is
// computed from.
//
// But for functions that nobody calls, and that make a list again for each of its readers
// (`linesOfCalls`). There a number that is stored waits as well, as it did in the source: were all
// of them computed in turn, GHC would see that the calls are equal, and make the list once.
#pragma once

#include <unordered_set>
#include <vector>

#include "backends/haskell/plan.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

struct Evaluation {
  /// By variable: whether evaluating the block to its results, or to the head of the only one,
  /// certainly evaluates it. If evaluation certainly fails, all are.
  std::vector<bool> evaluated;
  /// Bindings, of blocks within too, that keep a definition and are left unevaluated.
  std::unordered_set<const ir::Binding*> waiting;
};

/// Of a block of `function`, which has no unused bindings. `used[f][i]` says whether function f
/// evaluates parameter i. `line`: see `linesOfCalls`.
[[nodiscard]] Evaluation evaluationOf(const ir::Program& program, const ir::Function& function,
                                      const ir::Block& block, const Plan& plan,
                                      const std::vector<std::vector<bool>>& used, bool line);

}  // namespace deforest::backends
