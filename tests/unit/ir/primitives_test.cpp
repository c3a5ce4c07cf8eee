// Expected values are those of GHC 9.0.2 with optimisation.
#include "ir/primitives.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ir/scalar.hpp"

namespace deforest::ir {
namespace {

constexpr std::int64_t minInt = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t maxInt = std::numeric_limits<std::int64_t>::max();
constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

Literal lit(std::int64_t value) {
  return intLiteral(value);
}
Literal lit(double value) {
  return doubleLiteral(value);
}

std::optional<Literal> eval(PrimOp op, const std::vector<Literal>& operands,
                            std::optional<TypeKind> result = std::nullopt) {
  std::vector<TypeKind> kinds;
  for (const Literal& operand : operands) kinds.push_back(operand.kind);
  return evaluate(op, operands, result ? *result : resultKind(op, kinds).value());
}

std::optional<std::int64_t> ints(PrimOp op, std::int64_t a, std::int64_t b) {
  const std::optional<Literal> value = eval(op, {lit(a), lit(b)});
  if (!value) return std::nullopt;
  return scalar::decode<std::int64_t>(value->bits);
}

double doubles(PrimOp op, double a, double b) {
  return scalar::decode<double>(eval(op, {lit(a), lit(b)})->bits);
}

double ofDouble(PrimOp op, double a) {
  return scalar::decode<double>(eval(op, {lit(a)})->bits);
}

std::int64_t toInt(PrimOp op, double a) {
  return scalar::decode<std::int64_t>(eval(op, {lit(a)}, TypeKind::Int)->bits);
}

std::uint64_t toWord(PrimOp op, double a) {
  return eval(op, {lit(a)}, TypeKind::Word)->bits;
}

TEST(Primitives, TheTableNamesEveryOperation) {
  EXPECT_EQ(info(PrimOp::Add).name, "+");
  EXPECT_EQ(info(PrimOp::IntPow).name, "^");
  EXPECT_EQ(info(PrimOp::Pow).name, "**");
  EXPECT_EQ(info(PrimOp::Or).name, "||");
  EXPECT_EQ(info(PrimOp::Round).name, "round");
  EXPECT_EQ(info(PrimOp::TestBit).name, "testBit");
  for (const PrimOp op : allPrimitives()) EXPECT_EQ(primitiveNamed(info(op).name), op);
  EXPECT_EQ(primitiveNamed("map"), std::nullopt);
  EXPECT_EQ(info(PrimOp::Sub).fixity, (Fixity{Associativity::Left, 6}));
  EXPECT_EQ(info(PrimOp::Eq).fixity, (Fixity{Associativity::None, 4}));
}

TEST(Primitives, IntegersWrap) {
  EXPECT_EQ(ints(PrimOp::Add, maxInt, 1), minInt);
  EXPECT_EQ(ints(PrimOp::Sub, minInt, 1), maxInt);
  EXPECT_EQ(ints(PrimOp::Mul, maxInt, 2), -2);
  EXPECT_EQ(eval(PrimOp::Negate, {lit(minInt)}), lit(minInt));
  EXPECT_EQ(eval(PrimOp::Abs, {lit(minInt)}), lit(minInt));
  EXPECT_EQ(eval(PrimOp::Abs, {lit(std::int64_t{-7})}), lit(std::int64_t{7}));
  EXPECT_EQ(eval(PrimOp::Signum, {lit(std::int64_t{-7})}), lit(std::int64_t{-1}));
  EXPECT_EQ(eval(PrimOp::Negate, {wordLiteral(1)}), wordLiteral(~0ULL));
  EXPECT_EQ(eval(PrimOp::Signum, {wordLiteral(5)}), wordLiteral(1));
  EXPECT_EQ(eval(PrimOp::Sub, {wordLiteral(0), wordLiteral(1)}), wordLiteral(~0ULL));
}

TEST(Primitives, DivisionRoundsAsNamed) {
  EXPECT_EQ(ints(PrimOp::Div, -7, 2), -4);
  EXPECT_EQ(ints(PrimOp::Mod, -7, 2), 1);
  EXPECT_EQ(ints(PrimOp::Quot, -7, 2), -3);
  EXPECT_EQ(ints(PrimOp::Rem, -7, 2), -1);
  EXPECT_EQ(ints(PrimOp::Div, 7, -2), -4);
  EXPECT_EQ(ints(PrimOp::Mod, 7, -2), -1);
  EXPECT_EQ(ints(PrimOp::Div, -8, 2), -4);
  EXPECT_EQ(ints(PrimOp::Mod, -8, 2), 0);
  EXPECT_EQ(eval(PrimOp::Div, {wordLiteral(~0ULL), wordLiteral(2)}), wordLiteral(~0ULL / 2));
}

TEST(Primitives, DivisionFailsAsInHaskell) {
  for (const PrimOp op : {PrimOp::Div, PrimOp::Mod, PrimOp::Quot, PrimOp::Rem}) {
    EXPECT_EQ(ints(op, 1, 0), std::nullopt);
    EXPECT_EQ(errorMessage(op, std::vector{lit(std::int64_t{1}), lit(std::int64_t{0})}),
              "divide by zero");
    EXPECT_EQ(eval(op, {wordLiteral(1), wordLiteral(0)}), std::nullopt);
  }
  EXPECT_EQ(ints(PrimOp::Div, minInt, -1), std::nullopt);
  EXPECT_EQ(ints(PrimOp::Quot, minInt, -1), std::nullopt);
  EXPECT_EQ(errorMessage(PrimOp::Quot, std::vector{lit(minInt), lit(std::int64_t{-1})}),
            "arithmetic overflow");
  EXPECT_EQ(ints(PrimOp::Mod, minInt, -1), 0);
  EXPECT_EQ(ints(PrimOp::Rem, minInt, -1), 0);
}

TEST(Primitives, PowersMultiplyInThePreludesOrder) {
  EXPECT_EQ(ints(PrimOp::IntPow, 3, 5), 243);
  EXPECT_EQ(ints(PrimOp::IntPow, 0, 0), 1);
  EXPECT_EQ(ints(PrimOp::IntPow, 2, 64), 0);
  EXPECT_EQ(ints(PrimOp::IntPow, 2, -1), std::nullopt);
  EXPECT_EQ(errorMessage(PrimOp::IntPow, std::vector{lit(std::int64_t{2}), lit(std::int64_t{-1})}),
            "Negative exponent");
  const auto power = [](double base, std::int64_t exponent) {
    return scalar::decode<double>(eval(PrimOp::IntPow, {lit(base), lit(exponent)})->bits);
  };
  EXPECT_EQ(power(1.1, 7), 1.9487171000000012);
  EXPECT_EQ(power(1.1, 4), 1.4641000000000004);
}

TEST(Primitives, DoublesAreIeee) {
  EXPECT_EQ(doubles(PrimOp::FDiv, 1, 0), infinity);
  EXPECT_EQ(doubles(PrimOp::Pow, 2, 0.5), std::sqrt(2.0));
  EXPECT_TRUE(std::signbit(ofDouble(PrimOp::Negate, 0.0)));
  EXPECT_TRUE(std::signbit(ofDouble(PrimOp::Signum, -0.0)));
  EXPECT_FALSE(std::signbit(ofDouble(PrimOp::Abs, -0.0)));
  EXPECT_TRUE(std::isnan(ofDouble(PrimOp::Signum, nan)));
  EXPECT_EQ(ofDouble(PrimOp::Signum, -3.5), -1.0);
  // NaNs have one representation, whatever made them.
  EXPECT_EQ(eval(PrimOp::Sqrt, {lit(-1.0)}), eval(PrimOp::Sub, {lit(infinity), lit(infinity)}));
  EXPECT_EQ(eval(PrimOp::Asin, {lit(1.0)}), lit(0x1.921fb54442d18p0));
  EXPECT_EQ(eval(PrimOp::Atanh, {lit(1.0)}), lit(infinity));
  EXPECT_EQ(
      eval(PrimOp::RealToFrac, {lit(0.1)}, TypeKind::Float),
      eval(PrimOp::FDiv, {doubleLiteral(1, TypeKind::Float), doubleLiteral(10, TypeKind::Float)},
           TypeKind::Float));
}

TEST(Primitives, ExtremaOfDoublesDependOnTheOrder) {
  EXPECT_TRUE(std::isnan(doubles(PrimOp::Max, nan, 1)));
  EXPECT_EQ(doubles(PrimOp::Max, 1, nan), 1);
  EXPECT_EQ(doubles(PrimOp::Min, nan, 1), 1);
  EXPECT_TRUE(std::isnan(doubles(PrimOp::Min, 1, nan)));
  EXPECT_TRUE(std::signbit(doubles(PrimOp::Max, 0.0, -0.0)));
  EXPECT_FALSE(std::signbit(doubles(PrimOp::Min, 0.0, -0.0)));
  EXPECT_FALSE(isCommutative(PrimOp::Max, TypeKind::Double));
  EXPECT_TRUE(isCommutative(PrimOp::Max, TypeKind::Int));
  EXPECT_TRUE(isCommutative(PrimOp::Add, TypeKind::Double));
  EXPECT_FALSE(isCommutative(PrimOp::Sub, TypeKind::Int));
}

TEST(Primitives, ComparisonsRespectSignAndNan) {
  const Literal yes = boolLiteral(true);
  const Literal no = boolLiteral(false);
  EXPECT_EQ(eval(PrimOp::Lt, {lit(std::int64_t{-1}), lit(std::int64_t{0})}), yes);
  EXPECT_EQ(eval(PrimOp::Lt, {wordLiteral(~0ULL), wordLiteral(0)}), no);
  EXPECT_EQ(eval(PrimOp::Eq, {lit(0.0), lit(-0.0)}), yes);
  EXPECT_EQ(eval(PrimOp::Eq, {lit(nan), lit(nan)}), no);
  EXPECT_EQ(eval(PrimOp::Ne, {lit(nan), lit(nan)}), yes);
  EXPECT_EQ(eval(PrimOp::Le, {lit(nan), lit(1.0)}), no);
  EXPECT_EQ(eval(PrimOp::Ge, {charLiteral('b'), charLiteral('a')}), yes);
  EXPECT_EQ(eval(PrimOp::Gt, {boolLiteral(true), boolLiteral(false)}), yes);
}

struct Conversion {
  double from;
  std::int64_t truncated, floored, raised, rounded;
};

class ConversionToInt : public ::testing::TestWithParam<Conversion> {};

TEST_P(ConversionToInt, IsThatOfOptimisedGhc) {
  const Conversion& c = GetParam();
  EXPECT_EQ(toInt(PrimOp::Truncate, c.from), c.truncated);
  EXPECT_EQ(toInt(PrimOp::Floor, c.from), c.floored);
  EXPECT_EQ(toInt(PrimOp::Ceiling, c.from), c.raised);
  EXPECT_EQ(toInt(PrimOp::Round, c.from), c.rounded);
}

INSTANTIATE_TEST_SUITE_P(
    Primitives, ConversionToInt,
    ::testing::Values(Conversion{2.5, 2, 2, 3, 2}, Conversion{3.5, 3, 3, 4, 4},
                      Conversion{-2.5, -2, -3, -2, -2}, Conversion{-0.5, 0, -1, 0, 0},
                      Conversion{0.5, 0, 0, 1, 0}, Conversion{2.75, 2, 2, 3, 3},
                      Conversion{1e19, minInt, minInt, minInt + 1, minInt},
                      Conversion{-1e19, minInt, maxInt, minInt, minInt},
                      Conversion{infinity, minInt, minInt, minInt + 1, minInt},
                      Conversion{std::nan(""), minInt, minInt, minInt, minInt}));

TEST(Primitives, ConversionToWordIsModular) {
  EXPECT_EQ(toWord(PrimOp::Truncate, 1e19), 10000000000000000000ULL);
  EXPECT_EQ(toWord(PrimOp::Truncate, -1e19), 8446744073709551616ULL);
  EXPECT_EQ(toWord(PrimOp::Floor, -2.5), 18446744073709551613ULL);
  EXPECT_EQ(toWord(PrimOp::Ceiling, -2.5), 18446744073709551614ULL);
  EXPECT_EQ(toWord(PrimOp::Round, -2.5), 18446744073709551614ULL);
  EXPECT_EQ(toWord(PrimOp::Round, infinity), 0U);
  EXPECT_EQ(toWord(PrimOp::Truncate, nan), 0U);
}

TEST(Primitives, FromIntegralTakesTheWantedType) {
  const std::vector<Literal> most = {wordLiteral(~0ULL)};
  EXPECT_EQ(eval(PrimOp::FromIntegral, most, TypeKind::Int), lit(std::int64_t{-1}));
  EXPECT_EQ(eval(PrimOp::FromIntegral, most, TypeKind::Double), lit(0x1p64));
  EXPECT_EQ(eval(PrimOp::FromIntegral, {lit(std::int64_t{-1})}, TypeKind::Double), lit(-1.0));
  EXPECT_EQ(eval(PrimOp::FromIntegral, {lit(std::int64_t{3})}, TypeKind::Float),
            doubleLiteral(3, TypeKind::Float));
}

TEST(Primitives, FloatsRoundTo32Bits) {
  const auto real = [](double value) { return doubleLiteral(value, TypeKind::Float); };
  EXPECT_EQ(real(0.1), real(double{0.1F}));
  EXPECT_EQ(eval(PrimOp::Add, {real(16777216), real(1)}), real(16777216));
  EXPECT_EQ(eval(PrimOp::Mul, {real(0.1), real(0.1)}), real(double{0.1F * 0.1F}));
  EXPECT_EQ(eval(PrimOp::FDiv, {real(1), real(3)}), real(double{1.0F / 3.0F}));
  EXPECT_EQ(eval(PrimOp::FromIntegral, {lit(std::int64_t{16777217})}, TypeKind::Float),
            real(16777216));
  // By way of a double it would be rounded twice.
  EXPECT_EQ(eval(PrimOp::FromIntegral, {lit(std::int64_t{4611686293305294849})}, TypeKind::Float),
            real(0x1.000002p62));
}

TEST(Primitives, BitsAndShifts) {
  EXPECT_EQ(ints(PrimOp::ShiftL, 1, 63), minInt);
  EXPECT_EQ(ints(PrimOp::ShiftL, 1, 64), 0);
  EXPECT_EQ(ints(PrimOp::ShiftR, -5, 1), -3);
  EXPECT_EQ(ints(PrimOp::ShiftR, -5, 64), -1);
  EXPECT_EQ(ints(PrimOp::ShiftR, 5, 100), 0);
  EXPECT_EQ(eval(PrimOp::ShiftR, {wordLiteral(~0ULL), lit(std::int64_t{63})}), wordLiteral(1));
  EXPECT_EQ(ints(PrimOp::ShiftL, 1, -1), std::nullopt);
  EXPECT_EQ(errorMessage(PrimOp::ShiftL, std::vector{lit(std::int64_t{1}), lit(std::int64_t{-1})}),
            "arithmetic overflow");
  EXPECT_EQ(ints(PrimOp::BitXor, 12, 10), 6);
  EXPECT_EQ(ints(PrimOp::BitAnd, 12, 10), 8);
  EXPECT_EQ(ints(PrimOp::BitOr, 12, 10), 14);
  EXPECT_EQ(eval(PrimOp::Complement, {lit(std::int64_t{0})}), lit(std::int64_t{-1}));
  EXPECT_EQ(eval(PrimOp::PopCount, {wordLiteral(~0ULL)}), lit(std::int64_t{64}));
  EXPECT_EQ(eval(PrimOp::TestBit, {lit(std::int64_t{-1}), lit(std::int64_t{64})}),
            boolLiteral(false));
  EXPECT_EQ(eval(PrimOp::TestBit, {lit(std::int64_t{4}), lit(std::int64_t{2})}), boolLiteral(true));
  EXPECT_EQ(eval(PrimOp::TestBit, {lit(std::int64_t{4}), lit(std::int64_t{-2})}), std::nullopt);
}

TEST(Primitives, OthersOfInts) {
  EXPECT_EQ(eval(PrimOp::Even, {lit(std::int64_t{-3})}), boolLiteral(false));
  EXPECT_EQ(eval(PrimOp::Odd, {lit(std::int64_t{-3})}), boolLiteral(true));
  EXPECT_EQ(eval(PrimOp::Ord, {charLiteral(U'é')}), lit(std::int64_t{233}));
  EXPECT_EQ(eval(PrimOp::Chr, {lit(std::int64_t{97})}), charLiteral('a'));
  EXPECT_EQ(eval(PrimOp::Chr, {lit(std::int64_t{0x110000})}), std::nullopt);
  EXPECT_EQ(errorMessage(PrimOp::Chr, std::vector{lit(std::int64_t{-1})}),
            "Prelude.chr: bad argument: (-1)");
  EXPECT_EQ(errorMessage(PrimOp::Chr, std::vector{lit(std::int64_t{1114112})}),
            "Prelude.chr: bad argument: 1114112");
  EXPECT_EQ(eval(PrimOp::And, {boolLiteral(true), boolLiteral(false)}), boolLiteral(false));
  EXPECT_EQ(eval(PrimOp::Not, {boolLiteral(false)}), boolLiteral(true));
}

TEST(Primitives, TypesOfOperandsAreChecked) {
  using enum TypeKind;
  const auto kinds = [](PrimOp op, const std::vector<TypeKind>& operands) {
    return resultKinds(op, operands);
  };
  EXPECT_TRUE(kinds(PrimOp::Add, {Int}).empty());
  EXPECT_TRUE(kinds(PrimOp::Add, {Int, Word}).empty());
  EXPECT_TRUE(kinds(PrimOp::Add, {Char, Char}).empty());
  EXPECT_TRUE(kinds(PrimOp::FDiv, {Int, Int}).empty());
  EXPECT_TRUE(kinds(PrimOp::Div, {Double, Double}).empty());
  EXPECT_TRUE(kinds(PrimOp::Eq, {Data, Data}).empty());
  EXPECT_TRUE(kinds(PrimOp::IntPow, {Double, Double}).empty());
  EXPECT_EQ(kinds(PrimOp::IntPow, {Double, Int}), std::vector{Double});
  EXPECT_EQ(kinds(PrimOp::Lt, {Char, Char}), std::vector{Bool});
  EXPECT_EQ(kinds(PrimOp::Seq, {Data, Int}), std::vector{Int});
  EXPECT_EQ(kinds(PrimOp::Seq, {Int, Data}), std::vector{Data});
  EXPECT_EQ(kinds(PrimOp::Truncate, {Double}), (std::vector{Int, Word, Integer}));
  EXPECT_EQ(kinds(PrimOp::IntPow, {Double, Integer}), std::vector{Double});
  EXPECT_EQ(kinds(PrimOp::ShiftL, {Integer, Int}), std::vector{Integer});
  EXPECT_EQ(kinds(PrimOp::Gcd, {Integer, Integer}), std::vector{Integer});
  EXPECT_TRUE(kinds(PrimOp::Gcd, {Int, Int}).empty());
  EXPECT_EQ(resultKind(PrimOp::Truncate, std::vector{Double}), std::nullopt);
}

// Whatever is well typed has an implementation, and only that.
TEST(Primitives, ImplementationsAgreeWithTheTyping) {
  using enum TypeKind;
  const std::vector<TypeKind> all = {Int, Word, Double, Float, Char, Bool, Integer};
  for (const PrimOp op : allPrimitives()) {
    for (const TypeKind first : all) {
      bool typed = false;
      for (const TypeKind second : all) {
        std::vector<TypeKind> operands = {first};
        if (info(op).arity == 2) operands.push_back(second);
        for (const TypeKind result : resultKinds(op, operands)) {
          typed = true;
          const bool large = integerImplementation(op, first, operands.back(), result) != nullptr;
          const bool small = implementation(op, first, result) != nullptr;
          const bool integers = op != PrimOp::Seq && (first == Integer || result == Integer ||
                                                      operands.back() == Integer);
          EXPECT_EQ(large, integers) << info(op).name;
          EXPECT_TRUE(small || integers) << info(op).name;
        }
      }
      if (!typed) {
        EXPECT_EQ(implementation(op, first, first), nullptr) << info(op).name;
      }
    }
  }
}

TEST(Primitives, TotalityDependsOnOperands) {
  EXPECT_TRUE(isTotal(PrimOp::Add));
  EXPECT_FALSE(isTotal(PrimOp::Div));
  EXPECT_FALSE(isTotal(PrimOp::Chr));
  EXPECT_FALSE(isTotal(PrimOp::ShiftL));
  const Atom x = VarId{0};
  const auto total = [&](PrimOp op, const Literal& literal) {
    return isTotal(op, std::vector<Atom>{x, literal});
  };
  EXPECT_TRUE(total(PrimOp::Div, lit(std::int64_t{2})));
  EXPECT_FALSE(total(PrimOp::Div, lit(std::int64_t{-1})));
  EXPECT_FALSE(total(PrimOp::Div, lit(std::int64_t{0})));
  EXPECT_TRUE(total(PrimOp::Mod, lit(std::int64_t{-1})));
  EXPECT_TRUE(total(PrimOp::Quot, wordLiteral(~0ULL)));
  EXPECT_TRUE(total(PrimOp::IntPow, lit(std::int64_t{2})));
  EXPECT_FALSE(total(PrimOp::IntPow, lit(std::int64_t{-2})));
  EXPECT_FALSE(isTotal(PrimOp::Div, std::vector<Atom>{lit(std::int64_t{1}), x}));
}

}  // namespace
}  // namespace deforest::ir
