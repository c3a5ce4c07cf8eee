// Makes functions that do the same one function.
//
// What counts as the same, ir/equal_functions.hpp says: mutually recursive groups that are copies
// of each other merge too. Roots keep their names; every other function of a class gives way to the
// first root of the class, else to its first member.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::redundancy {

/// The pass `merge-functions`.
pipeline::Pass mergeFunctions();

}  // namespace deforest::redundancy
