// Classification of ASCII by a switch, of everything else by its Unicode category.
#include "text/lexing/characters.hpp"

#include <algorithm>
#include <cstdio>

#include "deforest/unicode.hpp"

namespace deforest::text {
namespace {

CharacterClass classifyAscii(char32_t c) {
  if ((c >= 'a' && c <= 'z') || c == '_') return CharacterClass::Lower;
  if (c >= 'A' && c <= 'Z') return CharacterClass::Upper;
  if (c >= '0' && c <= '9') return CharacterClass::Digit;
  switch (c) {
    case ' ':
    case '\t':
    case '\n':
    case '\r':
    case '\f':
    case '\v':
      return CharacterClass::Space;
    case '\'':
      return CharacterClass::Suffix;
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
    case ',':
    case ';':
    case '`':
    case '"':
      return CharacterClass::Special;
    default:
      return c > ' ' && c < 0x7F ? CharacterClass::Symbol : CharacterClass::Other;
  }
}

}  // namespace

CharacterClass classify(char32_t c) {
  if (c < 0x80) return classifyAscii(c);
  using enum unicode::Category;
  switch (unicode::category(c)) {
    case Zs:
      return CharacterClass::Space;
    case Ll:
    case Lo:
      return CharacterClass::Lower;
    case Lu:
    case Lt:
      return CharacterClass::Upper;
    case Mn:
    case Lm:
    case Nd:
    case No:
      return CharacterClass::Suffix;
    case Sm:
    case Sc:
    case Sk:
    case So:
    case Pc:
    case Pd:
    case Po:
      return CharacterClass::Symbol;
    default:
      return CharacterClass::Other;
  }
}

bool continuesName(char32_t c) {
  switch (classify(c)) {
    case CharacterClass::Lower:
    case CharacterClass::Upper:
    case CharacterClass::Digit:
    case CharacterClass::Suffix:
      return true;
    default:
      return false;
  }
}

CodePoint decodeUtf8(std::string_view text, std::size_t offset) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(offset);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (length == 0 || lead > 0xF4 || text.size() - offset < length) return {};
  char32_t value = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const unsigned char next = byte(offset + i);
    if ((next & 0xC0) != 0x80) return {};
    value = (value << 6) | (next & 0x3FU);
  }
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (overlong || surrogate || value > 0x10FFFF) return {};
  return {value, length};
}

std::u32string codePointsOf(std::string_view text) {
  std::u32string points;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint next = decodeUtf8(text, i);
    if (next.length > 0) points += next.value;
    i += std::max<std::size_t>(next.length, 1);
  }
  return points;
}

std::string codePointName(char32_t c) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "U+%04X", static_cast<unsigned>(c));
  return buffer;
}

}  // namespace deforest::text
