// Which functions of a program do the same.
//
// Two functions are equal if their bodies agree up to the names of variables, where calls of equal
// functions count as equal: the coarsest such partition is found by refinement, so mutually
// recursive groups that are copies of each other are equal, too.
#pragma once

#include <vector>

#include "ir/program.hpp"

namespace deforest::ir {

/// By function: the one that can stand for all that are equal to it, the first root among them,
/// else the first.
[[nodiscard]] std::vector<FunId> equalFunctions(const Program& program);

}  // namespace deforest::ir
