// A pattern as GHC names it where nothing matches it: `Non-exhaustive patterns in Just (x, _)`.
#pragma once

#include <string>

#include "text/scopes/tree.hpp"

namespace deforest::text {

/// The pattern in Haskell, without bangs, tildes and types.
[[nodiscard]] std::string patternText(const resolved::Module& module,
                                      const resolved::Pattern& pattern);

}  // namespace deforest::text
