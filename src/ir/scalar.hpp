// Arithmetic on scalars as 64-bit words: Haskell's, on a 64-bit GHC.
//
// Every definition here is a total function of values, or returns nothing where Haskell raises an
// exception. `primitives.cpp` arranges them by operation and type, the interpreter inlines the
// frequent ones; nobody else defines what an operation means.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

namespace deforest::ir::scalar {

/// The one NaN that operations produce, so that equal values have equal bits.
inline constexpr std::uint64_t canonicalNan = 0x7ff8000000000000;

/// The word that represents `value`. A NaN becomes the canonical one. A float is represented by the
/// double of the same value.
template <class T>
[[nodiscard]] inline std::uint64_t encode(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return value == value ? std::bit_cast<std::uint64_t>(static_cast<double>(value)) : canonicalNan;
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

/// The value that `bits` represents.
template <class T>
[[nodiscard]] inline T decode(std::uint64_t bits) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(std::bit_cast<double>(bits));
  } else {
    return static_cast<T>(bits);
  }
}

/// Applies a function of words to two integers: wraps, without undefined behaviour.
template <class T, class F>
[[nodiscard]] inline T wrapping(T a, T b, F f) {
  return static_cast<T>(f(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
}

template <class T>
[[nodiscard]] inline T add(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return a + b;
  } else {
    return wrapping(a, b, [](std::uint64_t x, std::uint64_t y) { return x + y; });
  }
}

template <class T>
[[nodiscard]] inline T sub(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return a - b;
  } else {
    return wrapping(a, b, [](std::uint64_t x, std::uint64_t y) { return x - y; });
  }
}

template <class T>
[[nodiscard]] inline T mul(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return a * b;
  } else {
    return wrapping(a, b, [](std::uint64_t x, std::uint64_t y) { return x * y; });
  }
}

template <class T>
[[nodiscard]] inline T negate(T a) {
  if constexpr (std::is_floating_point_v<T>) {
    return -a;
  } else {
    return sub(T{0}, a);
  }
}

template <class T>
[[nodiscard]] inline T absolute(T a) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fabs(a);
  } else {
    return a < T{0} ? negate(a) : a;
  }
}

/// Of -0.0 and NaN it is the argument itself.
template <class T>
[[nodiscard]] inline T signum(T a) {
  if (a > T{0}) return T{1};
  if constexpr (std::is_signed_v<T>) {
    if (a < T{0}) return T{-1};
  }
  return a;
}

/// `if a <= b then a else b`: with a NaN among them, the second argument.
template <class T>
[[nodiscard]] inline T minimum(T a, T b) {
  return a <= b ? a : b;
}

/// `if a <= b then b else a`: with a NaN among them, the first argument.
template <class T>
[[nodiscard]] inline T maximum(T a, T b) {
  return a <= b ? b : a;
}

// Division. Nothing for a zero divisor, and nothing for minBound over -1 where the quotient is
// wanted; the remainder of that is 0.

template <class T>
[[nodiscard]] inline bool dividesOverflowing(T a, T b) {
  if constexpr (std::is_signed_v<T>) {
    return b == T{-1} && a == std::numeric_limits<T>::min();
  } else {
    return false;
  }
}

template <class T>
[[nodiscard]] inline std::optional<T> quot(T a, T b) {
  if (b == T{0} || dividesOverflowing(a, b)) return std::nullopt;
  return static_cast<T>(a / b);
}

template <class T>
[[nodiscard]] inline std::optional<T> rem(T a, T b) {
  if (b == T{0}) return std::nullopt;
  if (dividesOverflowing(a, b)) return T{0};
  return static_cast<T>(a % b);
}

/// Rounds towards negative infinity.
template <class T>
[[nodiscard]] inline std::optional<T> div(T a, T b) {
  if (b == T{0} || dividesOverflowing(a, b)) return std::nullopt;
  const T quotient = static_cast<T>(a / b);
  const bool inexact = a % b != T{0};
  return inexact && ((a < T{0}) != (b < T{0})) ? static_cast<T>(quotient - 1) : quotient;
}

/// Has the sign of the divisor.
template <class T>
[[nodiscard]] inline std::optional<T> mod(T a, T b) {
  if (b == T{0}) return std::nullopt;
  if (dividesOverflowing(a, b)) return T{0};
  const T remainder = static_cast<T>(a % b);
  const bool otherSign = remainder != T{0} && ((remainder < T{0}) != (b < T{0}));
  return otherSign ? static_cast<T>(remainder + b) : remainder;
}

/// `^`: by repeated squaring, in the order in which the Prelude multiplies (it shows in the last
/// digits of a Double). Nothing for a negative exponent.
template <class T>
[[nodiscard]] inline std::optional<T> power(T base, std::int64_t exponent) {
  if (exponent < 0) return std::nullopt;
  if (exponent == 0) return T{1};
  while (exponent % 2 == 0) {
    base = mul(base, base);
    exponent /= 2;
  }
  T product = base;
  while (exponent > 1) {
    base = mul(base, base);
    exponent /= 2;
    if (exponent % 2 == 1) product = mul(base, product);
  }
  return product;
}

// Conversions from Double. To Int as optimised GHC converts: the machine's conversion, which makes
// minBound of what does not fit, with the corrections of `floor` and `ceiling` applied after it.
// To Word modulo 2^64, and 0 for infinities and NaN.

[[nodiscard]] inline std::int64_t truncateToInt(double a) {
  const bool fits = a >= -0x1p63 && a < 0x1p63;
  return fits ? static_cast<std::int64_t>(a) : std::numeric_limits<std::int64_t>::min();
}

[[nodiscard]] inline std::int64_t floorToInt(double a) {
  const std::int64_t n = truncateToInt(a);
  return a < static_cast<double>(n) ? sub(n, std::int64_t{1}) : n;
}

[[nodiscard]] inline std::int64_t ceilingToInt(double a) {
  const std::int64_t n = truncateToInt(a);
  return static_cast<double>(n) < a ? add(n, std::int64_t{1}) : n;
}

/// To the nearest whole number, halves to the even one.
[[nodiscard]] inline double roundHalfEven(double a) {
  const double below = std::floor(a);
  const double part = a - below;
  if (part < 0.5) return below;
  if (part > 0.5) return below + 1;
  return std::fmod(below, 2.0) == 0 ? below : below + 1;
}

/// Of a whole number, an infinity or NaN.
[[nodiscard]] inline std::uint64_t wholeToWord(double whole) {
  if (!std::isfinite(whole)) return 0;
  const double magnitude = std::fmod(std::fabs(whole), 0x1p64);
  const auto bits = static_cast<std::uint64_t>(magnitude);
  return whole < 0 ? 0 - bits : bits;
}

// Shifts. Nothing for a negative distance; one of 64 and more shifts everything out.

template <class T>
[[nodiscard]] inline std::optional<T> shiftLeft(T a, std::int64_t distance) {
  if (distance < 0) return std::nullopt;
  if (distance >= 64) return T{0};
  return static_cast<T>(static_cast<std::uint64_t>(a) << distance);
}

template <class T>
[[nodiscard]] inline std::optional<T> shiftRight(T a, std::int64_t distance) {
  if (distance < 0) return std::nullopt;
  if (distance >= 64) return a < T{0} ? static_cast<T>(~std::uint64_t{0}) : T{0};
  return static_cast<T>(a >> distance);
}

template <class T>
[[nodiscard]] inline std::optional<bool> testBit(T a, std::int64_t index) {
  if (index < 0) return std::nullopt;
  return index < 64 && ((static_cast<std::uint64_t>(a) >> index) & 1) != 0;
}

/// The largest code point.
inline constexpr std::int64_t maxChar = 0x10ffff;

[[nodiscard]] inline std::optional<std::uint64_t> chr(std::int64_t code) {
  if (code < 0 || code > maxChar) return std::nullopt;
  return static_cast<std::uint64_t>(code);
}

/// What follows the backslash in Haskell's names of the characters 0 to 31.
inline constexpr std::array<std::string_view, 32> controlNames = {
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "a",   "b",   "t",   "n",
    "v",   "f",   "r",   "SO",  "SI",  "DLE", "DC1", "DC2", "DC3", "DC4", "NAK",
    "SYN", "ETB", "CAN", "EM",  "SUB", "ESC", "FS",  "GS",  "RS",  "US"};

}  // namespace deforest::ir::scalar
