// Data.Bits of Integers: two's complement, of which a number below zero has ones without an end.
//
// Signs and magnitudes are put together limb by limb, in one go over both numbers: a negative one
// is the complement of its magnitude, plus one.
#pragma once

#include <algorithm>
#include <bit>

#include "deforest/integer.hpp"

namespace deforest {

namespace detail {

/// The limbs of a number in two's complement, one after the other.
class TwosComplement {
 public:
  explicit TwosComplement(const Limbs& number) : number_(number), carry_(number.negative ? 1 : 0) {}

  [[nodiscard]] Word next() {
    const Word limb = at_ < number_.size ? number_.data[at_] : 0;
    ++at_;
    if (!number_.negative) return limb;
    const Word here = ~limb + carry_;
    if (here != 0) carry_ = 0;
    return here;
  }

 private:
  const Limbs& number_;
  std::size_t at_ = 0;
  Word carry_;
};

/// What `combine` makes of the limbs of both.
template <class Combine>
[[nodiscard]] Integer combineBits(Worker& worker, Integer first, Integer second,
                                  const Combine& combine) {
  if (Integer::areSmall(first, second)) [[likely]]
    return Integer::fromWord(combine(first.word(), second.word()));
  const Limbs a(first);
  const Limbs b(second);
  // One more, for the sign.
  const std::size_t size = std::max(a.size, b.size) + 1;
  const NewInteger made(worker, size);
  TwosComplement ofA(a);
  TwosComplement ofB(b);
  for (std::size_t i = 0; i < size; ++i) made.limbs()[i] = combine(ofA.next(), ofB.next());
  const bool negative = made.limbs()[size - 1] >> 63U != 0;
  Word carry = 1;
  for (std::size_t i = 0; negative && i < size; ++i) {
    made.limbs()[i] = ~made.limbs()[i] + carry;
    if (made.limbs()[i] != 0) carry = 0;
  }
  return made.finish(size, negative);
}

}  // namespace detail

[[nodiscard]] inline Integer bitAnd(Worker& worker, Integer a, Integer b) {
  return detail::combineBits(worker, a, b, [](Word x, Word y) { return x & y; });
}
[[nodiscard]] inline Integer bitOr(Worker& worker, Integer a, Integer b) {
  return detail::combineBits(worker, a, b, [](Word x, Word y) { return x | y; });
}
[[nodiscard]] inline Integer bitXor(Worker& worker, Integer a, Integer b) {
  return detail::combineBits(worker, a, b, [](Word x, Word y) { return x ^ y; });
}
[[nodiscard]] inline Integer complement(Worker& worker, Integer a) {
  return sub(worker, Integer(-1), a);
}

[[nodiscard]] inline Integer shiftLeft(Worker& worker, Integer a, Int distance,
                                       const char* where = nullptr) {
  detail::checkDistance(distance, where);
  if (a.word() == 0) return a;
  if (a.isSmall() && distance < 62) {
    const auto shifted = static_cast<Int>(a.word() << static_cast<Word>(distance));
    if (shifted >> distance == a.small() && Integer::fits(shifted)) return Integer(shifted);
  }
  const detail::Limbs from(a);
  const std::size_t whole = static_cast<std::size_t>(distance) / 64;
  const std::size_t size = whole + from.size + 1;
  const detail::NewInteger made(worker, size);
  std::fill(made.limbs(), made.limbs() + whole, Word{0});
  made.limbs()[size - 1] = detail::shiftLimbs(made.limbs() + whole, from.data, from.size,
                                              static_cast<unsigned>(distance % 64));
  return made.finish(size, from.negative);
}

/// Rounds towards negative infinity.
[[nodiscard]] inline Integer shiftRight(Worker& worker, Integer a, Int distance,
                                        const char* where = nullptr) {
  detail::checkDistance(distance, where);
  if (a.isSmall()) return Integer(a.small() >> std::min<Int>(distance, 63));
  const detail::Limbs from(a);
  const std::size_t whole = static_cast<std::size_t>(distance) / 64;
  const auto bits = static_cast<unsigned>(distance % 64);
  if (whole >= from.size) return Integer(from.negative ? -1 : 0);
  const std::size_t size = from.size - whole;
  const detail::NewInteger made(worker, size + 1);
  const Word* const data = from.data + whole;
  for (std::size_t i = 0; i < size; ++i) {
    const Word above = i + 1 < size && bits != 0 ? data[i + 1] << (64U - bits) : 0;
    made.limbs()[i] = data[i] >> bits | above;
  }
  made.limbs()[size] = 0;
  if (from.negative) {
    const bool exact = (data[0] & ((Word{1} << bits) - 1)) == 0 &&
                       std::all_of(from.data, data, [](Word limb) { return limb == 0; });
    const Word one = 1;
    if (!exact) {
      made.limbs()[size] = detail::addLimbs(made.limbs(), made.limbs(), size, &one, 1);
    }
  }
  return made.finish(size + 1, from.negative);
}

[[nodiscard]] inline bool testBit(Integer a, Int index, const char* where = nullptr) {
  detail::checkDistance(index, where);
  if (a.isSmall()) return (a.small() >> std::min<Int>(index, 63) & 1) != 0;
  const detail::Limbs of(a);
  const std::size_t at = static_cast<std::size_t>(index) / 64;
  if (at >= of.size) return of.negative;
  Word limb = of.data[at];
  if (of.negative) {
    const bool carries = std::all_of(of.data, of.data + at, [](Word below) { return below == 0; });
    limb = ~limb + (carries ? 1 : 0);
  }
  return (limb >> (static_cast<Word>(index) % 64) & 1U) != 0;
}

/// Of a number below zero as GHC has it: as many below zero as there are in the number without its
/// sign.
[[nodiscard]] inline Int popCount(Integer a) {
  const detail::Limbs of(a);
  Int bits = 0;
  for (std::size_t i = 0; i < of.size; ++i) bits += std::popcount(of.data[i]);
  return of.negative ? -bits : bits;
}

}  // namespace deforest
