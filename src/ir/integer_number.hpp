// Numbers of Boost.Multiprecision, and the words that stand for them; what ir/integer.cpp and
// ir/integer_operations.cpp share, and nobody else includes.
#pragma once

#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstring>

#include "ir/integer.hpp"

namespace deforest::ir::integer {

using boost::multiprecision::cpp_int;

static_assert(sizeof(boost::multiprecision::limb_type) == sizeof(std::uint64_t));

inline constexpr std::uint64_t mark = std::uint64_t{1} << 62U;

inline const std::uint64_t* cellOf(std::uint64_t word) {
  return std::bit_cast<const std::uint64_t*>(word - mark);
}
inline bool fitsSmall(std::int64_t value) {
  return value >= leastSmall && value <= largestSmall;
}
inline std::size_t limbsOf(std::uint64_t word) {
  return cellOf(word)[0] / 2;
}

inline cpp_int numberOf(std::uint64_t word) {
  if (isSmall(word)) return static_cast<std::int64_t>(word);
  const std::uint64_t* cell = cellOf(word);
  const auto limbs = static_cast<unsigned>(limbsOf(word));
  cpp_int number;
  number.backend().resize(limbs, limbs);
  std::memcpy(number.backend().limbs(), cell + 1, limbs * sizeof(std::uint64_t));
  number.backend().sign(cell[0] % 2 != 0);
  return number;
}

// The header and the limbs of a number that is not small take one word more than it has limbs.
inline std::size_t sizeOfCell(const cpp_int& number) {
  return number.backend().size() + 1;
}
inline void writeCell(const cpp_int& number, std::uint64_t* cell) {
  const std::size_t limbs = number.backend().size();
  cell[0] = 2 * limbs + (number.sign() < 0 ? 1 : 0);
  std::memcpy(cell + 1, number.backend().limbs(), limbs * sizeof(std::uint64_t));
}

inline bool isSmallNumber(const cpp_int& number) {
  return number >= leastSmall && number <= largestSmall;
}

inline Status make(const cpp_int& number, const Room& room, std::uint64_t& result) {
  if (isSmallNumber(number)) {
    result = static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
    return Status::Value;
  }
  std::uint64_t* cell = room.allocate(room.place, sizeOfCell(number));
  if (cell == nullptr) return Status::NoRoom;
  writeCell(number, cell);
  result = std::bit_cast<std::uint64_t>(cell) + mark;
  return Status::Value;
}

inline Status make(std::int64_t number, const Room& room, std::uint64_t& result) {
  if (!fitsSmall(number)) return make(cpp_int(number), room, result);
  result = static_cast<std::uint64_t>(number);
  return Status::Value;
}

}  // namespace deforest::ir::integer
