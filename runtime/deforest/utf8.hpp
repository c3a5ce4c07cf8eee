// Characters of bytes in UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace deforest {

/// How much of a text is UTF-8.
struct Decoded {
  std::size_t length = 0;  ///< Bytes that are, from the first on.
  bool isBroken = false;   ///< What follows can be no part of a character.
};

/// Appends the characters that a text begins with.
inline Decoded decodeBeginning(std::string_view text, std::u32string& characters) {
  std::size_t i = 0;
  while (i < text.size()) {
    std::size_t at = i;
    const auto first = static_cast<unsigned char>(text[at++]);
    const int more = first < 0x80 ? 0 : first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    if (more < 0 || first > 0xF4) return {i, true};
    char32_t code = more == 0 ? first : first & (0x3FU >> more);
    for (int j = 0; j < more; ++j) {
      if (at == text.size()) return {i, false};
      const auto next = static_cast<unsigned char>(text[at++]);
      if ((next & 0xC0U) != 0x80) return {i, true};
      code = code << 6U | (next & 0x3FU);
    }
    constexpr char32_t least[] = {0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    if (code < least[more] || code > 0x10FFFF || surrogate) return {i, true};
    characters += code;
    i = at;
  }
  return {i, false};
}

/// The characters of UTF-8 text; false if it is none.
inline bool decodeUtf8(std::string_view text, std::u32string& characters) {
  return decodeBeginning(text, characters).length == text.size();
}

}  // namespace deforest
