// The greatest common divisor of Integers.
//
// Of numbers of one limb by halving. Of longer ones by Lehmer's method: the highest 128 bits of
// both tell the first steps of Euclid's, about as many as take 60 bits off the numbers, and these
// are done on the numbers themselves in one go:
//
//     a' = p a - q b      b' = s b - r a      with p s - q r = 1 or -1
//
// Whatever such p, q, r, s are, a' and b' have the divisors of a and b. So it does not matter if
// the bits that were not looked at would have made a last step another one. In two halves, of 31
// bits each, all of it is done with words.
//
// Knuth, The Art of Computer Programming, volume 2, 4.5.2, algorithm L; Jebelean, A double-digit
// Lehmer-Euclid algorithm for finding the GCD of long integers, Journal of Symbolic Computation
// 19(1), 1995.
#pragma once

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "deforest/integer.hpp"

namespace deforest {

namespace detail {

[[nodiscard]] inline Word gcdOfWords(Word a, Word b) {
  if (a == 0 || b == 0) return a | b;
  const int twos = std::countr_zero(a | b);
  a >>= static_cast<unsigned>(std::countr_zero(a));
  while (true) {
    b >>= static_cast<unsigned>(std::countr_zero(b));
    const Word more = std::max(a, b);
    a = std::min(a, b);
    b = more - a;
    if (b == 0) return a << static_cast<unsigned>(twos);
  }
}

/// Steps of Euclid's algorithm: of a and b, p a - q b and s b - r a, both negated after an odd
/// number of steps.
struct EuclidSteps {
  Word p = 1;
  Word q = 0;
  Word r = 0;
  Word s = 1;
  bool odd = false;

  [[nodiscard]] bool none() const { return q == 0 && r == 0; }

  /// Those of x and y, as long as the remainders have 34 bits: then the four numbers have 31.
  [[nodiscard]] static EuclidSteps of(Word x, Word y) {
    constexpr Word least = Word{1} << 33U;
    EuclidSteps steps;
    while (y >= least) {
      const Word digit = x / y;
      const Word rest = x - digit * y;
      if (rest < least) break;
      x = std::exchange(y, rest);
      steps.p = std::exchange(steps.r, steps.p + digit * steps.r);
      steps.q = std::exchange(steps.s, steps.q + digit * steps.s);
      steps.odd = !steps.odd;
    }
    return steps;
  }

  /// These, and then others.
  [[nodiscard]] EuclidSteps then(const EuclidSteps& next) const {
    return {next.p * p + next.q * r, next.p * q + next.q * s, next.r * p + next.s * r,
            next.r * q + next.s * s, odd != next.odd};
  }
};

/// The highest 128 bits of both, of n >= 2 limbs, the highest of `a` not zero.
[[nodiscard]] inline EuclidSteps stepsOf(const Word* a, const Word* b, std::size_t n) {
  const auto shift = static_cast<unsigned>(std::countl_zero(a[n - 1]));
  const auto top = [n, shift](const Word* of) {
    Wide bits = (Wide{of[n - 1]} << 64U) | of[n - 2];
    if (shift == 0) return bits;
    bits <<= shift;
    return n > 2 ? bits | (of[n - 3] >> (64U - shift)) : bits;
  };
  const Wide x = top(a);
  const Wide y = top(b);
  const EuclidSteps first =
      EuclidSteps::of(static_cast<Word>(x >> 64U), static_cast<Word>(y >> 64U));
  if (first.none()) return first;
  Wide nextX = first.p * x - first.q * y;
  Wide nextY = first.s * y - first.r * x;
  if (first.odd) {
    nextX = 0 - nextX;
    nextY = 0 - nextY;
  }
  const auto high = static_cast<Word>(nextX >> 64U);
  if (high == 0) return first;
  const auto zeros = static_cast<unsigned>(std::countl_zero(high));
  return first.then(EuclidSteps::of(static_cast<Word>(nextX << zeros >> 64U),
                                    static_cast<Word>(nextY << zeros >> 64U)));
}

/// r = p a - q b, or what that is without its sign, in n limbs.
inline void differenceOfProducts(Word* r, const Word* a, Word p, const Word* b, Word q,
                                 std::size_t n) {
  Word carryA = 0;
  Word carryB = 0;
  Word borrow = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Wide fromA = Wide{a[i]} * p + carryA;
    const Wide fromB = Wide{b[i]} * q + carryB;
    carryA = static_cast<Word>(fromA >> 64U);
    carryB = static_cast<Word>(fromB >> 64U);
    const Wide difference = Wide{static_cast<Word>(fromA)} - static_cast<Word>(fromB) - borrow;
    r[i] = static_cast<Word>(difference);
    borrow = static_cast<Word>(difference >> 64U) & 1U;
  }
  if (carryA - carryB - borrow == 0) return;
  Word carry = 1;
  for (std::size_t i = 0; i < n; ++i) {
    r[i] = ~r[i] + carry;
    if (r[i] != 0) carry = 0;
  }
}

/// In m limbs of `r`, of magnitudes of n >= m >= 1 limbs, the highest not zero; how many it has.
inline std::size_t gcdLimbs(Word* r, const Word* first, std::size_t n, const Word* second,
                            std::size_t m) {
  // Each has room for as many limbs as the shorter one, once the longer one has been divided by it.
  std::vector<Word> space(4 * m);
  Word* a = space.data();
  Word* b = a + m;
  Word* nextA = b + m;
  Word* nextB = nextA + m;
  std::copy(second, second + m, a);
  divideLimbs(nullptr, b, first, n, second, m);
  std::size_t sizeA = m;
  std::size_t sizeB = trimmed(b, m);
  while (sizeB > 1) {
    EuclidSteps steps;
    if (sizeA - sizeB <= 1) {
      std::fill(b + sizeB, b + sizeA, Word{0});
      steps = stepsOf(a, b, sizeA);
    }
    if (steps.none()) {
      divideLimbs(nullptr, nextA, a, sizeA, b, sizeB);
      std::swap(a, b);
      std::swap(b, nextA);
      sizeA = sizeB;
      sizeB = trimmed(b, sizeB);
      continue;
    }
    differenceOfProducts(nextA, a, steps.p, b, steps.q, sizeA);
    differenceOfProducts(nextB, b, steps.s, a, steps.r, sizeA);
    std::swap(a, nextA);
    std::swap(b, nextB);
    sizeB = trimmed(b, sizeA);
    sizeA = trimmed(a, sizeA);
    if (compareLimbs(a, sizeA, b, sizeB) < 0) {
      std::swap(a, b);
      std::swap(sizeA, sizeB);
    }
  }
  if (sizeB == 1) {
    a[0] = gcdOfWords(divideByLimb(a, a, sizeA, b[0]), b[0]);
    sizeA = 1;
  }
  std::copy(a, a + sizeA, r);
  return sizeA;
}

[[nodiscard, gnu::noinline]] inline Integer gcdSlowly(Worker& worker, Integer first,
                                                      Integer second) {
  const Limbs a(first);
  const Limbs b(second);
  if (a.size == 0) return copied(worker, b, false);
  if (b.size == 0) return copied(worker, a, false);
  const Limbs& more = a.size >= b.size ? a : b;
  const Limbs& less = a.size >= b.size ? b : a;
  const NewInteger made(worker, less.size);
  return made.finish(gcdLimbs(made.limbs(), more.data, more.size, less.data, less.size), false);
}

}  // namespace detail

/// Never negative.
[[nodiscard]] inline Integer gcd(Worker& worker, Integer a, Integer b) {
  if (!Integer::areSmall(a, b)) return detail::gcdSlowly(worker, a, b);
  const auto size = [](Integer of) { return of.small() < 0 ? 0 - of.word() : of.word(); };
  return toInteger(worker, detail::gcdOfWords(size(a), size(b)));
}

}  // namespace deforest
