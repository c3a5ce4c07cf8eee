// Which plain functions (not recursive, not branching on a tree) are unfolded wherever they are
// called: those through which trees pass, so that compositions inside them are found, and small
// ones. A function of scalars only that is large, with what it calls, gains nothing from being
// copied.
#pragma once

#include "graph/facts.hpp"
#include "ir/program.hpp"

namespace deforest::fusion {

bool worthInlining(const ir::Program& source, const graph::FunctionFacts& facts,
                   const ir::Function& function);

}  // namespace deforest::fusion
