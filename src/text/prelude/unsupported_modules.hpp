// Modules of Haskell's libraries, and classes, that are none of the language: what to write instead.
// A program that imports one is told that, and not that there is no such module.
#pragma once

#include <string_view>

namespace deforest::text {

/// What to write instead of what the module has; empty: it is not known here.
[[nodiscard]] std::string_view insteadOfModule(std::string_view module);

/// What to write instead of an instance of the class; empty: nothing is known of it here.
[[nodiscard]] std::string_view insteadOfClass(std::string_view name);

}  // namespace deforest::text
