// What may fail stays behind what is printed before it.
//
//     out1 = write (showSum xs) out            `showSum` and `maximum` could share a visit of xs, but
//     m = maximum xs                           where xs is empty nothing would be printed then
//
// A program that fails has printed what it printed before (backends/native/write_actions.hpp), so
// this order is part of what it means. `main` prints its results in their order, too. Where
// evaluation is Haskell's, what fails is not evaluated before it is needed.
#pragma once

#include "graph/dependence.hpp"
#include "graph/facts.hpp"
#include "ir/program.hpp"
#include "ir/semantics.hpp"

namespace deforest::graph {

/// Makes each binding of a region of `function` that may fail, and does not print itself, depend on
/// the last one before it that prints, and in `main` on what is printed before it is needed. Does
/// nothing where evaluation is Haskell's.
void keepBehindOutput(Dependence& dependence, const ir::Program& program,
                      const ir::Function& function, const ir::Block& region, const Facts& facts,
                      ir::Semantics semantics);

}  // namespace deforest::graph
