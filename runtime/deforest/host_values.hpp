// Numbers and texts of a host, and ours: every conversion says whether the value is the same after
// it, but for numbers with fractions, which are rounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "deforest/integer.hpp"
#include "deforest/region.hpp"

namespace deforest::detail {

template <class T>
inline constexpr bool isNumber = std::is_arithmetic_v<T> || std::is_same_v<T, Integer>;

// Of characters and truth values, the number.
template <class T>
[[nodiscard]] constexpr auto asNumber(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return static_cast<int>(value);
  } else {
    return +value;
  }
}

/// A number as one of another type; false if it has no such value.
template <class From, class To>
[[nodiscard]] constexpr bool convert(From from, To& to) {
  static_assert(std::is_floating_point_v<To> || !std::is_floating_point_v<From>,
                "a number with a fraction cannot be held by a type of whole numbers");
  static_assert(std::is_floating_point_v<To> == std::is_floating_point_v<From>,
                "a whole number cannot be held by a type of numbers with fractions");
  if constexpr (std::is_floating_point_v<To>) {
    to = static_cast<To>(from);
    return true;
  } else {
    const auto number = asNumber(from);
    to = static_cast<To>(number);
    if constexpr (std::is_same_v<To, char32_t>) {
      return std::cmp_greater_equal(number, 0) && std::cmp_less_equal(number, 0x10ffff);
    } else {
      return std::cmp_equal(asNumber(to), number);
    }
  }
}

template <class From>
[[nodiscard]] Integer integerOf(Worker& worker, From from) {
  static_assert(std::is_integral_v<From>, "an Integer is a whole number");
  const auto number = asNumber(from);
  if constexpr (std::is_signed_v<decltype(number)>) {
    return toInteger(worker, static_cast<Int>(number));
  } else {
    return toInteger(worker, static_cast<Word>(number));
  }
}

template <class To>
[[nodiscard]] bool convert(Integer from, To& to) {
  const Limbs limbs(from);
  if (limbs.size > 1) return false;
  const Word low = limbs.size == 0 ? 0 : limbs.data[0];
  if (!limbs.negative) return convert(low, to);
  constexpr Word least = Word{1} << 63U;
  return low <= least && convert(static_cast<Int>(0 - low), to);
}

/// The next character of UTF-8, of which the text loses the bytes; false if it is damaged. Halves
/// of surrogate pairs are characters to Haskell, so they are here.
[[nodiscard]] inline bool takeCharacter(std::string_view& text, char32_t& character) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = first < 0x80   ? 1
                            : first < 0xc2 ? 0
                            : first < 0xe0 ? 2
                            : first < 0xf0 ? 3
                                           : 4;
  if (bytes == 0 || first > 0xf4 || text.size() < bytes) return false;
  constexpr char32_t low = 0x3f;
  character = bytes == 1 ? first : first & (low >> (bytes - 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0U) != 0x80U) return false;
    character = (character << 6U) | (byte & low);
  }
  text.remove_prefix(bytes);
  return bytes < 3 ||
         (bytes == 3 ? character >= 0x800 : character >= 0x10000 && character <= 0x10ffff);
}

}  // namespace deforest::detail
