// Superset folding (tupling/superset) over the functions made so far: calls of a fragment that
// gives way to another become calls of that one. The functions that lose their callers stay; they
// are dropped with all that is unreachable.
#pragma once

#include "fusion/composition.hpp"
#include "fusion/memo.hpp"

namespace deforest::fusion {

/// `memo` tells which functions of `program` are which fragments.
void foldSupersets(ir::Program& program, const graph::Facts& facts, const Composition& composition,
                   const Memo& memo);

}  // namespace deforest::fusion
