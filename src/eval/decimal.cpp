// Free-format conversion after Steele and White ("How to print floating-point numbers accurately",
// 1990), in exact arithmetic: the number is the fraction r/s, its distances to the midpoints above
// and below are up/s and down/s.
#include "eval/decimal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace deforest::eval {
namespace {

// A natural number; limbs from the least significant, the last one not zero.
class Natural {
 public:
  explicit Natural(std::uint64_t value) {
    for (; value != 0; value >>= 32U) limbs_.push_back(static_cast<std::uint32_t>(value));
  }

  void multiply(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& limb : limbs_) {
      carry += std::uint64_t{limb} * factor;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32U;
    }
    if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
  }

  void shiftLeft(unsigned bits) {
    if (limbs_.empty()) return;
    if (bits % 32 != 0) multiply(std::uint32_t{1} << (bits % 32));
    limbs_.insert(limbs_.begin(), bits / 32, 0);
  }

  // `other` is at most this number.
  void subtract(const Natural& other) {
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      const std::int64_t difference =
          std::int64_t{limbs_[i]} - (i < other.limbs_.size() ? other.limbs_[i] : 0) + borrow;
      limbs_[i] = static_cast<std::uint32_t>(difference);
      borrow = difference < 0 ? -1 : 0;
    }
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
  }

  void add(const Natural& other) {
    limbs_.resize(std::max(limbs_.size(), other.limbs_.size()), 0);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      carry += std::uint64_t{limbs_[i]} + (i < other.limbs_.size() ? other.limbs_[i] : 0);
      limbs_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32U;
    }
    if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
  }

  [[nodiscard]] bool lessThan(const Natural& other) const {
    if (limbs_.size() != other.limbs_.size()) return limbs_.size() < other.limbs_.size();
    return std::lexicographical_compare(limbs_.rbegin(), limbs_.rend(), other.limbs_.rbegin(),
                                        other.limbs_.rend());
  }

 private:
  std::vector<std::uint32_t> limbs_;
};

Natural sum(Natural a, const Natural& b) {
  a.add(b);
  return a;
}

std::vector<int> digitsOf(std::uint64_t value) {
  std::vector<int> digits;
  for (; value != 0; value /= 10) digits.push_back(static_cast<int>(value % 10));
  std::reverse(digits.begin(), digits.end());
  return digits;
}

// Whole numbers that the significand holds are their own digits: no fewer digits are near enough.
Decimal wholeDigits(std::uint64_t value) {
  Decimal result{digitsOf(value), 0};
  result.exponent = static_cast<int>(result.digits.size());
  while (result.digits.size() > 1 && result.digits.back() == 0) result.digits.pop_back();
  return result;
}

struct Fraction {
  Natural r, s, up, down;
};

Fraction fractionOf(std::uint64_t mantissa, int exponent, Precision precision) {
  Fraction f{Natural(mantissa), Natural(1), Natural(1), Natural(1)};
  // At a power of two the neighbour below is nearer, except at the smallest exponent.
  const bool narrow = mantissa == std::uint64_t{1} << static_cast<unsigned>(precision.bits - 1) &&
                      exponent > precision.lowestExponent;
  const unsigned extra = narrow ? 2 : 1;
  f.r.shiftLeft(extra);
  f.s.shiftLeft(extra);
  if (narrow) f.up.shiftLeft(1);
  if (exponent >= 0) {
    const auto shift = static_cast<unsigned>(exponent);
    f.r.shiftLeft(shift);
    f.up.shiftLeft(shift);
    f.down.shiftLeft(shift);
  } else {
    f.s.shiftLeft(static_cast<unsigned>(-exponent));
  }
  return f;
}

// Scales the fraction by a power of ten so that it lies in [0.1, 1), counting what lies between it
// and the midpoint above as 1; the power of ten it was divided by.
int normalise(Fraction& f, double value) {
  int exponent = static_cast<int>(std::floor(std::log10(value))) - 1;
  for (int i = 0; i < exponent; ++i) f.s.multiply(10);
  for (int i = 0; i > exponent; --i) {
    f.r.multiply(10);
    f.up.multiply(10);
    f.down.multiply(10);
  }
  while (f.s.lessThan(sum(f.r, f.up))) {
    f.s.multiply(10);
    ++exponent;
  }
  return exponent;
}

}  // namespace

Decimal shortestDigits(double value, Precision precision) {
  if (value == 0) return {{0}, 0};
  if (value < std::ldexp(1.0, precision.bits) && value == std::floor(value)) {
    return wholeDigits(static_cast<std::uint64_t>(value));
  }
  const int exponent = std::max(std::ilogb(value) - (precision.bits - 1), precision.lowestExponent);
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(value, -exponent));
  Fraction f = fractionOf(mantissa, exponent, precision);
  Decimal result;
  result.exponent = normalise(f, value);
  while (true) {
    f.r.multiply(10);
    f.up.multiply(10);
    f.down.multiply(10);
    int digit = 0;
    for (; !f.r.lessThan(f.s); ++digit) f.r.subtract(f.s);
    const bool nearBelow = f.r.lessThan(f.down);
    const bool nearAbove = f.s.lessThan(sum(f.r, f.up));
    if (nearBelow || nearAbove) {
      const bool roundUp = nearAbove && (!nearBelow || !sum(f.r, f.r).lessThan(f.s));
      result.digits.push_back(digit + (roundUp ? 1 : 0));
      return result;
    }
    result.digits.push_back(digit);
  }
}

std::string showPositive(double value, Precision precision) {
  const Decimal decimal = shortestDigits(value, precision);
  const auto digit = [&](std::size_t i) {
    return i < decimal.digits.size() ? static_cast<char>('0' + decimal.digits[i]) : '0';
  };
  std::string text;
  if (value != 0 && (value < 0.1 || value >= 1e7)) {
    text = std::string(1, digit(0)) + '.';
    for (std::size_t i = 1; i < std::max<std::size_t>(decimal.digits.size(), 2); ++i) {
      text += digit(i);
    }
    return text + 'e' + std::to_string(decimal.exponent - 1);
  }
  const auto whole = static_cast<std::size_t>(decimal.exponent);
  for (std::size_t i = 0; i < whole; ++i) text += digit(i);
  if (whole == 0) text = "0";
  text += '.';
  for (std::size_t i = whole; i < std::max(decimal.digits.size(), whole + 1); ++i) {
    text += digit(i);
  }
  return text;
}

}  // namespace deforest::eval
