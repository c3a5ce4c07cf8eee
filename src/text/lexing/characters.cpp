// Classification of ASCII by a switch, of everything else by the tables of Unicode categories.
#include "text/lexing/characters.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "text/lexing/unicode_tables.hpp"

namespace deforest::text {
namespace {

template <std::size_t Size>
bool contains(const unicode::Range (&ranges)[Size], char32_t c) {
  const auto* range =
      std::upper_bound(std::begin(ranges), std::end(ranges), c,
                       [](char32_t value, const unicode::Range& r) { return value < r.first; });
  if (range == std::begin(ranges)) return false;
  --range;
  return c <= range->last && (c - range->first) % range->stride == 0;
}

bool isUnicodeSpace(char32_t c) {
  return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

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
  if (isUnicodeSpace(c)) return CharacterClass::Space;
  if (contains(unicode::otherLetters, c)) return CharacterClass::Lower;
  if (contains(unicode::upperCase, c)) return CharacterClass::Upper;
  if (contains(unicode::suffixes, c)) return CharacterClass::Suffix;
  if (contains(unicode::symbols, c)) return CharacterClass::Symbol;
  return CharacterClass::Other;
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
