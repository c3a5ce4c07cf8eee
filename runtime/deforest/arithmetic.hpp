// Haskell's arithmetic on 64-bit integers and doubles: whatever the compiler's flags, overflow
// wraps, and what Haskell makes an exception is a failure with Haskell's message. Where an
// operation stands in the source (`file:line:column`) may be its last argument, for that message.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <type_traits>

#include "deforest/fail.hpp"

namespace deforest {

using Int = std::int64_t;
using Word = std::uint64_t;

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
inline constexpr Int smallestInt = std::numeric_limits<Int>::min();

[[nodiscard]] constexpr Int add(Int a, Int b) {
  return static_cast<Int>(static_cast<Word>(a) + static_cast<Word>(b));
}
[[nodiscard]] constexpr Int sub(Int a, Int b) {
  return static_cast<Int>(static_cast<Word>(a) - static_cast<Word>(b));
}
[[nodiscard]] constexpr Int mul(Int a, Int b) {
  return static_cast<Int>(static_cast<Word>(a) * static_cast<Word>(b));
}
[[nodiscard]] constexpr Int negate(Int a) {
  return sub(0, a);
}
[[nodiscard]] constexpr Word negate(Word a) {
  return 0 - a;
}
[[nodiscard]] constexpr Int abs(Int a) {
  return a < 0 ? negate(a) : a;
}
[[nodiscard]] constexpr Word abs(Word a) {
  return a;
}
[[nodiscard]] inline double abs(double a) {
  return std::fabs(a);
}
[[nodiscard]] inline float abs(float a) {
  return std::fabs(a);
}
[[nodiscard]] constexpr Int signum(Int a) {
  return (a > 0 ? 1 : 0) - (a < 0 ? 1 : 0);
}
[[nodiscard]] constexpr Word signum(Word a) {
  return a > 0 ? 1 : 0;
}
/// Of -0.0 and NaN it is the argument itself.
[[nodiscard]] constexpr double signum(double a) {
  return a > 0 ? 1.0 : a < 0 ? -1.0 : a;
}
[[nodiscard]] constexpr float signum(float a) {
  return a > 0 ? 1.0F : a < 0 ? -1.0F : a;
}

/// With a NaN among them, the second argument, as in Haskell.
template <class T>
[[nodiscard]] constexpr T min(T a, std::type_identity_t<T> b) {
  return a <= b ? a : b;
}
/// With a NaN among them, the first argument, as in Haskell.
template <class T>
[[nodiscard]] constexpr T max(T a, std::type_identity_t<T> b) {
  return a <= b ? b : a;
}

namespace detail {
inline void checkDivisor(Int a, Int b, const char* where) {
  if (b == 0) [[unlikely]]
    fail(ErrorKind::Arithmetic, "divide by zero", where);
  if (b == -1 && a == smallestInt) [[unlikely]]
    fail(ErrorKind::Arithmetic, "arithmetic overflow", where);
}
inline void checkDivisor(Word b, const char* where) {
  if (b == 0) [[unlikely]]
    fail(ErrorKind::Arithmetic, "divide by zero", where);
}
inline void checkDistance(Int distance, const char* where) {
  if (distance < 0) [[unlikely]]
    fail(ErrorKind::Arithmetic, "arithmetic overflow", where);
}
}  // namespace detail

[[nodiscard]] inline Int quot(Int a, Int b, const char* where = nullptr) {
  detail::checkDivisor(a, b, where);
  return a / b;
}
[[nodiscard]] inline Word quot(Word a, Word b, const char* where = nullptr) {
  detail::checkDivisor(b, where);
  return a / b;
}
/// The remainder of `quot`. That of minBound and -1 is 0, although their quotient overflows.
[[nodiscard]] inline Int rem(Int a, Int b, const char* where = nullptr) {
  if (b == -1) return 0;
  if (b == 0) [[unlikely]]
    fail(ErrorKind::Arithmetic, "divide by zero", where);
  return a % b;
}
[[nodiscard]] inline Word rem(Word a, Word b, const char* where = nullptr) {
  detail::checkDivisor(b, where);
  return a % b;
}
/// Rounds towards negative infinity.
[[nodiscard]] inline Int div(Int a, Int b, const char* where = nullptr) {
  detail::checkDivisor(a, b, where);
  const Int quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}
[[nodiscard]] inline Word div(Word a, Word b, const char* where = nullptr) {
  return quot(a, b, where);
}
/// Has the sign of the divisor.
[[nodiscard]] inline Int mod(Int a, Int b, const char* where = nullptr) {
  const Int remainder = rem(a, b, where);
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}
[[nodiscard]] inline Word mod(Word a, Word b, const char* where = nullptr) {
  return rem(a, b, where);
}

namespace detail {

/// A power by repeated squaring, in the order in which the Prelude multiplies (it shows in the last
/// digits of a double). `isSet` says the binary digits of the exponent, of which there are
/// `length`, from the lowest on; the highest one is set.
template <class T, class IsSet, class Times>
[[nodiscard]] T powerOf(T base, std::size_t length, const IsSet& isSet, const Times& times) {
  std::size_t at = 0;
  for (; !isSet(at); ++at) base = times(base, base);
  T product = base;
  for (++at; at < length; ++at) {
    base = times(base, base);
    if (isSet(at)) product = times(base, product);
  }
  return product;
}

/// The same for a positive exponent of one word.
template <class T, class Times>
[[nodiscard]] T powerOf(T base, Word exponent, const Times& times) {
  return powerOf(
      base, static_cast<std::size_t>(std::bit_width(exponent)),
      [exponent](std::size_t i) { return (exponent >> i & 1U) != 0; }, times);
}

struct Times {
  [[nodiscard]] Int operator()(Int a, Int b) const { return mul(a, b); }
  template <class T>
  [[nodiscard]] T operator()(T a, T b) const {
    return a * b;
  }
};

}  // namespace detail

/// `^`
template <class T>
[[nodiscard]] inline T power(T base, Int exponent, const char* where = nullptr) {
  if (exponent < 0) [[unlikely]]
    fail(ErrorKind::Arithmetic, "Negative exponent", where);
  if (exponent == 0) return T{1};
  return detail::powerOf(base, static_cast<Word>(exponent), detail::Times{});
}

[[nodiscard]] constexpr bool even(Int a) {
  return a % 2 == 0;
}
[[nodiscard]] constexpr bool even(Word a) {
  return a % 2 == 0;
}
[[nodiscard]] constexpr bool odd(Int a) {
  return a % 2 != 0;
}
[[nodiscard]] constexpr bool odd(Word a) {
  return a % 2 != 0;
}

// Shifts: a distance of 64 and more shifts everything out.

template <class T>
[[nodiscard]] inline T shiftLeft(T a, Int distance, const char* where = nullptr) {
  detail::checkDistance(distance, where);
  return distance >= 64 ? T{0} : static_cast<T>(static_cast<Word>(a) << distance);
}
template <class T>
[[nodiscard]] inline T shiftRight(T a, Int distance, const char* where = nullptr) {
  detail::checkDistance(distance, where);
  if (distance >= 64) return a < T{0} ? static_cast<T>(~Word{0}) : T{0};
  return static_cast<T>(a >> distance);
}
template <class T>
[[nodiscard]] inline bool testBit(T a, Int index, const char* where = nullptr) {
  detail::checkDistance(index, where);
  return index < 64 && ((static_cast<Word>(a) >> index) & 1U) != 0;
}
template <class T>
[[nodiscard]] constexpr Int popCount(T a) {
  return std::popcount(static_cast<Word>(a));
}

// Conversions from double. To Int as optimised GHC converts: what does not fit becomes minBound,
// and the corrections of `floor` and `ceiling` are applied after that. To Word modulo 2^64, and 0
// for infinities and NaN.

[[nodiscard]] constexpr Int truncateToInt(double a) {
  return a >= -0x1p63 && a < 0x1p63 ? static_cast<Int>(a) : smallestInt;
}
[[nodiscard]] constexpr Int floorToInt(double a) {
  const Int n = truncateToInt(a);
  return a < static_cast<double>(n) ? sub(n, 1) : n;
}
[[nodiscard]] constexpr Int ceilingToInt(double a) {
  const Int n = truncateToInt(a);
  return static_cast<double>(n) < a ? add(n, 1) : n;
}

namespace detail {
/// To the nearest whole number, halves to the even one.
[[nodiscard]] inline double roundHalfEven(double a) {
  const double below = std::floor(a);
  const double part = a - below;
  if (part < 0.5) return below;
  if (part > 0.5) return below + 1;
  return std::fmod(below, 2.0) == 0 ? below : below + 1;
}
[[nodiscard]] inline Word wholeToWord(double whole) {
  if (!std::isfinite(whole)) return 0;
  const auto bits = static_cast<Word>(std::fmod(std::fabs(whole), 0x1p64));
  return whole < 0 ? 0 - bits : bits;
}
}  // namespace detail

[[nodiscard]] inline Int roundToInt(double a) {
  return truncateToInt(detail::roundHalfEven(a));
}
[[nodiscard]] inline Word truncateToWord(double a) {
  return detail::wholeToWord(std::trunc(a));
}
[[nodiscard]] inline Word floorToWord(double a) {
  return detail::wholeToWord(std::floor(a));
}
[[nodiscard]] inline Word ceilingToWord(double a) {
  return detail::wholeToWord(std::ceil(a));
}
[[nodiscard]] inline Word roundToWord(double a) {
  return detail::wholeToWord(detail::roundHalfEven(a));
}

[[nodiscard]] constexpr Int ord(char32_t a) {
  return static_cast<Int>(a);
}

namespace detail {
[[noreturn, gnu::cold, gnu::noinline]] inline void failChr(Int code, const char* where) {
  Raised raised{ErrorKind::Arithmetic, "", where, {}};
  const char* const form = code < 0 ? "%s(%lld)" : "%s%lld";
  std::snprintf(raised.own.data(), raised.own.size(), form,
                "Prelude.chr: bad argument: ", static_cast<long long>(code));
  raise(raised);
}
}  // namespace detail

[[nodiscard]] inline char32_t chr(Int code, const char* where = nullptr) {
  if (code < 0 || code > 0x10ffff) [[unlikely]]
    detail::failChr(code, where);
  return static_cast<char32_t>(code);
}

}  // namespace deforest
