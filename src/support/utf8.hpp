// Characters as bytes of UTF-8.
#pragma once

#include <cstdint>
#include <string>

namespace deforest::support {

/// Appends the UTF-8 encoding of a code point.
void appendUtf8(std::string& text, std::uint64_t code);

}  // namespace deforest::support
