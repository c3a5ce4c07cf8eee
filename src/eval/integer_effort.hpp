// What computing with large Integers takes, in calls.
//
// A limit of calls is meant to bound the time, and a division of two numbers of a thousand words is
// one operation. So it is charged as so many calls as would take about as long. Numbers that are
// small cost nothing but the operation. It is charged before it is done: a power of a number that
// was generated may be longer than there is time for.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "ir/integer.hpp"
#include "ir/primitives.hpp"

namespace deforest::eval {

[[nodiscard]] inline std::size_t limbsOf(ir::TypeKind kind, std::uint64_t word) {
  const bool large = kind == ir::TypeKind::Integer && !ir::integer::isSmall(word);
  return large ? ir::integer::limbs(word).size() : 1;
}

/// About how many words the result of a power or a shift to the left has; of others, one.
[[nodiscard]] inline std::size_t limbsToBe(ir::PrimOp op, ir::TypeKind first, std::uint64_t a,
                                           ir::TypeKind second, std::uint64_t b) {
  // More than there is room for.
  constexpr std::uint64_t most = std::uint64_t{1} << 26U;
  constexpr std::uint64_t wordBits = 64;
  const bool grows = op == ir::PrimOp::IntPow || op == ir::PrimOp::ShiftL;
  if (!grows || first != ir::TypeKind::Integer) return 1;
  const bool huge = second == ir::TypeKind::Integer && !ir::integer::isSmall(b);
  const auto times = static_cast<std::int64_t>(b);
  const std::uint64_t count = huge ? most : times < 0 ? 0 : std::min(b, most * wordBits);
  const std::size_t limbs = limbsOf(first, a);
  if (op == ir::PrimOp::ShiftL) return std::min(most, limbs + count / wordBits);
  const std::uint64_t size = static_cast<std::int64_t>(a) < 0 ? 0 - a : a;
  const std::uint64_t bits = limbs > 1 ? limbs * wordBits : std::bit_width(size);
  return bits <= 1 ? 1 : std::min(most, bits * count / wordBits + 1);
}

/// Of `op` on operands of these types, before it is done; of a unary one both are the same.
[[nodiscard]] inline std::uint64_t callsWorth(ir::PrimOp op, ir::TypeKind first, std::uint64_t a,
                                              ir::TypeKind second, std::uint64_t b) {
  constexpr std::uint64_t pairsPerCall = 32;
  const std::size_t ofFirst = limbsOf(first, a);
  const std::size_t ofSecond = limbsOf(second, b);
  const std::size_t made = limbsToBe(op, first, a, second, b);
  if (ofFirst + ofSecond + made <= 3) return 0;
  return ir::integerEffort(op, ofFirst, ofSecond, made) / pairsPerCall;
}

}  // namespace deforest::eval
