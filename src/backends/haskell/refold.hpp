// Functions of libraries that were unfolded, and nothing came of it, are called again.
//
//     ys = singletons xs                        zs = sort xs
//     zs = mergeAll ys                  =>
//
// Whoever composes functions unfolds those that are not recursive, as `sort` here; where what they
// call was not improved, the text would say what the library says, and in names that it does not
// have. So wherever all that a function of a library does stands in a function that was improved,
// it is called: the converse of unfolding, and as right.
//
// Does not look at what comes out as it went in, nor at functions that begin with a match, which
// nobody unfolds without knowing what is matched.
#pragma once

#include "ir/program.hpp"
#include "text/original.hpp"

namespace deforest::backends {

/// In `result`, made of `source` by passes that make `unfused` of it if nothing is fused. What is
/// called and no longer there is added.
void callUnfoldedLibraries(const text::Original& original, const ir::Program& source,
                           const ir::Program& unfused, ir::Program& result);

}  // namespace deforest::backends
