// Haskell's `Integer`: whole numbers of any size.
//
// An Integer is one word. From -2^62 up to 2^62 - 1 it is the number itself, in two's complement;
// nothing is allocated then. Any other number is a cell in a region, a header and the number's
// limbs, and the word is the address of the cell plus 2^62, which no small number is: its two top
// bits differ.
//
//     5          0000...0101
//     -2^64      01.. address ──►  | 2 * limbs + (1 if negative) | limb | limb | ...
//
// The limbs are the digits of the magnitude to the base 2^64, the lowest first; the highest is not
// zero. A number has one form only. What makes numbers takes the worker to make them with, and
// never hands on a part of its operands, so that what these are made of can be given back.
//
// Digits are found by halving.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "deforest/arithmetic.hpp"
#include "deforest/fail.hpp"
#include "deforest/limbs.hpp"
#include "deforest/region.hpp"

namespace deforest {

class Integer {
 public:
  static constexpr Int leastSmall = -(Int{1} << 62U);
  static constexpr Int largestSmall = (Int{1} << 62U) - 1;

  constexpr Integer() = default;
  /// A small number.
  constexpr explicit Integer(Int small) : word_(static_cast<Word>(small)) {}
  /// A large number: the address of its header.
  [[nodiscard]] static Integer large(const Word* cell) {
    return fromWord(std::bit_cast<Word>(cell) + mark);
  }

  [[nodiscard]] constexpr bool isSmall() const { return !differs(word_); }
  [[nodiscard]] constexpr Int small() const { return static_cast<Int>(word_); }
  /// The header and the limbs of a large number.
  [[nodiscard]] const Word* cell() const { return std::bit_cast<const Word*>(word_ - mark); }

  [[nodiscard]] constexpr Word word() const { return word_; }
  [[nodiscard]] static constexpr Integer fromWord(Word word) {
    Integer number;
    number.word_ = word;
    return number;
  }

  /// Whether both numbers, and the word of a third, are small.
  [[nodiscard]] static constexpr bool areSmall(Integer a, Integer b, Int c = 0) {
    const auto third = static_cast<Word>(c);
    return (((a.word_ ^ (a.word_ << 1U)) | (b.word_ ^ (b.word_ << 1U)) | (third ^ (third << 1U))) >>
            63U) == 0;
  }

  /// Whether the number is its own word.
  [[nodiscard]] static constexpr bool fits(Int number) {
    return !differs(static_cast<Word>(number));
  }

 private:
  static constexpr Word mark = Word{1} << 62U;
  static constexpr bool differs(Word word) { return ((word ^ (word << 1U)) >> 63U) != 0; }

  Word word_ = 0;
};

namespace detail {

// ---------------------------------------------------------------------------- signs and magnitudes

/// A number as sign and limbs; of a small one, the limb is here.
struct Limbs {
  explicit Limbs(Integer number) {
    if (number.isSmall()) {
      negative = number.small() < 0;
      own = negative ? 0 - number.word() : number.word();
      size = own == 0 ? 0 : 1;
      data = &own;
    } else {
      negative = number.cell()[0] % 2 != 0;
      size = number.cell()[0] / 2;
      data = number.cell() + 1;
    }
  }
  Limbs(const Limbs&) = delete;
  Limbs& operator=(const Limbs&) = delete;

  const Word* data = nullptr;
  std::size_t size = 0;
  bool negative = false;

 private:
  Word own = 0;
};

/// A number in the making: room for so many limbs, and for a header before them.
class NewInteger {
 public:
  NewInteger(Worker& worker, std::size_t limbs) : worker_(worker) {
    if (limbs >= Worker::mostWords) [[unlikely]]
      fail(ErrorKind::Memory, "deforest: an Integer is too large");
    cell_ = worker.words(limbs + 1);
  }

  [[nodiscard]] Word* limbs() const { return cell_ + 1; }

  /// The number of that sign, in at most so many limbs; what it does not need is given back.
  [[nodiscard]] Integer finish(std::size_t size, bool negative) const {
    size = trimmed(limbs(), size);
    const Word low = size == 0 ? 0 : limbs()[0];
    const Word most = static_cast<Word>(Integer::largestSmall) + (negative ? 1 : 0);
    if (size == 0 || (size == 1 && low <= most)) {
      worker_.giveBack(cell_);
      return Integer::fromWord(negative ? 0 - low : low);
    }
    cell_[0] = 2 * size + (negative ? 1 : 0);
    worker_.giveBack(cell_ + 1 + size);
    return Integer::large(cell_);
  }

 private:
  Worker& worker_;
  Word* cell_ = nullptr;
};

[[nodiscard]] inline Integer copied(Worker& worker, const Limbs& a, bool negative) {
  const NewInteger made(worker, a.size);
  std::copy(a.data, a.data + a.size, made.limbs());
  return made.finish(a.size, negative);
}

/// a + b, or a - b.
[[nodiscard, gnu::noinline]] inline Integer addSlowly(Worker& worker, Integer first, Integer second,
                                                      bool subtracts) {
  const Limbs a(first);
  const Limbs b(second);
  const bool negative = b.negative != subtracts;
  if (a.negative == negative) {
    const bool longer = a.size >= b.size;
    const Limbs& more = longer ? a : b;
    const Limbs& less = longer ? b : a;
    const NewInteger made(worker, more.size + 1);
    made.limbs()[more.size] = addLimbs(made.limbs(), more.data, more.size, less.data, less.size);
    return made.finish(more.size + 1, a.negative);
  }
  const bool larger = compareLimbs(a.data, a.size, b.data, b.size) >= 0;
  const Limbs& more = larger ? a : b;
  const Limbs& less = larger ? b : a;
  const NewInteger made(worker, more.size);
  static_cast<void>(subtractLimbs(made.limbs(), more.data, more.size, less.data, less.size));
  return made.finish(more.size, larger ? a.negative : negative);
}

[[nodiscard, gnu::noinline]] inline Integer multiplySlowly(Worker& worker, Integer first,
                                                           Integer second) {
  const Limbs a(first);
  const Limbs b(second);
  const NewInteger made(worker, a.size + b.size);
  multiplyLimbs(made.limbs(), a.data, a.size, b.data, b.size);
  return made.finish(a.size + b.size, a.negative != b.negative);
}

enum class Division : std::uint8_t { Quot, Rem, Div, Mod };

[[nodiscard, gnu::noinline]] inline Integer divideSlowly(Worker& worker, Integer first,
                                                         Integer second, Division kind) {
  const Limbs a(first);
  const Limbs b(second);
  const bool differ = a.negative != b.negative;
  const bool down = differ && (kind == Division::Div || kind == Division::Mod);
  const bool wantsRest = kind == Division::Rem || kind == Division::Mod;
  if (a.size < b.size) {
    // The quotient is 0, or -1 where that is below.
    if (!wantsRest) return Integer(down && a.size != 0 ? -1 : 0);
    if (down && a.size != 0) return addSlowly(worker, first, second, false);
    return copied(worker, a, a.negative);
  }
  if (wantsRest) {
    const NewInteger made(worker, b.size);
    divideLimbs(nullptr, made.limbs(), a.data, a.size, b.data, b.size);
    const bool exact = trimmed(made.limbs(), b.size) == 0;
    if (!down || exact) return made.finish(b.size, a.negative);
    static_cast<void>(subtractLimbs(made.limbs(), b.data, b.size, made.limbs(), b.size));
    return made.finish(b.size, b.negative);
  }
  const std::size_t size = a.size - b.size + 1;
  const NewInteger made(worker, size + 1);
  std::vector<Word> rest(down ? b.size : 0);
  divideLimbs(made.limbs(), down ? rest.data() : nullptr, a.data, a.size, b.data, b.size);
  made.limbs()[size] = 0;
  if (down && trimmed(rest.data(), rest.size()) != 0) {
    const Word one = 1;
    made.limbs()[size] = addLimbs(made.limbs(), made.limbs(), size, &one, 1);
  }
  return made.finish(size + 1, differ);
}

[[nodiscard]] inline Integer fromSize(Worker& worker, Word size, bool negative) {
  const NewInteger made(worker, 1);
  made.limbs()[0] = size;
  return made.finish(1, negative);
}

inline void checkDivisor(Integer b, const char* where) {
  if (b.word() == 0) [[unlikely]]
    fail(ErrorKind::Arithmetic, "divide by zero", where);
}

[[nodiscard]] inline bool isNegative(Integer a) {
  return a.isSmall() ? a.small() < 0 : a.cell()[0] % 2 != 0;
}

}  // namespace detail

// ----------------------------------------------------------------------------------- comparisons

[[nodiscard]] inline std::strong_ordering operator<=>(Integer a, Integer b) {
  if (Integer::areSmall(a, b)) [[likely]]
    return a.small() <=> b.small();
  const detail::Limbs x(a);
  const detail::Limbs y(b);
  if (x.negative != y.negative) {
    return x.negative ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  const auto order = detail::compareLimbs(x.data, x.size, y.data, y.size);
  return x.negative ? 0 <=> order : order;
}
[[nodiscard]] inline bool operator==(Integer a, Integer b) {
  return a.word() == b.word() || (!Integer::areSmall(a, b) && (a <=> b) == 0);
}

// ------------------------------------------------------------------------------------ arithmetic

[[nodiscard]] inline Integer add(Worker& worker, Integer a, Integer b) {
  const Int sum = add(a.small(), b.small());
  if (Integer::areSmall(a, b, sum)) [[likely]]
    return Integer(sum);
  return detail::addSlowly(worker, a, b, false);
}
[[nodiscard]] inline Integer sub(Worker& worker, Integer a, Integer b) {
  const Int difference = sub(a.small(), b.small());
  if (Integer::areSmall(a, b, difference)) [[likely]]
    return Integer(difference);
  return detail::addSlowly(worker, a, b, true);
}
[[nodiscard]] inline Integer mul(Worker& worker, Integer a, Integer b) {
  Int product = 0;
  const bool overflows = __builtin_mul_overflow(a.small(), b.small(), &product);
  if (!overflows && Integer::areSmall(a, b, product)) [[likely]]
    return Integer(product);
  return detail::multiplySlowly(worker, a, b);
}
[[nodiscard]] inline Integer quot(Worker& worker, Integer a, Integer b,
                                  const char* where = nullptr) {
  detail::checkDivisor(b, where);
  if (Integer::areSmall(a, b) && b.small() != -1) [[likely]]
    return Integer(a.small() / b.small());
  return detail::divideSlowly(worker, a, b, detail::Division::Quot);
}
[[nodiscard]] inline Integer rem(Worker& worker, Integer a, Integer b,
                                 const char* where = nullptr) {
  detail::checkDivisor(b, where);
  if (Integer::areSmall(a, b)) [[likely]]
    return Integer(a.small() % b.small());
  return detail::divideSlowly(worker, a, b, detail::Division::Rem);
}
[[nodiscard]] inline Integer div(Worker& worker, Integer a, Integer b,
                                 const char* where = nullptr) {
  detail::checkDivisor(b, where);
  if (Integer::areSmall(a, b) && b.small() != -1) [[likely]] {
    return Integer(div(a.small(), b.small()));
  }
  return detail::divideSlowly(worker, a, b, detail::Division::Div);
}
[[nodiscard]] inline Integer mod(Worker& worker, Integer a, Integer b,
                                 const char* where = nullptr) {
  detail::checkDivisor(b, where);
  if (Integer::areSmall(a, b)) [[likely]]
    return Integer(mod(a.small(), b.small()));
  return detail::divideSlowly(worker, a, b, detail::Division::Mod);
}

[[nodiscard]] inline Integer negate(Worker& worker, Integer a) {
  return sub(worker, Integer(0), a);
}
[[nodiscard]] inline Integer abs(Worker& worker, Integer a) {
  return detail::isNegative(a) ? negate(worker, a) : add(worker, a, Integer(0));
}
[[nodiscard]] inline Integer signum(Integer a) {
  return Integer(detail::isNegative(a) ? -1 : a.word() == 0 ? 0 : 1);
}
[[nodiscard]] inline bool odd(Integer a) {
  return (a.isSmall() ? a.word() : a.cell()[1]) % 2 != 0;
}
[[nodiscard]] inline bool even(Integer a) {
  return !odd(a);
}

/// `^` of an Integer.
[[nodiscard]] inline Integer power(Worker& worker, Integer base, Int exponent,
                                   const char* where = nullptr) {
  if (exponent < 0) [[unlikely]]
    fail(ErrorKind::Arithmetic, "Negative exponent", where);
  if (exponent == 0) return Integer(1);
  if (base.isSmall() && base.small() >= -1 && base.small() <= 1) {
    return Integer(exponent % 2 == 0 ? base.small() * base.small() : base.small());
  }
  Worker& scratch = worker.other();
  const auto mark = scratch.mark();
  Integer product =
      detail::powerOf(base, static_cast<Word>(exponent),
                      [&scratch](Integer a, Integer b) { return mul(scratch, a, b); });
  product = add(worker, product, Integer(0));
  scratch.release(mark);
  return product;
}
[[nodiscard]] inline Integer power(Worker& worker, Integer base, Integer exponent,
                                   const char* where = nullptr) {
  if (exponent.isSmall()) return power(worker, base, exponent.small(), where);
  if (detail::isNegative(exponent)) fail(ErrorKind::Arithmetic, "Negative exponent", where);
  const bool small = base.isSmall() && base.small() >= -1 && base.small() <= 1;
  if (!small) fail(ErrorKind::Memory, "deforest: an Integer is too large", where);
  return Integer(even(exponent) ? base.small() * base.small() : base.small());
}

/// `^` of another number.
template <class T>
[[nodiscard]] inline T power(T base, Integer exponent, const char* where = nullptr) {
  if (exponent.isSmall()) return power(base, exponent.small(), where);
  if (detail::isNegative(exponent)) fail(ErrorKind::Arithmetic, "Negative exponent", where);
  const detail::Limbs bits(exponent);
  const auto isSet = [&](std::size_t i) { return ((bits.data[i / 64] >> (i % 64)) & 1U) != 0; };
  const std::size_t length =
      64 * bits.size - static_cast<std::size_t>(std::countl_zero(bits.data[bits.size - 1]));
  return detail::powerOf(base, length, isSet, detail::Times{});
}

// ----------------------------------------------------------------------------------- conversions

[[nodiscard]] inline Integer toInteger(Worker& worker, Int a) {
  if (Integer::fits(a)) [[likely]]
    return Integer(a);
  return detail::fromSize(worker, a < 0 ? 0 - static_cast<Word>(a) : static_cast<Word>(a), a < 0);
}
[[nodiscard]] inline Integer toInteger(Worker& worker, Word a) {
  if (a <= static_cast<Word>(Integer::largestSmall)) [[likely]]
    return Integer::fromWord(a);
  return detail::fromSize(worker, a, false);
}
/// Modulo 2^64.
[[nodiscard]] inline Word toWord(Integer a) {
  if (a.isSmall()) return a.word();
  return a.cell()[0] % 2 != 0 ? 0 - a.cell()[1] : a.cell()[1];
}
[[nodiscard]] inline Int toInt(Integer a) {
  return static_cast<Int>(toWord(a));
}
/// As GHC 9.0 converts: to the nearest double what fits into 64 bits, anything larger towards zero.
[[nodiscard]] inline double toDouble(Integer a) {
  if (a.isSmall()) return static_cast<double>(a.small());
  const detail::Limbs limbs(a);
  const Word top = limbs.data[limbs.size - 1];
  const Word most = static_cast<Word>(std::numeric_limits<Int>::max()) + (limbs.negative ? 1 : 0);
  if (limbs.size == 1 && top <= most) return static_cast<double>(toInt(a));
  const auto zeros = static_cast<unsigned>(std::countl_zero(top));
  Word bits = top << zeros;
  if (zeros != 0 && limbs.size > 1) bits |= limbs.data[limbs.size - 2] >> (64U - zeros);
  const auto scale =
      static_cast<int>(std::min<std::size_t>(64 * limbs.size, 4096)) - 53 - static_cast<int>(zeros);
  const double size = std::ldexp(static_cast<double>(bits >> 11U), scale);
  return limbs.negative ? -size : size;
}
[[nodiscard]] inline float toFloat(Integer a) {
  return static_cast<float>(toDouble(a));
}

namespace detail {
/// A fraction after rounding. Infinities and NaN are, as in GHC, what their exponents and mantissas
/// say; `exponent` is that of an infinity.
[[nodiscard]] inline Integer wholeToInteger(Worker& worker, double whole, int exponent) {
  if (whole > -0x1p62 && whole < 0x1p62) return Integer(static_cast<Int>(whole));
  Word mantissa = 1;
  bool negative = whole < 0;
  int scale = exponent;
  if (whole != whole) {
    mantissa = 3;
    negative = true;
    scale = exponent - 1;
  } else if (!std::isinf(whole)) {
    const double size = std::frexp(std::fabs(whole), &scale);
    mantissa = static_cast<Word>(std::ldexp(size, 53));
    scale -= 53;
  }
  const auto limbs = static_cast<std::size_t>(scale) / 64;
  const auto bits = static_cast<unsigned>(scale) % 64;
  const NewInteger made(worker, limbs + 2);
  std::fill(made.limbs(), made.limbs() + limbs + 2, Word{0});
  made.limbs()[limbs + 1] = shiftLimbs(made.limbs() + limbs, &mantissa, 1, bits);
  return made.finish(limbs + 2, negative);
}

template <class T>
[[nodiscard]] inline Integer roundedToInteger(Worker& worker, T a, double (*rounded)(double)) {
  const double value = std::isfinite(a) ? rounded(static_cast<double>(a)) : static_cast<double>(a);
  return wholeToInteger(worker, value, std::numeric_limits<T>::max_exponent);
}
}  // namespace detail

template <class T>
[[nodiscard]] inline Integer truncateToInteger(Worker& worker, T a) {
  return detail::roundedToInteger(worker, a, [](double x) { return std::trunc(x); });
}
template <class T>
[[nodiscard]] inline Integer floorToInteger(Worker& worker, T a) {
  return detail::roundedToInteger(worker, a, [](double x) { return std::floor(x); });
}
template <class T>
[[nodiscard]] inline Integer ceilingToInteger(Worker& worker, T a) {
  return detail::roundedToInteger(worker, a, [](double x) { return std::ceil(x); });
}
template <class T>
[[nodiscard]] inline Integer roundToInteger(Worker& worker, T a) {
  return detail::roundedToInteger(worker, a, detail::roundHalfEven);
}

// ------------------------------------------------------------------------------------- constants

namespace detail {
template <bool negative, Word... limbs>
inline constexpr std::array<Word, sizeof...(limbs) + 1> constantCell = {
    2 * sizeof...(limbs) + (negative ? 1 : 0), limbs...};
}  // namespace detail

/// A large number that is known beforehand: its limbs, the lowest first.
template <bool negative, Word... limbs>
[[nodiscard]] inline Integer largeConstant() {
  return Integer::large(detail::constantCell<negative, limbs...>.data());
}

// ------------------------------------------------------------------------------------------ text

namespace detail {

inline constexpr Word digitBase = 10'000'000'000'000'000'000U;
inline constexpr std::size_t digitsOfBase = 19;

/// Appends the digits of a magnitude smaller than the square of the last of `bases`, whose squares
/// the bases after it are; `filled`, all digits that such a magnitude may have, zeros in front.
inline void appendDigits(std::string& out, const std::vector<Word>& number,
                         const std::vector<std::vector<Word>>& bases, std::size_t level,
                         bool filled) {
  const std::size_t size = trimmed(number.data(), number.size());
  if (level == 0) {
    const std::string digits = size == 0 ? "0" : std::to_string(number[0]);
    if (filled) out.append(digitsOfBase - digits.size(), '0');
    if (filled || size != 0) out += digits;
    return;
  }
  const std::vector<Word>& base = bases[level - 1];
  if (compareLimbs(number.data(), size, base.data(), base.size()) < 0) {
    if (filled) appendDigits(out, {}, bases, level - 1, true);
    appendDigits(out, number, bases, level - 1, filled);
    return;
  }
  std::vector<Word> high(size - base.size() + 1);
  std::vector<Word> low(base.size());
  divideLimbs(high.data(), low.data(), number.data(), size, base.data(), base.size());
  appendDigits(out, high, bases, level - 1, filled);
  appendDigits(out, low, bases, level - 1, true);
}

}  // namespace detail

/// In decimal digits.
[[nodiscard]] inline std::string toText(Integer a) {
  if (a.isSmall()) return std::to_string(a.small());
  const detail::Limbs limbs(a);
  const std::vector<Word> number(limbs.data, limbs.data + limbs.size);
  std::vector<std::vector<Word>> bases = {{detail::digitBase}};
  while (2 * bases.back().size() - 1 <= number.size()) {
    const std::vector<Word>& last = bases.back();
    std::vector<Word> square(2 * last.size());
    detail::multiplyLimbs(square.data(), last.data(), last.size(), last.data(), last.size());
    square.resize(detail::trimmed(square.data(), square.size()));
    bases.push_back(std::move(square));
  }
  std::string out = limbs.negative ? "-" : "";
  detail::appendDigits(out, number, bases, bases.size(), false);
  return out;
}

inline void show(std::string& out, int precedence, Integer value) {
  const bool parenthesised = precedence > 6 && detail::isNegative(value);
  if (parenthesised) out += '(';
  out += toText(value);
  if (parenthesised) out += ')';
}

}  // namespace deforest
