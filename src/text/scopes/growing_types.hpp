// Data types that contain themselves at ever larger types, as finger trees do:
//
//     data Tree a = Leaf | Node a (Tree (a, a))
//
// There is one copy of a type for each instance, so of such a type there would be no end of them.
#pragma once

#include <vector>

#include "text/types/types.hpp"

namespace deforest::text {

/// Those of `declared` that need ever larger instances of themselves or of each other. An edge goes
/// from a parameter to the one in whose argument it stands; it grows if more than the parameter
/// stands there; and where an edge that grows is on a cycle, there is no end.
[[nodiscard]] std::vector<TypeConId> growingTypes(const TypeTable& types,
                                                  const std::vector<TypeConId>& declared);

}  // namespace deforest::text
