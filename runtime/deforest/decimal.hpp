// Doubles in decimal, digit for digit as Haskell's `show` writes them.
//
// The digits are the fewest that lie strictly between the midpoints to the neighbouring doubles
// (most printers admit the midpoints themselves where those round to the number: they print 1.0e23
// where Haskell prints 9.999999999999999e22). Exact arithmetic finds them: the number is the
// fraction r/s, its distances to the midpoints above and below are up/s and down/s.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace deforest::detail {

/// A natural number; limbs from the least significant, the last one not zero.
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
    multiply(std::uint32_t{1} << (bits % 32));
    limbs_.insert(limbs_.begin(), bits / 32, 0);
  }

  void add(const Natural& other) {
    limbs_.resize(std::max(limbs_.size(), other.limbs_.size()), 0);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      carry += std::uint64_t{limbs_[i]} + other.limb(i);
      limbs_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32U;
    }
    if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
  }

  /// `other` must not be larger.
  void subtract(const Natural& other) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      const std::uint64_t less = other.limb(i) + borrow;
      borrow = limbs_[i] < less ? 1 : 0;
      limbs_[i] = static_cast<std::uint32_t>(limbs_[i] - less);
    }
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
  }

  [[nodiscard]] bool lessThan(const Natural& other) const {
    if (limbs_.size() != other.limbs_.size()) return limbs_.size() < other.limbs_.size();
    return std::lexicographical_compare(limbs_.rbegin(), limbs_.rend(), other.limbs_.rbegin(),
                                        other.limbs_.rend());
  }

 private:
  [[nodiscard]] std::uint64_t limb(std::size_t i) const {
    return i < limbs_.size() ? limbs_[i] : 0;
  }

  std::vector<std::uint32_t> limbs_;
};

[[nodiscard]] inline Natural sum(Natural a, const Natural& b) {
  a.add(b);
  return a;
}

/// Digits d1 d2 ... of 0.d1d2... times ten to the `exponent`.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

/// Of a finite number greater than zero, one digit after the other. T: float or double.
template <class T>
[[nodiscard]] inline Decimal shortestDigits(T value) {
  using Limits = std::numeric_limits<T>;
  constexpr int lowest = Limits::min_exponent - Limits::digits;
  constexpr std::uint64_t hidden = std::uint64_t{1} << unsigned{Limits::digits - 1};
  const int exponent = std::max(std::ilogb(value) - (Limits::digits - 1), lowest);
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(double{value}, -exponent));
  // At a power of two the neighbour below is nearer, except at the smallest exponent.
  const bool narrow = mantissa == hidden && exponent > lowest;
  Natural r(mantissa);
  Natural s(1);
  Natural up(narrow ? 2 : 1);
  Natural down(1);
  r.shiftLeft(narrow ? 2 : 1);
  s.shiftLeft(narrow ? 2 : 1);
  if (exponent >= 0) {
    for (Natural* n : {&r, &up, &down}) n->shiftLeft(static_cast<unsigned>(exponent));
  } else {
    s.shiftLeft(static_cast<unsigned>(-exponent));
  }
  const auto timesTen = [&] {
    for (Natural* n : {&r, &up, &down}) n->multiply(10);
  };
  Decimal result;
  result.exponent = static_cast<int>(std::floor(std::log10(double{value}))) - 1;
  for (int i = 0; i < result.exponent; ++i) s.multiply(10);
  for (int i = 0; i > result.exponent; --i) timesTen();
  for (; s.lessThan(sum(r, up)); ++result.exponent) s.multiply(10);
  while (true) {
    timesTen();
    char digit = '0';
    for (; !r.lessThan(s); ++digit) r.subtract(s);
    const bool nearBelow = r.lessThan(down);
    const bool nearAbove = s.lessThan(sum(r, up));
    if (nearBelow || nearAbove) {
      if (nearAbove && (!nearBelow || !sum(r, r).lessThan(s))) ++digit;
      result.digits += digit;
      return result;
    }
    result.digits += digit;
  }
}

/// Of a number that is not negative, NaN or infinite: `0.1`, `1.0e-2`, `1.0e7`.
template <class T>
inline void appendPositive(std::string& out, T value) {
  Decimal decimal{"0", 0};
  if (value != 0) {
    const T whole = std::ldexp(T{1}, std::numeric_limits<T>::digits);
    if (value < whole && value == std::floor(value)) {
      // A whole number is its own digits: no fewer are near enough.
      decimal.digits = std::to_string(static_cast<std::uint64_t>(value));
      decimal.exponent = static_cast<int>(decimal.digits.size());
      while (decimal.digits.size() > 1 && decimal.digits.back() == '0') decimal.digits.pop_back();
    } else {
      decimal = shortestDigits(value);
    }
  }
  const std::string& digits = decimal.digits;
  if (value != 0 && (value < 0.1 || value >= 1e7)) {
    out += digits[0];
    out += '.';
    out += digits.size() > 1 ? digits.substr(1) : "0";
    out += 'e';
    out += std::to_string(decimal.exponent - 1);
    return;
  }
  const auto whole = static_cast<std::size_t>(decimal.exponent);
  if (whole == 0) out += '0';
  for (std::size_t i = 0; i < whole; ++i) out += i < digits.size() ? digits[i] : '0';
  out += '.';
  out += digits.size() > whole ? digits.substr(whole) : "0";
}

}  // namespace deforest::detail
