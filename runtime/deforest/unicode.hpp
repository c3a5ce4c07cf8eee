// Kinds of characters, and letters in capitals and small, as Data.Char has them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "deforest/unicode_tables.hpp"

namespace deforest {

namespace unicode {

// clang-format off
/// The general categories, in the order of Data.Char.
enum Category : std::uint32_t {
  Lu, Ll, Lt, Lm, Lo, Mn, Mc, Me, Nd, Nl, No, Pc, Pd, Ps, Pe, Pi, Pf, Po, Sm, Sc, Sk, So,
  Zs, Zl, Zp, Cc, Cf, Cs, Co, Cn
};
// clang-format on

/// The category of a code point.
[[nodiscard]] inline Category category(char32_t c) {
  const auto* next = std::upper_bound(std::begin(categories), std::end(categories),
                                      static_cast<std::uint32_t>(c) * 32 + 31);
  return static_cast<Category>(*(next - 1) % 32);
}

/// Whether the category of a code point is one of these.
template <Category... wanted>
[[nodiscard]] bool isOneOf(char32_t c) {
  constexpr std::uint32_t all = ((1U << wanted) | ...);
  return (all >> category(c) & 1U) != 0;
}

/// The letter that a letter is in one of the tables; any other code point itself.
template <std::size_t size>
[[nodiscard]] char32_t changed(const Letters (&letters)[size], char32_t c) {
  const auto* next =
      std::upper_bound(std::begin(letters), std::end(letters), c,
                       [](char32_t code, const Letters& each) { return code < each.first; });
  if (next == std::begin(letters)) return c;
  const Letters& found = *(next - 1);
  if (c > found.last || (c - found.first) % found.stride != 0) return c;
  return static_cast<char32_t>(static_cast<std::int32_t>(c) + found.change);
}

}  // namespace unicode

[[nodiscard]] inline bool isUpper(char32_t c) {
  if (c < 0x80) return c >= U'A' && c <= U'Z';
  return unicode::isOneOf<unicode::Lu, unicode::Lt>(c);
}
[[nodiscard]] inline bool isLower(char32_t c) {
  if (c < 0x80) return c >= U'a' && c <= U'z';
  return unicode::isOneOf<unicode::Ll>(c);
}
[[nodiscard]] inline bool isAlpha(char32_t c) {
  if (c < 0x80) return (c | 0x20U) >= U'a' && (c | 0x20U) <= U'z';
  return unicode::isOneOf<unicode::Lu, unicode::Ll, unicode::Lt, unicode::Lm, unicode::Lo>(c);
}
[[nodiscard]] inline bool isAlphaNum(char32_t c) {
  if (c < 0x80) return isAlpha(c) || (c >= U'0' && c <= U'9');
  using namespace unicode;  // NOLINT(google-build-using-namespace)
  return isOneOf<Lu, Ll, Lt, Lm, Lo, Nd, Nl, No>(c);
}
[[nodiscard]] inline bool isNumber(char32_t c) {
  if (c < 0x80) return c >= U'0' && c <= U'9';
  return unicode::isOneOf<unicode::Nd, unicode::Nl, unicode::No>(c);
}
[[nodiscard]] inline bool isMark(char32_t c) {
  return unicode::isOneOf<unicode::Mn, unicode::Mc, unicode::Me>(c);
}
[[nodiscard]] inline bool isPunctuation(char32_t c) {
  using namespace unicode;  // NOLINT(google-build-using-namespace)
  return isOneOf<Pc, Pd, Ps, Pe, Pi, Pf, Po>(c);
}
[[nodiscard]] inline bool isSymbol(char32_t c) {
  return unicode::isOneOf<unicode::Sm, unicode::Sc, unicode::Sk, unicode::So>(c);
}
[[nodiscard]] inline bool isSeparator(char32_t c) {
  if (c < 0x80) return c == U' ';
  return unicode::isOneOf<unicode::Zs, unicode::Zl, unicode::Zp>(c);
}
[[nodiscard]] inline bool isPrint(char32_t c) {
  if (c < 0x80) return c >= U' ' && c <= U'~';
  using namespace unicode;  // NOLINT(google-build-using-namespace)
  return !isOneOf<Zl, Zp, Cc, Cf, Cs, Co, Cn>(c);
}
[[nodiscard]] inline char32_t toUpper(char32_t c) {
  if (c < 0x80) return isLower(c) ? c - 32 : c;
  return unicode::changed(unicode::capitals, c);
}
[[nodiscard]] inline char32_t toLower(char32_t c) {
  if (c < 0x80) return isUpper(c) ? c + 32 : c;
  return unicode::changed(unicode::smalls, c);
}

}  // namespace deforest
