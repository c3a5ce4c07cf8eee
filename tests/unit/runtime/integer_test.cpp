// The runtime's Integers against the one definition of what primitives mean, which computes with
// other limbs: numbers of up to twenty of them, as they come and as they are hard.
#include "deforest/integer.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "deforest/integer_bits.hpp"
#include "deforest/integer_gcd.hpp"
#include "ir/integer.hpp"
#include "ir/primitives.hpp"

namespace deforest {
namespace {

using ir::PrimOp;
using ir::TypeKind;

ir::Literal literalOf(Integer number) {
  const std::string digits = toText(number);
  const bool negative = digits[0] == '-';
  return {TypeKind::Integer, ir::integer::parsed(digits.substr(negative ? 1 : 0), 10, negative)};
}

class Integers : public testing::Test {
 protected:
  // Limbs of ones and zeros show carries.
  Integer anything(std::size_t limbs) {
    Integer number(0);
    for (std::size_t i = 0; i < limbs; ++i) {
      const Word bits = random_();
      const Word limb = bits % 4 == 0 ? 0 : bits % 4 == 1 ? ~Word{0} : random_();
      number = bitOr(worker_, shiftLeft(worker_, number, 64), toInteger(worker_, limb));
    }
    return random_() % 2 == 0 ? number : negate(worker_, number);
  }

  // Numbers of a Euclidean algorithm that takes long.
  std::pair<Integer, Integer> neighbours(std::size_t steps, Integer factor) {
    Integer a = factor;
    Integer b = factor;
    for (std::size_t i = 0; i < steps; ++i) {
      const Integer quotient(static_cast<Int>(random_() % 5 == 0 ? random_() % 1000 + 1 : 1));
      a = std::exchange(b, add(worker_, a, mul(worker_, b, quotient)));
    }
    return {b, a};
  }

  void expectMeaning(PrimOp op, Integer a, Integer b, Integer got) {
    const auto expected =
        ir::evaluate(op, std::vector{literalOf(a), literalOf(b)}, TypeKind::Integer);
    ASSERT_TRUE(expected);
    EXPECT_EQ(toText(got), ir::integer::decimal(expected->bits))
        << ir::info(op).name << ' ' << toText(a) << ' ' << toText(b);
  }

  std::mt19937_64 random_{1};
  Region region_;
  Worker& worker_ = region_.here();
};

TEST_F(Integers, AreDividedAsTheInterpreterDoes) {
  for (std::size_t i = 0; i < 400; ++i) {
    const Integer a = anything(i % 9);
    const Integer b = i % 3 == 0 ? anything(i / 9 % 5) : Integer(static_cast<Int>(random_()) >> 3);
    if (b == Integer(0)) continue;
    expectMeaning(PrimOp::Quot, a, b, quot(worker_, a, b));
    expectMeaning(PrimOp::Rem, a, b, rem(worker_, a, b));
    expectMeaning(PrimOp::Div, a, b, div(worker_, a, b));
    expectMeaning(PrimOp::Mod, a, b, mod(worker_, a, b));
  }
}

TEST_F(Integers, HaveTheCommonDivisorThatTheInterpreterFinds) {
  const auto check = [&](Integer a, Integer b) {
    expectMeaning(PrimOp::Gcd, a, b, gcd(worker_, a, b));
    expectMeaning(PrimOp::Gcd, b, a, gcd(worker_, b, a));
  };
  for (const Int small : {Int{0}, Int{1}, Int{-12}, Integer::leastSmall, Integer::largestSmall}) {
    for (const Int other : {Int{0}, Int{18}, Integer::leastSmall}) {
      check(Integer(small), Integer(other));
    }
    for (std::size_t limbs = 0; limbs < 5; ++limbs) check(Integer(small), anything(limbs));
  }
  for (std::size_t i = 0; i < 600; ++i) {
    const Integer factor = anything(i % 4);
    check(mul(worker_, anything(i % 11), factor), mul(worker_, anything(i / 11 % 13), factor));
  }
  for (std::size_t steps = 0; steps < 1000; steps += 7) {
    const auto [a, b] = neighbours(steps, anything(steps % 3));
    check(a, b);
    check(a, sub(worker_, b, Integer(1)));
  }
}

TEST_F(Integers, HaveTheBitsThatTheInterpreterSees) {
  for (std::size_t i = 0; i < 300; ++i) {
    const Integer a = anything(i % 7);
    const Integer b = anything(i / 7 % 6);
    expectMeaning(PrimOp::BitAnd, a, b, bitAnd(worker_, a, b));
    expectMeaning(PrimOp::BitOr, a, b, bitOr(worker_, a, b));
    expectMeaning(PrimOp::BitXor, a, b, bitXor(worker_, a, b));
    const auto unary = [&](PrimOp op, TypeKind result) {
      return ir::evaluate(op, std::vector{literalOf(a)}, result)->bits;
    };
    EXPECT_EQ(toText(complement(worker_, a)),
              ir::integer::decimal(unary(PrimOp::Complement, TypeKind::Integer)));
    EXPECT_EQ(popCount(a), static_cast<Int>(unary(PrimOp::PopCount, TypeKind::Int)));
    for (const Int distance : {0, 1, 2, 61, 62, 63, 64, 65, 127, 128, 200, 1000}) {
      const auto with = [&](PrimOp op, TypeKind result) {
        const std::vector operands = {literalOf(a), ir::intLiteral(distance)};
        return ir::evaluate(op, operands, result)->bits;
      };
      EXPECT_EQ(toText(shiftLeft(worker_, a, distance)),
                ir::integer::decimal(with(PrimOp::ShiftL, TypeKind::Integer)))
          << toText(a) << ' ' << distance;
      EXPECT_EQ(toText(shiftRight(worker_, a, distance)),
                ir::integer::decimal(with(PrimOp::ShiftR, TypeKind::Integer)))
          << toText(a) << ' ' << distance;
      EXPECT_EQ(testBit(a, distance), with(PrimOp::TestBit, TypeKind::Bool) != 0)
          << toText(a) << ' ' << distance;
    }
  }
}

TEST_F(Integers, AreNotMovedByLessThanNothing) {
  testing::GTEST_FLAG(death_test_style) = "fast";
  EXPECT_EXIT(static_cast<void>(shiftLeft(worker_, Integer(1), -1)), testing::ExitedWithCode(1),
              "arithmetic overflow");
  EXPECT_EXIT(static_cast<void>(testBit(Integer(1), -1)), testing::ExitedWithCode(1),
              "arithmetic overflow");
}

}  // namespace
}  // namespace deforest
