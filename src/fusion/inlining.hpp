// Which plain functions (not recursive, not branching on a tree) are unfolded wherever they are
// called: those through which trees pass, so that compositions inside them are found, and small
// ones. A function of scalars only that is large, with what it calls, gains nothing from being
// copied.
#pragma once

#include "graph/facts.hpp"
#include "ir/program.hpp"
#include "simplify/knowledge.hpp"

namespace deforest::fusion {

bool worthInlining(const ir::Program& source, const graph::FunctionFacts& facts,
                   const ir::Function& function);

/// The body of `callee` for a call in `target` with these arguments, which are resolved: where it
/// is a match on what is known, the alternative alone.
ir::Block inlined(const ir::Program& source, const ir::Function& callee,
                  const std::vector<ir::Atom>& arguments, const simplify::Knowledge& known,
                  ir::Function& target);

}  // namespace deforest::fusion
