// What kind of character a code point is, as Haskell's lexical syntax distinguishes them; and
// reading UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace deforest::text {

enum class CharacterClass : std::uint8_t {
  Space,    ///< Blank, tab, line ends and Unicode spaces.
  Lower,    ///< May begin a variable: small and caseless letters, the underscore.
  Upper,    ///< May begin a constructor: capital and title-case letters.
  Digit,    ///< 0 to 9.
  Suffix,   ///< May go on a name but not begin one: marks, other digits, the prime.
  Symbol,   ///< May be in an operator.
  Special,  ///< ( ) [ ] { } , ; ` and ".
  Other,    ///< In no lexeme: control characters, unassigned code points.
};

[[nodiscard]] CharacterClass classify(char32_t c);

/// Whether the character may be in a name after its first character.
[[nodiscard]] bool continuesName(char32_t c);

/// One decoded code point and the bytes it takes; `length` 0: the bytes are not UTF-8.
struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;
};

/// Decodes the code point at byte `offset` of `text` (offset < text.size()). Overlong forms,
/// surrogates and code points above U+10FFFF are not UTF-8.
[[nodiscard]] CodePoint decodeUtf8(std::string_view text, std::size_t offset);

/// The code points of a text; bytes that are not UTF-8 are passed over.
[[nodiscard]] std::u32string codePointsOf(std::string_view text);

/// Whether the byte begins a code point, rather than continuing one.
[[nodiscard]] inline bool beginsCodePoint(char byte) {
  return (byte & 0xC0) != 0x80;
}

/// "U+00A0".
[[nodiscard]] std::string codePointName(char32_t c);

}  // namespace deforest::text
