// The inside of literals: numbers, and the escapes of characters and strings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace deforest::text {

/// How far a number reaches, and of which kind it is.
struct NumberExtent {
  std::size_t length = 0;
  bool fractional = false;
};

/// The number at the beginning of `text`, whose first character is a digit: decimal, `0x`, `0o`,
/// `0b`, underscores between digits, a fraction, an exponent.
[[nodiscard]] NumberExtent measureNumber(std::string_view text);

/// One element of a character or string literal.
struct Element {
  std::size_t length = 0;   ///< Bytes it takes; 0: it is wrong.
  bool isCharacter = true;  ///< False: `\&` or a gap, which stand for nothing.
  char32_t value = 0;
  const char* problem = nullptr;  ///< What is wrong with it.
  const char* hint = "";
};

/// Reads the element at byte `offset` of `text`, which is not at its end: a character or an escape.
/// Gaps are read if `inString`.
[[nodiscard]] Element readElement(std::string_view text, std::size_t offset, bool inString);

/// What a string lexeme stands for; `lexeme` includes the quotes and has been accepted by the
/// lexer.
[[nodiscard]] std::u32string decodeString(std::string_view lexeme);

/// What a character lexeme stands for; `lexeme` includes the quotes and has been accepted by the
/// lexer.
[[nodiscard]] char32_t decodeCharacter(std::string_view lexeme);

}  // namespace deforest::text
