// The runtime's arithmetic against the one definition of what primitives mean, on edge values.
#include "deforest/arithmetic.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "ir/primitives.hpp"

namespace deforest {
namespace {

using ir::PrimOp;
using ir::TypeKind;

const std::vector<Int> ints = {0,
                               1,
                               -1,
                               2,
                               -2,
                               3,
                               -3,
                               5,
                               7,
                               -7,
                               10,
                               31,
                               62,
                               63,
                               64,
                               65,
                               1000,
                               -999,
                               smallestInt,
                               smallestInt + 1,
                               (Int{1} << 53) + 1,
                               std::numeric_limits<Int>::max(),
                               std::numeric_limits<Int>::max() - 1};
const std::vector<double> doubles = {
    0.0,    -0.0,   0.5,     -0.5,   1.5,    -1.5,    2.5,      -2.5,      0.49999999999999994,
    1e18,   -1e18,  1e19,    -1e19,  9.3e18, -9.3e18, 1.8e19,   3.7e19,    1e300,
    -1e300, 0x1p63, -0x1p63, 0x1p64, 123.75, -123.75, infinity, -infinity, notANumber};

ir::Literal literal(Int value) {
  return ir::intLiteral(value);
}
ir::Literal literal(Word value) {
  return ir::wordLiteral(value);
}
ir::Literal literal(double value) {
  return ir::doubleLiteral(value);
}
ir::Literal literal(bool value) {
  return ir::boolLiteral(value);
}

// `got()` must be what `op` means, where it means anything.
template <class F>
void expectMeaning(PrimOp op, TypeKind result, const std::vector<ir::Literal>& operands, F got) {
  const auto expected = ir::evaluate(op, operands, result);
  if (!expected) {
    EXPECT_EXIT(static_cast<void>(got()), testing::ExitedWithCode(1),
                ir::errorMessage(op, operands));
    return;
  }
  EXPECT_EQ(literal(got()).bits, expected->bits)
      << ir::info(op).name << ' ' << operands[0].bits << ' ' << operands.back().bits;
}

template <class T>
void checkIntegral(TypeKind kind) {
  for (const Int first : ints) {
    const T a = static_cast<T>(first);
    const auto unary = [&](PrimOp op, TypeKind result, auto f) {
      expectMeaning(op, result, {literal(a)}, [&] { return f(a); });
    };
    unary(PrimOp::Negate, kind, [](T x) { return negate(x); });
    unary(PrimOp::Signum, kind, [](T x) { return signum(x); });
    unary(PrimOp::Even, TypeKind::Bool, [](T x) { return even(x); });
    unary(PrimOp::Odd, TypeKind::Bool, [](T x) { return odd(x); });
    unary(PrimOp::PopCount, TypeKind::Int, [](T x) { return popCount(x); });
    for (const Int second : ints) {
      const T b = static_cast<T>(second);
      // One death test per kind of error is enough: each starts a process.
      const bool dies = b == T{0} || (second == -1 && first == smallestInt);
      if (dies && first != 7 && first != smallestInt) continue;
      const auto binary = [&](PrimOp op, auto f) {
        expectMeaning(op, kind, {literal(a), literal(b)}, [&] { return f(a, b); });
      };
      binary(PrimOp::Quot, [](T x, T y) { return quot(x, y); });
      binary(PrimOp::Rem, [](T x, T y) { return rem(x, y); });
      binary(PrimOp::Div, [](T x, T y) { return div(x, y); });
      binary(PrimOp::Mod, [](T x, T y) { return mod(x, y); });
      binary(PrimOp::Min, [](T x, T y) { return min(x, y); });
      binary(PrimOp::Max, [](T x, T y) { return max(x, y); });
    }
    for (const Int distance : ints) {
      if (distance < 0 && first != 7) continue;
      const auto withInt = [&](PrimOp op, TypeKind result, auto f) {
        expectMeaning(op, result, {literal(a), literal(distance)}, [&] { return f(a, distance); });
      };
      withInt(PrimOp::ShiftL, kind, [](T x, Int n) { return shiftLeft(x, n); });
      withInt(PrimOp::ShiftR, kind, [](T x, Int n) { return shiftRight(x, n); });
      withInt(PrimOp::TestBit, TypeKind::Bool, [](T x, Int n) { return testBit(x, n); });
      withInt(PrimOp::IntPow, kind, [](T x, Int n) { return power(x, n); });
    }
  }
}

TEST(Arithmetic, OfIntIsHaskells) {
  testing::GTEST_FLAG(death_test_style) = "fast";
  checkIntegral<Int>(TypeKind::Int);
  for (const Int a : ints) {
    expectMeaning(PrimOp::Abs, TypeKind::Int, {literal(a)}, [&] { return deforest::abs(a); });
    for (const Int b : ints) {
      const auto binary = [&](PrimOp op, auto f) {
        expectMeaning(op, TypeKind::Int, {literal(a), literal(b)}, [&] { return f(a, b); });
      };
      binary(PrimOp::Add, add);
      binary(PrimOp::Sub, sub);
      binary(PrimOp::Mul, mul);
    }
  }
}

TEST(Arithmetic, OfWordIsHaskells) {
  testing::GTEST_FLAG(death_test_style) = "fast";
  checkIntegral<Word>(TypeKind::Word);
  for (const Int a : ints) {
    const Word word = static_cast<Word>(a);
    expectMeaning(PrimOp::Abs, TypeKind::Word, {literal(word)},
                  [&] { return deforest::abs(word); });
  }
}

TEST(Arithmetic, OfDoubleIsHaskells) {
  for (const double a : doubles) {
    const auto unary = [&](PrimOp op, TypeKind result, auto f) {
      expectMeaning(op, result, {literal(a)}, [&] { return f(a); });
    };
    unary(PrimOp::Abs, TypeKind::Double, [](double x) { return deforest::abs(x); });
    unary(PrimOp::Signum, TypeKind::Double, [](double x) { return signum(x); });
    unary(PrimOp::Truncate, TypeKind::Int, truncateToInt);
    unary(PrimOp::Floor, TypeKind::Int, floorToInt);
    unary(PrimOp::Ceiling, TypeKind::Int, ceilingToInt);
    unary(PrimOp::Round, TypeKind::Int, roundToInt);
    unary(PrimOp::Truncate, TypeKind::Word, truncateToWord);
    unary(PrimOp::Floor, TypeKind::Word, floorToWord);
    unary(PrimOp::Ceiling, TypeKind::Word, ceilingToWord);
    unary(PrimOp::Round, TypeKind::Word, roundToWord);
    for (const double b : doubles) {
      const auto binary = [&](PrimOp op, auto f) {
        expectMeaning(op, TypeKind::Double, {literal(a), literal(b)}, [&] { return f(a, b); });
      };
      binary(PrimOp::Min, [](double x, double y) { return min(x, y); });
      binary(PrimOp::Max, [](double x, double y) { return max(x, y); });
    }
    for (const Int n : {0, 1, 2, 3, 10, 13}) {
      expectMeaning(PrimOp::IntPow, TypeKind::Double, {literal(a), literal(n)},
                    [&] { return power(a, n); });
    }
  }
}

TEST(Arithmetic, CharactersHaveARange) {
  EXPECT_EQ(chr(0x10ffff), char32_t{0x10ffff});
  EXPECT_EQ(ord(U'a'), 97);
  EXPECT_EXIT(static_cast<void>(chr(-1)), testing::ExitedWithCode(1), "bad argument: \\(-1\\)");
  EXPECT_EXIT(static_cast<void>(chr(0x110000)), testing::ExitedWithCode(1), "argument: 1114112");
}

}  // namespace
}  // namespace deforest
