// Functions that copy trees, for callers of functions that consume them.
//
//     copyTree Leaf = Leaf
//     copyTree (Node x l r) = Node x (copyTree l) (copyTree r)
//
// They are functions of the program, so that they become loops and run in parallel as others do.
#pragma once

#include <cstddef>

#include "ir/program.hpp"

namespace deforest::backends {

/// Adds a root that copies values for each type of a root's parameter whose values hold cells, and
/// says how many there are.
std::size_t addCopies(ir::Program& program);

}  // namespace deforest::backends
