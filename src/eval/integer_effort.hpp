// What computing with large Integers takes, in calls.
//
// A limit of calls is meant to bound the time, and a division of two numbers of a thousand words is
// one operation. So it is charged as so many calls as would take about as long. Numbers that are
// small cost nothing but the operation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ir/integer.hpp"
#include "ir/primitives.hpp"

namespace deforest::eval {

[[nodiscard]] inline std::size_t limbsOf(ir::TypeKind kind, std::uint64_t word) {
  const bool large = kind == ir::TypeKind::Integer && !ir::integer::isSmall(word);
  return large ? ir::integer::limbs(word).size() : 1;
}

/// Of `op` on operands of these types; of a unary one both are the same.
[[nodiscard]] inline std::uint64_t callsWorth(ir::PrimOp op, ir::TypeKind first, std::uint64_t a,
                                              ir::TypeKind second, std::uint64_t b,
                                              std::uint64_t result) {
  constexpr std::uint64_t pairsPerCall = 32;
  const std::size_t ofFirst = limbsOf(first, a);
  const std::size_t ofSecond = limbsOf(second, b);
  const bool grows = op == ir::PrimOp::IntPow || op == ir::PrimOp::ShiftL;
  const std::size_t made = grows ? limbsOf(first, result) : 1;
  if (ofFirst + ofSecond + made <= 3) return 0;
  return ir::integerEffort(op, ofFirst, ofSecond, made) / pairsPerCall;
}

}  // namespace deforest::eval
