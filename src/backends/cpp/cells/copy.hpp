// Functions that copy trees, for callers of functions that consume them.
//
//     copyTree Leaf = Leaf
//     copyTree (Node x l r) = Node x (copyTree l) (copyTree r)
//
// They are functions of the program, so that they become loops and run in parallel as others do.
#pragma once

#include <vector>

#include "ir/program.hpp"

namespace deforest::backends {

/// Adds a root that copies values for each of the types. `hasCells` says, by type, what must be
/// copied.
void addCopies(ir::Program& program, const std::vector<ir::TypeId>& types,
               const std::vector<bool>& hasCells);

}  // namespace deforest::backends
