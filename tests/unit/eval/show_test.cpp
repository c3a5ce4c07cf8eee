// Expected texts are those of GHC 9.0.2.
#include "eval/show.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "../ir/builder.hpp"
#include "eval/decimal.hpp"
#include "eval/text_of_scalars.hpp"
#include "ir/scalar.hpp"

namespace deforest::eval {
namespace {

using ir::CtorId;
using ir::TypeId;
using ir::testing::Builder;
using ir::testing::TreeProgram;

Value integerOf(std::int64_t value) {
  return Value{ir::scalar::encode(value)};
}
Value ofDouble(double value) {
  return Value{ir::scalar::encode(value)};
}
constexpr std::size_t unlimited = std::size_t{4} << 30U;

class Show : public ::testing::Test {
 protected:
  Builder b;
  Heap heap{unlimited};

  Value make(CtorId ctor, const std::vector<Value>& fields = {}) {
    return heap.construct(b.program, ctor, fields);
  }
  Value list(TypeId type, const std::vector<Value>& elements) {
    Value value = make(b.nil(type));
    for (auto each = elements.rbegin(); each != elements.rend(); ++each) {
      value = make(b.cons(type), {*each, value});
    }
    return value;
  }
  std::string shown(TypeId type, Value value, int precedence = 0) {
    return show(b.program, type, value, {.precedence = precedence});
  }
  std::string showString(const std::u32string& text) {
    const TypeId type = b.list(b.charType);
    std::vector<Value> chars;
    for (const char32_t c : text) chars.push_back(Value{c});
    std::string out = shown(type, list(type, chars));
    b.program.types.pop_back();
    b.program.constructors.resize(b.program.constructors.size() - 2);
    return out;
  }
};

TEST_F(Show, Scalars) {
  EXPECT_EQ(shown(b.intType, integerOf(42)), "42");
  EXPECT_EQ(shown(b.intType, integerOf(-42)), "-42");
  EXPECT_EQ(shown(b.intType, integerOf(-42), 6), "-42");
  EXPECT_EQ(shown(b.intType, integerOf(-42), 7), "(-42)");
  EXPECT_EQ(shown(b.intType, Value{1ULL << 63U}), "-9223372036854775808");
  EXPECT_EQ(shown(b.wordType, integerOf(-1), 11), "18446744073709551615");
  EXPECT_EQ(shown(b.boolType, Value{1}), "True");
  EXPECT_EQ(shown(b.boolType, Value{0}), "False");
}

TEST_F(Show, Doubles) {
  const std::vector<std::pair<double, std::string>> cases = {
      {0.1, "0.1"},
      {0.01, "1.0e-2"},
      {1e7, "1.0e7"},
      {9999999.0, "9999999.0"},
      {12345678.9, "1.23456789e7"},
      {1.0, "1.0"},
      {100, "100.0"},
      {0, "0.0"},
      {-0.0, "-0.0"},
      {0.3, "0.3"},
      {0.1 + 0.2, "0.30000000000000004"},
      {1.0 / 3, "0.3333333333333333"},
      {5e-324, "5.0e-324"},
      {1.7976931348623157e308, "1.7976931348623157e308"},
      {1e22, "1.0e22"},
      {1e23, "9.999999999999999e22"},
      {2.2250738585072014e-308, "2.2250738585072014e-308"},
      {9007199254740992.0, "9.007199254740992e15"},
      {HUGE_VAL, "Infinity"},
      {-HUGE_VAL, "-Infinity"},
      {std::nan(""), "NaN"},
  };
  for (const auto& [value, text] : cases) EXPECT_EQ(shown(b.doubleType, ofDouble(value)), text);
  EXPECT_EQ(shown(b.doubleType, ofDouble(-1.5), 11), "(-1.5)");
  EXPECT_EQ(shown(b.doubleType, ofDouble(-0.0), 7), "(-0.0)");
  EXPECT_EQ(shown(b.doubleType, ofDouble(-HUGE_VAL), 7), "(-Infinity)");
}

TEST_F(Show, FloatsHaveTheirOwnShortestDigits) {
  const std::vector<std::pair<float, std::string>> cases = {
      {0.1F, "0.1"},       {0.21000001F, "0.21000001"},        {16777216.0F, "1.6777216e7"},
      {1e-45F, "1.0e-45"}, {1.17549435e-38F, "1.1754944e-38"}, {3.4028235e38F, "3.4028235e38"},
      {1e23F, "1.0e23"},   {33554432.0F, "3.3554432e7"},       {2.5F, "2.5"},
  };
  for (const auto& [value, text] : cases) {
    EXPECT_EQ(showScalar(ir::TypeKind::Float, ir::scalar::encode(value), 0, false), text);
  }
}

TEST_F(Show, DoublesAsSource) {
  const ShowOptions source{.precedence = 11, .source = true};
  EXPECT_EQ(show(b.program, b.doubleType, ofDouble(std::nan("")), source), "(0/0)");
  EXPECT_EQ(show(b.program, b.doubleType, ofDouble(-HUGE_VAL), source), "(-1/0)");
  EXPECT_EQ(show(b.program, b.doubleType, ofDouble(2.5), source), "2.5");
}

TEST_F(Show, Chars) {
  const std::vector<std::pair<char32_t, std::string>> cases = {
      {U'a', "'a'"},       {U'\'', R"('\'')"},         {U'"', R"('"')"},   {U'\\', R"('\\')"},
      {U'\n', R"('\n')"},  {U'\a', R"('\a')"},         {U'\b', R"('\b')"}, {U'\f', R"('\f')"},
      {U'\r', R"('\r')"},  {U'\t', R"('\t')"},         {U'\v', R"('\v')"}, {U'\0', R"('\NUL')"},
      {1, R"('\SOH')"},    {27, R"('\ESC')"},          {31, R"('\US')"},   {127, R"('\DEL')"},
      {U'é', R"('\233')"}, {0x10ffff, R"('\1114111')"}};
  for (const auto& [c, text] : cases) EXPECT_EQ(shown(b.charType, Value{c}), text);
}

TEST_F(Show, Strings) {
  EXPECT_EQ(showString(U""), R"("")");
  EXPECT_EQ(showString(U"a\nb"), R"("a\nb")");
  EXPECT_EQ(showString(U"\"'\\"), R"("\"'\\")");
  EXPECT_EQ(showString(U"\u04d25"), R"("\1234\&5")");
  EXPECT_EQ(showString(U"\u04d2x"), R"("\1234x")");
  EXPECT_EQ(showString(std::u32string{14, U'H'}), R"("\SO\&H")");
  EXPECT_EQ(showString(std::u32string{14, U'S'}), R"("\SOS")");
  EXPECT_EQ(showString(std::u32string{1, U'5'}), R"("\SOH5")");
  EXPECT_EQ(showString(std::u32string{127, U'1'}), R"("\DEL1")");
}

TEST_F(Show, ListsAndTuples) {
  const TypeId ints = b.list(b.intType);
  const TypeId nested = b.list(ints);
  EXPECT_EQ(shown(ints, list(ints, {})), "[]");
  EXPECT_EQ(shown(ints, list(ints, {integerOf(1), integerOf(-2)}), 11), "[1,-2]");
  EXPECT_EQ(shown(nested, list(nested, {list(ints, {}), list(ints, {integerOf(3)})})), "[[],[3]]");
  const TypeId unit = b.tuple({});
  EXPECT_EQ(shown(unit, make(b.program.type(unit).constructors[0]), 11), "()");
  const TypeId pair = b.tuple({b.intType, ints});
  const CtorId ctor = b.program.type(pair).constructors[0];
  EXPECT_EQ(shown(pair, make(ctor, {integerOf(-1), list(ints, {integerOf(2)})}), 11), "(-1,[2])");
}

TEST_F(Show, Applications) {
  const TypeId tree = b.declareType("Tree");
  const CtorId leaf = b.constructor(tree, "E");
  const CtorId branch = b.constructor(tree, "B", {b.intType, tree, tree});
  const Value e = make(leaf);
  const Value one = make(branch, {integerOf(-1), e, e});
  EXPECT_EQ(shown(tree, e, 11), "E");
  EXPECT_EQ(shown(tree, make(branch, {integerOf(2), one, e})), "B 2 (B (-1) E E) E");
  EXPECT_EQ(shown(tree, one, 10), "B (-1) E E");
  EXPECT_EQ(shown(tree, one, 11), "(B (-1) E E)");
}

TEST_F(Show, Records) {
  const TypeId record = b.declareType("R");
  const CtorId ctor = b.constructor(record, "R", {b.intType, b.doubleType});
  b.program.constructors[ctor.value].fields[0].label = "x";
  b.program.constructors[ctor.value].fields[1].label = "y";
  const Value value = make(ctor, {integerOf(-1), ofDouble(0.5)});
  EXPECT_EQ(shown(record, value), "R {x = -1, y = 0.5}");
  EXPECT_EQ(shown(record, value, 11), "(R {x = -1, y = 0.5})");
}

TEST_F(Show, Newtypes) {
  const TypeId age = b.declareType("Age");
  b.program.types[age.value].isNewtype = true;
  const CtorId ctor = b.constructor(age, "Age", {b.intType});
  EXPECT_EQ(shown(age, make(ctor, {integerOf(-3)})), "Age (-3)");
  b.program.constructors[ctor.value].fields[0].label = "years";
  EXPECT_EQ(shown(age, make(ctor, {integerOf(-3)})), "Age {years = -3}");
}

// data E = L Int | E :+: E | E :*: E, with and without fixity declarations.
TEST_F(Show, InfixConstructors) {
  const TypeId e = b.declareType("E");
  const CtorId literal = b.constructor(e, "L", {b.intType});
  const CtorId plus = b.constructor(e, ":+:", {e, e});
  const CtorId times = b.constructor(e, ":*:", {e, e});
  const CtorId prefix = b.constructor(e, ":-:", {e, e});
  for (const CtorId ctor : {plus, times}) b.program.constructors[ctor.value].infix = true;
  const Value one = make(literal, {integerOf(1)});
  const Value minus = make(literal, {integerOf(-1)});
  const Value sum = make(plus, {one, make(times, {minus, one})});
  EXPECT_EQ(shown(e, sum), "L 1 :+: (L (-1) :*: L 1)");
  EXPECT_EQ(shown(e, make(prefix, {one, minus})), "(:-:) (L 1) (L (-1))");
  b.program.module.types = {"data E = L Int | E :+: E | E :*: E", "infixl 6 :+:", "infixl 7 :*:"};
  EXPECT_EQ(shown(e, sum), "L 1 :+: L (-1) :*: L 1");
  EXPECT_EQ(shown(e, make(times, {sum, one})), "(L 1 :+: L (-1) :*: L 1) :*: L 1");
  EXPECT_EQ(shown(e, make(plus, {sum, one})), "(L 1 :+: L (-1) :*: L 1) :+: L 1");
  EXPECT_EQ(shown(e, sum, 6), "L 1 :+: L (-1) :*: L 1");
  EXPECT_EQ(shown(e, sum, 7), "(L 1 :+: L (-1) :*: L 1)");
}

TEST_F(Show, FixityDeclarations) {
  b.program.module.types = {"infixr 5 :>, `Snoc`", "infix :=", "data T = T"};
  const auto fixities = declaredFixities(b.program);
  EXPECT_EQ(fixities.size(), 3U);
  EXPECT_EQ(fixities.at(":>"), (ir::Fixity{ir::Associativity::Right, 5}));
  EXPECT_EQ(fixities.at("Snoc"), (ir::Fixity{ir::Associativity::Right, 5}));
  EXPECT_EQ(fixities.at(":="), (ir::Fixity{ir::Associativity::None, 9}));
}

TEST_F(Show, DeepValuesAndLimits) {
  const TypeId nat = b.declareType("Nat");
  const CtorId zero = b.constructor(nat, "Z");
  const CtorId next = b.constructor(nat, "S", {nat});
  Value value = make(zero);
  for (int i = 0; i < 1'000'000; ++i) value = make(next, {value});
  const std::string text = shown(nat, value);
  EXPECT_EQ(text.size(), 2U + 999'999U * 4 + 1);
  EXPECT_EQ(text.substr(0, 12), "S (S (S (S (");
  EXPECT_EQ(show(b.program, nat, value, {.limit = 10}), "S (S (S (S...");
}

TEST_F(Show, WhatMainPrints) {
  const TypeId text = b.list(b.charType);
  const ir::FunId main = b.declare("main", {}, {b.intType, text, text, text});
  (void)main;
  b.program.outputs = {ir::Output::Print, ir::Output::Print, ir::Output::PutStr,
                       ir::Output::PutStrLn};
  const Value word = list(text, {Value{0xe9}, Value{0x20ac}, Value{0x1f600}});
  EXPECT_EQ(printed(b.program, std::vector{integerOf(-5), word, word, word}),
            "-5\n\"\\233\\8364\\128512\"\né€😀é€😀\n");
}

}  // namespace
}  // namespace deforest::eval
