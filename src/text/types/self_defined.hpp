// Local values that are defined by themselves and are functions, as their types say:
//
//     let loop = do { n <- next; if n == 0 then return () else loop }      of type Counter ()
//
// They may be functions without parameters, which are made anew wherever they are used, if to make
// them is no more than to put functions together. Not so
//
//     let memo = (map f [0 ..] !!); f i = ... memo (i - 1) ...
//
// whose list would be made again at each use.
#pragma once

#include <set>

#include "text/scopes/tree.hpp"

namespace deforest::text {

/// Where those stand that `module` has and did not know of when it was resolved. Types must have
/// been inferred, as far as there are no errors.
[[nodiscard]] std::set<Position> findSelfDefined(const resolved::Module& module);

}  // namespace deforest::text
