// Literals are read twice: by the lexer, which finds where they end and whether they are right, and
// by the parser, which wants their values. Both use `readElement`.
#include "text/lexing/literals.hpp"

#include <cstdint>

#include "support/check.hpp"
#include "text/lexing/characters.hpp"

namespace deforest::text {
namespace {

int digitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// Bytes from `offset` that are digits of the base or underscores followed by such a digit.
std::size_t digits(std::string_view text, std::size_t offset, int base) {
  std::size_t end = offset;
  for (std::size_t i = offset; i < text.size(); ++i) {
    if (digitValue(text[i]) < base) {
      end = i + 1;
    } else if (text[i] != '_') {
      break;
    }
  }
  return end - offset;
}

Element wrong(const char* problem, const char* hint = "") {
  Element element;
  element.problem = problem;
  element.hint = hint;
  return element;
}

Element character(char32_t value, std::size_t length) {
  Element element;
  element.value = value;
  element.length = length;
  return element;
}

Element numericEscape(std::string_view text, std::size_t offset, std::size_t prefix, int base) {
  std::uint32_t value = 0;
  std::size_t i = offset + prefix;
  for (; i < text.size() && digitValue(text[i]) < base; ++i) {
    if (value <= 0x10FFFF) {
      value = value * static_cast<std::uint32_t>(base) +
              static_cast<std::uint32_t>(digitValue(text[i]));
    }
  }
  if (value > 0x10FFFF) {
    return wrong("escape is not a character", "the largest character is `\\x10FFFF`");
  }
  return character(value, i - offset);
}

Element controlEscape(std::string_view text, std::size_t offset) {
  if (offset + 2 < text.size() && text[offset + 2] >= '@' && text[offset + 2] <= '_') {
    return character(static_cast<char32_t>(text[offset + 2] - '@'), 3);
  }
  return wrong("unknown control escape",
               "`\\^A` to `\\^Z`, `\\^@`, `\\^[`, `\\^\\`, `\\^]`, `\\^^`, "
               "`\\^_` are control characters");
}

Element namedEscape(std::string_view text, std::size_t offset) {
  static constexpr std::string_view names[] = {
      "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS",  "HT",  "LF",
      "VT",  "FF",  "CR",  "SO",  "SI",  "DLE", "DC1", "DC2", "DC3", "DC4", "NAK",
      "SYN", "ETB", "CAN", "EM",  "SUB", "ESC", "FS",  "GS",  "RS",  "US",  "SP"};
  const std::string_view rest = text.substr(offset + 1);
  // The only name that begins another one is SO, and SOH is tried before it.
  for (char32_t value = 0; value < 33; ++value) {
    if (rest.starts_with(names[value])) return character(value, names[value].size() + 1);
  }
  if (rest.starts_with("DEL")) return character(0x7F, 4);
  return wrong("unknown escape", "a backslash itself is written `\\\\`");
}

Element gap(std::string_view text, std::size_t offset) {
  std::size_t i = offset + 1;
  while (i < text.size() && (text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r'))) ++i;
  if (i < text.size() && text[i] == '\\') {
    Element element;
    element.length = i + 1 - offset;
    element.isCharacter = false;
    return element;
  }
  return wrong("string gap is not closed",
               "a string that goes on after blanks or a line end has `\\` on both sides of them");
}

Element escape(std::string_view text, std::size_t offset, bool inString) {
  if (offset + 1 >= text.size()) return wrong("unknown escape");
  const char c = text[offset + 1];
  switch (c) {
    case 'a':
      return character(7, 2);
    case 'b':
      return character(8, 2);
    case 't':
      return character(9, 2);
    case 'n':
      return character(10, 2);
    case 'v':
      return character(11, 2);
    case 'f':
      return character(12, 2);
    case 'r':
      return character(13, 2);
    case '\\':
    case '"':
    case '\'':
      return character(static_cast<char32_t>(c), 2);
    case '^':
      return controlEscape(text, offset);
    case 'o':
    case 'O':
    case 'x':
    case 'X': {
      const int base = c == 'x' || c == 'X' ? 16 : 8;
      if (offset + 2 < text.size() && digitValue(text[offset + 2]) < base) {
        return numericEscape(text, offset, 2, base);
      }
      return wrong("unknown escape",
                   "`\\x` is followed by hexadecimal digits, `\\o` by octal ones");
    }
    default:
      break;
  }
  if (c >= '0' && c <= '9') return numericEscape(text, offset, 1, 10);
  if (inString && c == '&') {
    Element element;
    element.length = 2;
    element.isCharacter = false;
    return element;
  }
  if (inString && (c == ' ' || (c >= '\t' && c <= '\r'))) return gap(text, offset);
  return namedEscape(text, offset);
}

}  // namespace

NumberExtent measureNumber(std::string_view text) {
  if (text.size() > 2 && text[0] == '0') {
    const char mark = static_cast<char>(text[1] | 0x20);
    const int base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
    if (base != 0) {
      const std::size_t length = digits(text, 2, base);
      if (length != 0) return {2 + length, false};
    }
  }
  NumberExtent number{digits(text, 0, 10), false};
  const auto isDigitAt = [&](std::size_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
  };
  if (number.length < text.size() && text[number.length] == '.' && isDigitAt(number.length + 1)) {
    number.length += 1 + digits(text, number.length + 1, 10);
    number.fractional = true;
  }
  if (number.length < text.size() && (text[number.length] | 0x20) == 'e') {
    std::size_t exponent = number.length + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (isDigitAt(exponent)) {
      number.length = exponent + digits(text, exponent, 10);
      number.fractional = true;
    }
  }
  return number;
}

Element readElement(std::string_view text, std::size_t offset, bool inString) {
  const char c = text[offset];
  if (c == '\\') return escape(text, offset, inString);
  if (c == '\t') return wrong("tab in a literal", "write `\\t`");
  const CodePoint point = decodeUtf8(text, offset);
  if (point.length == 0) {
    return wrong("this is not UTF-8", "save the file as UTF-8, or write the character as `\\x..`");
  }
  if (point.value < 0x20 || point.value == 0x7F) {
    return wrong("control character in a literal", "write it as an escape, such as `\\n`");
  }
  return character(point.value, point.length);
}

std::u32string decodeString(std::string_view lexeme) {
  std::u32string value;
  const std::string_view inside = lexeme.substr(1, lexeme.size() - 2);
  value.reserve(inside.size());
  for (std::size_t offset = 0; offset < inside.size();) {
    const Element element = readElement(inside, offset, true);
    support::check(element.length != 0, "a string literal was not checked");
    if (element.isCharacter) value += element.value;
    offset += element.length;
  }
  return value;
}

char32_t decodeCharacter(std::string_view lexeme) {
  const Element element = readElement(lexeme.substr(0, lexeme.size() - 1), 1, false);
  support::check(element.length != 0, "a character literal was not checked");
  return element.value;
}

}  // namespace deforest::text
