// Characters as bytes of UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace deforest::support {

/// Appends the UTF-8 encoding of a code point.
void appendUtf8(std::string& text, std::uint64_t code);

/// How many code points a text has.
[[nodiscard]] std::size_t countCodePoints(std::string_view text);

}  // namespace deforest::support
