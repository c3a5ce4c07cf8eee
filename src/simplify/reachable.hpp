// Drops functions that no root leads to.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::simplify {

/// The program without the functions that are not reachable from its roots; the others keep their
/// order.
ir::Program dropUnreachable(ir::Program program);

/// Keeps the functions marked in `keep` (by FunId) and renumbers calls and roots. No kept function
/// may call one that is dropped.
ir::Program keepFunctions(ir::Program program, const std::vector<bool>& keep);

/// The reachable functions in the order in which they are first mentioned, from the roots on: an
/// order that depends on nothing but what the program does.
ir::Program orderByMention(ir::Program program);

/// The pass `drop-unreachable`.
pipeline::Pass dropUnreachablePass();

}  // namespace deforest::simplify
