// Modules of Haskell's libraries that are none of the language: what to write instead. A program
// that imports one is told that, and not that there is no such module.
#pragma once

#include <string_view>

namespace deforest::text {

/// What to write instead of what the module has; empty: it is not known here.
[[nodiscard]] std::string_view insteadOfModule(std::string_view module);

}  // namespace deforest::text
