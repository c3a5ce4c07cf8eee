// Integers as words: one form for every number, at the ends of what is small and beyond.
#include "ir/integer.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "ir/primitives.hpp"

namespace deforest::ir {
namespace {

std::uint64_t number(std::string_view digits) {
  const bool negative = digits.starts_with('-');
  return integer::parsed(digits.substr(negative ? 1 : 0), 10, negative);
}

// In ascending order.
const std::vector<std::string> numbers = {"-340282366920938463463374607431768211456",
                                          "-18446744073709551617",
                                          "-18446744073709551616",
                                          "-9223372036854775809",
                                          "-9223372036854775808",
                                          "-4611686018427387905",
                                          "-4611686018427387904",
                                          "-2",
                                          "-1",
                                          "0",
                                          "1",
                                          "4611686018427387903",
                                          "4611686018427387904",
                                          "9223372036854775807",
                                          "9223372036854775808",
                                          "18446744073709551615",
                                          "18446744073709551616",
                                          "340282366920938463463374607431768211455"};

TEST(Integer, IsItsOwnWordWhereItFits) {
  for (const std::int64_t small : {integer::leastSmall, std::int64_t{-1}, std::int64_t{0},
                                   std::int64_t{1}, integer::largestSmall}) {
    EXPECT_TRUE(integer::isSmall(integer::constant(small)));
    EXPECT_EQ(integer::constant(small), static_cast<std::uint64_t>(small));
  }
  EXPECT_FALSE(integer::isSmall(integer::constant(integer::leastSmall - 1)));
  EXPECT_FALSE(integer::isSmall(integer::constant(integer::largestSmall + 1)));
}

TEST(Integer, IsReadAndWritten) {
  for (const std::string& digits : numbers) EXPECT_EQ(integer::decimal(number(digits)), digits);
  EXPECT_EQ(integer::decimal(integer::parsed("10000000000000000", 16, false)),
            "18446744073709551616");
  EXPECT_EQ(integer::decimal(integer::parsed("2000000000000000000000", 8, true)),
            "-18446744073709551616");
  EXPECT_EQ(integer::decimal(integer::parsed(std::string(64, '1'), 2, false)),
            "18446744073709551615");
  EXPECT_EQ(integer::parsed("0010", 10, false), 10U);
  EXPECT_EQ(integer::parsed("000", 10, true), 0U);
}

TEST(Integer, HasOneKeptForm) {
  for (const std::string& digits : numbers) {
    EXPECT_EQ(number(digits), number(digits));
    EXPECT_EQ(integer::kept(number(digits)), number(digits));
    EXPECT_EQ(integer::plus(integer::plus(number(digits), 1), -1), number(digits));
  }
}

TEST(Integer, IsOrderedByValue) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(integer::isNegative(number(numbers[i])), numbers[i][0] == '-');
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      EXPECT_EQ(integer::compare(number(numbers[i]), number(numbers[k])), i <=> k);
      const Literal a{TypeKind::Integer, number(numbers[i])};
      const Literal b{TypeKind::Integer, number(numbers[k])};
      EXPECT_EQ(a <=> b, i <=> k);
    }
  }
}

TEST(Integer, IsHalvedTowardsZero) {
  EXPECT_EQ(integer::decimal(integer::halved(number("18446744073709551617"))),
            "9223372036854775808");
  EXPECT_EQ(integer::decimal(integer::halved(number("-18446744073709551617"))),
            "-9223372036854775808");
}

Literal integerOf(std::string_view digits) {
  return {TypeKind::Integer, number(digits)};
}

TEST(Integer, IsComputedExactly) {
  const auto folded = [](PrimOp op, const std::vector<Literal>& operands) {
    const auto value = evaluate(op, operands, TypeKind::Integer);
    return value ? integer::decimal(value->bits) : "none";
  };
  EXPECT_EQ(folded(PrimOp::Add, {integerOf("9223372036854775807"), integerOf("1")}),
            "9223372036854775808");
  EXPECT_EQ(folded(PrimOp::Mul, {integerOf("4611686018427387904"), integerOf("-4")}),
            "-18446744073709551616");
  EXPECT_EQ(folded(PrimOp::Quot, {integerOf("-9223372036854775808"), integerOf("-1")}),
            "9223372036854775808");
  EXPECT_EQ(folded(PrimOp::Div, {integerOf("-18446744073709551617"), integerOf("2")}),
            "-9223372036854775809");
  EXPECT_EQ(folded(PrimOp::Mod, {integerOf("-18446744073709551617"), integerOf("5")}), "3");
  EXPECT_EQ(folded(PrimOp::Quot, {integerOf("1"), integerOf("0")}), "none");
  EXPECT_EQ(folded(PrimOp::IntPow, {integerOf("2"), intLiteral(100)}),
            "1267650600228229401496703205376");
}

// Quotients by one limb are made without the arithmetic of longer ones.
TEST(Integer, IsDividedByShortNumbers) {
  const auto of = [](PrimOp op, std::uint64_t a, std::uint64_t b) {
    const std::vector<Literal> operands = {{TypeKind::Integer, a}, {TypeKind::Integer, b}};
    return evaluate(op, operands, TypeKind::Integer)->bits;
  };
  const auto sizeOf = [](std::uint64_t number) {
    return evaluate(PrimOp::Abs, std::vector{Literal{TypeKind::Integer, number}}, TypeKind::Integer)
        ->bits;
  };
  for (const char* first : {"340282366920938463463374607431768211456",
                            "1606938044258990275541962092341162602522202993782792835301379",
                            "99999999999999999999999999999999999999999999999999999999990"}) {
    for (const char* second : {"1", "7", "10", "4611686018427387903", "4611686018427387904"}) {
      for (const bool negative : {false, true}) {
        for (const bool other : {false, true}) {
          const std::uint64_t a = integer::parsed(first, 10, negative);
          const std::uint64_t b = integer::parsed(second, 10, other);
          const std::uint64_t rest = of(PrimOp::Rem, a, b);
          const std::uint64_t above = of(PrimOp::Mod, a, b);
          EXPECT_EQ(of(PrimOp::Add, of(PrimOp::Mul, of(PrimOp::Quot, a, b), b), rest), a);
          EXPECT_EQ(of(PrimOp::Add, of(PrimOp::Mul, of(PrimOp::Div, a, b), b), above), a);
          EXPECT_TRUE(rest == 0 || integer::isNegative(rest) == negative);
          EXPECT_TRUE(above == 0 || integer::isNegative(above) == other);
          EXPECT_EQ(integer::compare(sizeOf(rest), sizeOf(b)), std::strong_ordering::less);
          EXPECT_EQ(integer::compare(sizeOf(above), sizeOf(b)), std::strong_ordering::less);
        }
      }
    }
  }
}

// A literal that nobody could read is not made, and its digits are not even computed.
TEST(Integer, IsNotFoldedToThousandsOfDigits) {
  const std::vector<Literal> operands = {integerOf("10"), integerOf("100000000000000000000")};
  EXPECT_FALSE(evaluate(PrimOp::IntPow, operands, TypeKind::Integer));
  EXPECT_FALSE(
      evaluate(PrimOp::IntPow, std::vector{integerOf("10"), intLiteral(5000)}, TypeKind::Integer));
}

TEST(Integer, ConvertsAsGhcDoes) {
  const auto toInt = [](std::string_view digits) {
    return static_cast<std::int64_t>(
        evaluate(PrimOp::FromIntegral, std::vector{integerOf(digits)}, TypeKind::Int)->bits);
  };
  EXPECT_EQ(toInt("18446744073709551615"), -1);
  EXPECT_EQ(toInt("-18446744073709551617"), -1);
  EXPECT_EQ(toInt("9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  const auto toDouble = [](std::string_view digits) {
    return std::bit_cast<double>(
        evaluate(PrimOp::FromIntegral, std::vector{integerOf(digits)}, TypeKind::Double)->bits);
  };
  EXPECT_EQ(toDouble("9007199254740995"), 9007199254740996.0);          // to the nearest
  EXPECT_EQ(toDouble("18446744073709557759"), 18446744073709555712.0);  // towards zero
  const auto truncated = [](double value) {
    return integer::decimal(
        evaluate(PrimOp::Truncate, std::vector{doubleLiteral(value)}, TypeKind::Integer)->bits);
  };
  EXPECT_EQ(truncated(1e19), "10000000000000000000");
  EXPECT_EQ(truncated(-0.5), "0");
}

}  // namespace
}  // namespace deforest::ir
