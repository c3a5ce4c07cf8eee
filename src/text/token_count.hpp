// The size of a Haskell text as its reader sees it.
#pragma once

#include <cstddef>
#include <string_view>

namespace deforest::text {

/// Lexemes, without comments, pragmas and import declarations.
[[nodiscard]] std::size_t countTokens(std::string_view source);

}  // namespace deforest::text
