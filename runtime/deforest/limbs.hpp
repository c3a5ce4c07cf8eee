// Magnitudes of whole numbers of any size: their limbs, the digits to the base 2^64, the lowest
// first.
//
// Multiplication is that of Karatsuba for long numbers, division that of Knuth (The Art of Computer
// Programming, volume 2, 4.3.1, algorithm D).
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "deforest/arithmetic.hpp"

namespace deforest::detail {

__extension__ using Wide = unsigned __int128;

/// How many limbs are left without zeros at the top.
[[nodiscard]] inline std::size_t trimmed(const Word* a, std::size_t size) {
  while (size > 0 && a[size - 1] == 0) --size;
  return size;
}

[[nodiscard]] inline std::strong_ordering compareLimbs(const Word* a, std::size_t n, const Word* b,
                                                       std::size_t m) {
  if (n != m) return n <=> m;
  while (n > 0) {
    --n;
    if (a[n] != b[n]) return a[n] <=> b[n];
  }
  return std::strong_ordering::equal;
}

/// r = a + b, of n >= m limbs, in n limbs; the carry. `r` may be `a` or `b`.
inline Word addLimbs(Word* r, const Word* a, std::size_t n, const Word* b, std::size_t m) {
  Word carry = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Wide sum = Wide{a[i]} + (i < m ? b[i] : 0) + carry;
    r[i] = static_cast<Word>(sum);
    carry = static_cast<Word>(sum >> 64U);
  }
  return carry;
}

/// r = a - b, of n >= m limbs, in n limbs; the borrow. `r` may be `a` or `b`.
inline Word subtractLimbs(Word* r, const Word* a, std::size_t n, const Word* b, std::size_t m) {
  Word borrow = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Wide difference = Wide{a[i]} - (i < m ? b[i] : 0) - borrow;
    r[i] = static_cast<Word>(difference);
    borrow = static_cast<Word>(difference >> 64U) & 1U;
  }
  return borrow;
}

/// r += a * b in n limbs; the carry.
inline Word addTimes(Word* r, const Word* a, std::size_t n, Word b) {
  Word carry = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Wide sum = Wide{a[i]} * b + r[i] + carry;
    r[i] = static_cast<Word>(sum);
    carry = static_cast<Word>(sum >> 64U);
  }
  return carry;
}

/// As many limbs as pay for Karatsuba's additions.
inline constexpr std::size_t fewLimbs = 40;

inline void multiplyLimbs(Word* r, const Word* a, std::size_t n, const Word* b, std::size_t m);

/// r = a * b, both of n limbs, in 2n limbs that are neither a's nor b's.
///
///     (a1 B + a0) (b1 B + b0) = a1 b1 B^2 + ((a1 + a0) (b1 + b0) - a1 b1 - a0 b0) B + a0 b0
inline void multiplyInParts(Word* r, const Word* a, const Word* b, std::size_t n) {
  const std::size_t half = n / 2;     // limbs of a0, b0
  const std::size_t rest = n - half;  // of a1, b1
  const std::size_t wide = rest + 1;  // of their sums
  multiplyLimbs(r, a, half, b, half);
  multiplyLimbs(r + 2 * half, a + half, rest, b + half, rest);
  std::vector<Word> space(4 * wide);
  Word* const sumA = space.data();
  Word* const sumB = sumA + wide;
  Word* const middle = sumB + wide;
  sumA[rest] = addLimbs(sumA, a + half, rest, a, half);
  sumB[rest] = addLimbs(sumB, b + half, rest, b, half);
  multiplyLimbs(middle, sumA, wide, sumB, wide);
  subtractLimbs(middle, middle, 2 * wide, r, 2 * half);
  subtractLimbs(middle, middle, 2 * wide, r + 2 * half, 2 * rest);
  const std::size_t size = trimmed(middle, 2 * wide);
  addLimbs(r + half, r + half, 2 * n - half, middle, size);
}

/// r = a * b in n + m limbs that are neither a's nor b's.
inline void multiplyLimbs(Word* r, const Word* a, std::size_t n, const Word* b, std::size_t m) {
  if (n < m) {
    multiplyLimbs(r, b, m, a, n);
    return;
  }
  if (m < fewLimbs) {
    std::fill(r, r + n + m, Word{0});
    for (std::size_t i = 0; i < m; ++i) r[n + i] = addTimes(r + i, a, n, b[i]);
    return;
  }
  if (n == m) {
    multiplyInParts(r, a, b, n);
    return;
  }
  // The longer one in pieces as long as the shorter one.
  std::fill(r, r + n + m, Word{0});
  std::vector<Word> part(2 * m);
  for (std::size_t at = 0; at < n; at += m) {
    const std::size_t size = std::min(m, n - at);
    multiplyLimbs(part.data(), b, m, a + at, size);
    addLimbs(r + at, r + at, n + m - at, part.data(), size + m);
  }
}

/// q = a / b in n limbs, by a single limb; the remainder. `q` may be `a`.
inline Word divideByLimb(Word* q, const Word* a, std::size_t n, Word b) {
  Word rest = 0;
  for (std::size_t i = n; i-- > 0;) {
    const Wide here = (Wide{rest} << 64U) | a[i];
    q[i] = static_cast<Word>(here / b);
    rest = static_cast<Word>(here % b);
  }
  return rest;
}

/// r = a shifted to the left by less than 64 bits; what is shifted out.
inline Word shiftLimbs(Word* r, const Word* a, std::size_t n, unsigned bits) {
  Word carry = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Word limb = a[i];
    r[i] = (limb << bits) | carry;
    carry = bits == 0 ? 0 : limb >> (64U - bits);
  }
  return carry;
}

/// Quotient, in n - m + 1 limbs, and remainder, in m limbs, of a magnitude by one of n >= m >= 1
/// limbs, the highest of `b` not zero. Either may be null. Neither may be a part of the operands.
inline void divideLimbs(Word* quotient, Word* remainder, const Word* a, std::size_t n,
                        const Word* b, std::size_t m) {
  if (m == 1) {
    std::vector<Word> own(quotient == nullptr ? n : 0);
    const Word rest = divideByLimb(quotient == nullptr ? own.data() : quotient, a, n, b[0]);
    if (remainder != nullptr) remainder[0] = rest;
    return;
  }
  // Shifted so that the divisor's highest bit is set, a quotient of two limbs by one is at most two
  // more than the digit sought.
  const auto shift = static_cast<unsigned>(std::countl_zero(b[m - 1]));
  std::vector<Word> space(n + 1 + m);
  Word* const u = space.data();
  Word* const v = u + n + 1;
  u[n] = shiftLimbs(u, a, n, shift);
  static_cast<void>(shiftLimbs(v, b, m, shift));
  for (std::size_t j = n - m + 1; j-- > 0;) {
    const Wide top = (Wide{u[j + m]} << 64U) | u[j + m - 1];
    Wide digit = u[j + m] >= v[m - 1] ? Wide{~Word{0}} : top / v[m - 1];
    Wide rest = top - digit * v[m - 1];
    while (rest >> 64U == 0 && digit * v[m - 2] > ((rest << 64U) | u[j + m - 2])) {
      --digit;
      rest += v[m - 1];
    }
    Word borrow = 0;
    for (std::size_t i = 0; i < m; ++i) {
      const Wide product = digit * v[i] + borrow;
      const auto low = static_cast<Word>(product);
      borrow = static_cast<Word>(product >> 64U) + (u[j + i] < low ? 1 : 0);
      u[j + i] -= low;
    }
    const bool tooMuch = u[j + m] < borrow;
    u[j + m] -= borrow;
    if (tooMuch) {
      --digit;
      u[j + m] += addLimbs(u + j, u + j, m, v, m);
    }
    if (quotient != nullptr) quotient[j] = static_cast<Word>(digit);
  }
  if (remainder == nullptr) return;
  for (std::size_t i = 0; i < m; ++i) {
    remainder[i] = shift == 0 ? u[i] : (u[i] >> shift) | (u[i + 1] << (64U - shift));
  }
}

}  // namespace deforest::detail
