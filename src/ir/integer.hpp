// Integers of any size, as words.
//
// A value of Haskell's `Integer` is one 64-bit word, like all scalars. From -2^62 up to 2^62 - 1 it
// is the number itself, in two's complement. Of any other number the word is the address of a
// *large number*, plus 2^62: the two top bits of such a word differ, those of a small number never
// do. A large number is a header, the number of its limbs times two, plus one if it is negative,
// and its limbs, the lowest first, the highest not zero:
//
//     5          0000...0101
//     -2^64      01.. address ──►  | 2 * 2 + 1 | 0 | 1 |
//
// Every number has one form: what is in reach of the small ones is never large. So small numbers
// are equal if their words are, and large ones if their words or their limbs are.
//
// Who makes a large number says where (`Room`): an interpreter in its heap. What is to stay, a
// literal or a part of an input, is *kept*: there is one copy of it in the process, for good, so
// that words of kept numbers are equal if and only if the numbers are.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace deforest::ir::integer {

/// The least and the largest number that is its own word.
inline constexpr std::int64_t leastSmall = -(std::int64_t{1} << 62U);
inline constexpr std::int64_t largestSmall = (std::int64_t{1} << 62U) - 1;

[[nodiscard]] inline bool isSmall(std::uint64_t word) {
  return ((word ^ (word << 1U)) >> 63U) == 0;
}

/// Whether the word of a number is that of a negative one.
[[nodiscard]] bool isNegative(std::uint64_t word);

/// The word of a number, kept.
[[nodiscard]] std::uint64_t constant(std::int64_t value);

/// The same of a number in digits of base 2, 8, 10 or 16, as Haskell writes them: no sign, no
/// prefix, no underscores. At least one digit.
[[nodiscard]] std::uint64_t parsed(std::string_view digits, unsigned base, bool negative);

/// The same number, kept.
[[nodiscard]] std::uint64_t kept(std::uint64_t word);

/// The limbs of a number that is not small.
[[nodiscard]] std::span<const std::uint64_t> limbs(std::uint64_t word);

/// In decimal digits, with `-` before a negative number.
[[nodiscard]] std::string decimal(std::uint64_t word);

[[nodiscard]] std::strong_ordering compare(std::uint64_t a, std::uint64_t b);

/// A number that depends on the value only.
[[nodiscard]] std::uint64_t hash(std::uint64_t word);

/// The nearest double, or one of the two nearest; far away an infinity.
[[nodiscard]] double approximately(std::uint64_t word);

/// The number plus `difference`, kept.
[[nodiscard]] std::uint64_t plus(std::uint64_t word, std::int64_t difference);

/// Half of the number, rounded towards zero, kept.
[[nodiscard]] std::uint64_t halved(std::uint64_t word);

/// Where large numbers are made.
struct Room {
  void* place = nullptr;
  /// Room for so many words, aligned like one; null if there is not enough.
  std::uint64_t* (*allocate)(void* place, std::size_t words) = nullptr;
  std::size_t most = 0;  ///< Words that there may be; more is not even computed.
};

enum class Status : std::uint8_t {
  Value,
  Raised,  ///< Haskell raises an exception.
  NoRoom,  ///< The result is too large.
};

/// The number, made anew in `room` if it is large; false if there is none for it.
[[nodiscard]] bool copy(std::uint64_t word, const Room& room, std::uint64_t& result);

}  // namespace deforest::ir::integer
