// Doubles and floats in decimal, digit for digit as Haskell's `show` writes them.
#pragma once

#include <string>
#include <vector>

namespace deforest::eval {

/// The decimal digits of a number: 0.d1d2d3... times ten to the `exponent`.
struct Decimal {
  std::vector<int> digits;
  int exponent = 0;
};

/// The format of a number: which numbers are its neighbours.
struct Precision {
  int bits;            ///< Of the significand.
  int lowestExponent;  ///< Of its last bit.
};
inline constexpr Precision doublePrecision = {53, -1074};
inline constexpr Precision floatPrecision = {24, -149};

/// The shortest digits that lie strictly between the midpoints to the neighbouring numbers. (Most
/// printers admit the midpoints themselves where those round to the number: they print 1.0e23 where
/// Haskell prints 9.999999999999999e22.) `value` is finite and not negative.
[[nodiscard]] Decimal shortestDigits(double value, Precision precision = doublePrecision);

/// What `show` gives for a number that is not negative, NaN or infinite: `0.1`, `1.0e-2`, `1.0e7`.
[[nodiscard]] std::string showPositive(double value, Precision precision = doublePrecision);

}  // namespace deforest::eval
