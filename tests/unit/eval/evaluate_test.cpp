#include "eval/evaluate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/checker.hpp"
#include "ir/scalar.hpp"
#include "lists.hpp"

namespace deforest::eval {
namespace {

using ir::Atom;
using ir::Block;
using ir::boolLiteral;
using ir::doubleLiteral;
using ir::FunId;
using ir::intLiteral;
using ir::PrimOp;
using ir::TypeId;
using ir::VarId;
using ir::testing::Body;
using ir::testing::Builder;
using ir::testing::TreeProgram;
using ::testing::HasSubstr;
using testing::ListProgram;

Value ofInt(std::int64_t value) {
  return Value{ir::scalar::encode(value)};
}
std::int64_t asInt(const Outcome& outcome, std::size_t index = 0) {
  return static_cast<std::int64_t>(outcome.values.at(index).bits);
}

// A full binary tree of this height, numbered.
Value fullTree(Machine& machine, const TreeProgram& p, int height, std::int64_t label = 1) {
  if (height == 0) return machine.construct(p.leaf, {});
  const Value left = fullTree(machine, p, height - 1, 2 * label);
  const Value right = fullTree(machine, p, height - 1, 2 * label + 1);
  return machine.construct(p.branch, std::vector{ofInt(label), left, right});
}

TEST(Evaluate, SumsATree) {
  TreeProgram p;
  ir::require(p.program, "building");
  Machine machine(p.program);
  const Value tree = fullTree(machine, p, 4);
  const Outcome outcome = machine.call(p.sumFlip, std::vector{tree});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_EQ(asInt(outcome), 15 * 16 / 2);
}

TEST(Evaluate, FlipsATree) {
  TreeProgram p;
  Machine machine(p.program);
  const Outcome outcome = machine.call(p.flip, std::vector{fullTree(machine, p, 2)});
  ASSERT_TRUE(outcome.ok());
  const Value left = fieldOf(p.program, p.branch, outcome.values[0], 1);
  EXPECT_EQ(constructorOf(p.program, p.tree, left), p.branch);
  EXPECT_EQ(fieldOf(p.program, p.branch, left, 0).bits, 3U);
  EXPECT_EQ(constructorOf(p.program, p.tree, fieldOf(p.program, p.branch, left, 1)), p.leaf);
}

// 15 branches and 16 leaves: flip and sum are each called on all of them, sumFlip once.
TEST(Evaluate, CountsVisitsMatchesAndAllocations) {
  TreeProgram p;
  Machine machine(p.program);
  const Outcome outcome = machine.call(p.sumFlip, std::vector{fullTree(machine, p, 4)});
  EXPECT_EQ(outcome.counts, (Counts{62, 62, 62, 63, 15, 60}));
  EXPECT_EQ(machine.callsByFunction(), (std::vector<std::uint64_t>{31, 31, 1}));
}

// A getter matches, but is no visit; a pair is one allocation of three words.
TEST(Evaluate, GettersMatchButDoNotVisit) {
  Builder b;
  const TypeId pair = b.tuple({b.intType, b.intType});
  const ir::CtorId ctor = b.program.type(pair).constructors[0];
  const FunId first = b.declare("first", {{"p", pair}}, {b.intType});
  const FunId user = b.declare("user", {{"x", b.intType}}, {b.intType});
  Body getter = b.body(first);
  const std::vector<VarId> parts =
      getter.bindAll({{"x", b.intType}, {"y", b.intType}}, ir::Unpack{ctor, b.parameter(first, 0)});
  b.define(first, getter.results({parts[0]}));
  Body body = b.body(user);
  const VarId p = body.construct("p", ctor, {b.parameter(user, 0), intLiteral(7)});
  const VarId x = body.call("x", first, {p});
  const VarId y = body.primitive("y", b.intType, PrimOp::Mul, {x, x});
  b.define(user, body.results({y}));
  ir::require(b.program, "building");
  Machine machine(b.program);
  const Outcome outcome = machine.call(user, std::vector{ofInt(5)});
  EXPECT_EQ(asInt(outcome), 25);
  EXPECT_EQ(outcome.counts, (Counts{0, 1, 0, 2, 1, 3}));
}

TEST(Evaluate, NewtypesCostNothing) {
  Builder b;
  const TypeId box = b.declareType("Box");
  b.program.types[box.value].isNewtype = true;
  const TypeId list = b.list(b.intType);
  const ir::CtorId ctor = b.constructor(box, "Box", {list});
  // isEmpty b = case unwrapped b of { [] -> True; _ : _ -> isEmpty (Box []) }
  const FunId isEmpty = b.declare("isEmpty", {{"b", box}}, {b.boolType});
  Body body = b.body(isEmpty);
  const VarId xs = body.bind("xs", list, ir::Unpack{ctor, b.parameter(isEmpty, 0)});
  const std::vector<VarId> f = b.fields(isEmpty, b.cons(list), {"x", "r"});
  Body again = b.body(isEmpty);
  const VarId none = again.construct("none", b.nil(list));
  const VarId boxed = again.construct("boxed", ctor, {none});
  const VarId answer = again.call("answer", isEmpty, {boxed});
  const VarId r = body.bind("r", b.boolType,
                            ir::Case{xs,
                                     {{b.nil(list), {}, Block{{}, {boolLiteral(true)}}},
                                      {b.cons(list), f, again.results({answer})}}});
  b.define(isEmpty, body.results({r}));
  ir::require(b.program, "building");
  Machine machine(b.program);
  const Value none0 = machine.construct(b.nil(list), {});
  const Value one = machine.construct(b.cons(list), std::vector{ofInt(1), none0});
  const Outcome outcome =
      machine.call(isEmpty, std::vector{machine.construct(ctor, std::vector{one})});
  EXPECT_EQ(asInt(outcome), 1);
  EXPECT_EQ(outcome.counts, (Counts{2, 2, 2, 2, 0, 0}));
}

TEST(Evaluate, SeveralResultsArriveInOrder) {
  Builder b;
  // swap x y = (# y, x #); twice x y = swap (swap x y), with the second results swapped by a branch
  const FunId swap =
      b.declare("swap", {{"x", b.intType}, {"y", b.intType}}, {b.intType, b.intType});
  b.define(swap, Block{{}, {b.parameter(swap, 1), b.parameter(swap, 0)}});
  const FunId user = b.declare("user", {{"c", b.boolType}, {"x", b.intType}, {"y", b.intType}},
                               {b.intType, b.intType, b.intType});
  Body body = b.body(user);
  const std::vector<VarId> s =
      body.bindAll({{"a", b.intType}, {"b", b.intType}},
                   ir::Call{swap, {b.parameter(user, 1), b.parameter(user, 2)}});
  const std::vector<VarId> c =
      body.bindAll({{"d", b.intType}, {"e", b.intType}},
                   ir::Conditional{b.parameter(user, 0), Block{{}, {s[0], s[1]}},
                                   Block{{}, {s[1], intLiteral(9)}}});
  b.define(user, body.results({c[1], c[0], b.parameter(user, 1)}));
  ir::require(b.program, "building");
  Machine machine(b.program);
  const Outcome yes = machine.call(user, std::vector{ofInt(1), ofInt(10), ofInt(20)});
  EXPECT_EQ(asInt(yes, 0), 10);
  EXPECT_EQ(asInt(yes, 1), 20);
  EXPECT_EQ(asInt(yes, 2), 10);
  const Outcome no = machine.call(user, std::vector{ofInt(0), ofInt(10), ofInt(20)});
  EXPECT_EQ(asInt(no, 0), 9);
  EXPECT_EQ(asInt(no, 1), 10);
}

// A tail call that permutes its arguments: gcd by subtraction, and a rotation of three.
TEST(Evaluate, ArgumentsAreMovedAtOnce) {
  Builder b;
  const FunId rotate =
      b.declare("rotate", {{"n", b.intType}, {"x", b.intType}, {"y", b.intType}, {"z", b.intType}},
                {b.intType});
  Body body = b.body(rotate);
  const VarId n = b.parameter(rotate, 0);
  const VarId done = body.primitive("done", b.boolType, PrimOp::Eq, {n, intLiteral(0)});
  Body more = b.body(rotate);
  const VarId less = more.primitive("less", b.intType, PrimOp::Sub, {n, intLiteral(1)});
  const VarId again =
      more.call("again", rotate,
                {less, b.parameter(rotate, 2), b.parameter(rotate, 3), b.parameter(rotate, 1)});
  const VarId r =
      body.bind("r", b.intType,
                ir::Conditional{done, Block{{}, {b.parameter(rotate, 1)}}, more.results({again})});
  b.define(rotate, body.results({r}));
  Machine machine(b.program);
  const auto after = [&](std::int64_t steps) {
    return asInt(machine.call(rotate, std::vector{ofInt(steps), ofInt(1), ofInt(2), ofInt(3)}));
  };
  EXPECT_EQ(after(0), 1);
  EXPECT_EQ(after(1), 2);
  EXPECT_EQ(after(2), 3);
  EXPECT_EQ(after(3), 1);
}

TEST(Evaluate, TailCallsNeedNoStack) {
  ListProgram p;
  Machine machine(p.program, {.bytes = 64U << 20U});
  const Value none = machine.construct(p.nil(p.list), {});
  const Outcome xs = machine.call(p.upto, std::vector{ofInt(1'000'000), none});
  ASSERT_TRUE(xs.ok()) << xs.message;
  const Outcome total = machine.call(p.total, std::vector{xs.values[0], ofInt(0)});
  ASSERT_TRUE(total.ok()) << total.message;
  EXPECT_EQ(asInt(total), 500000500000);
}

TEST(Evaluate, RecursionTenMillionDeep) {
  ListProgram p;
  ir::require(p.program, "building");
  Machine machine(p.program, {.bytes = std::size_t{3} << 30U});
  const std::int64_t n = 10'000'000;
  const Outcome outcome = machine.call(p.sumInc, std::vector{ofInt(n)});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_EQ(asInt(outcome), n * (n + 1) / 2 + n);
  const auto cells = static_cast<std::uint64_t>(n);
  EXPECT_EQ(outcome.counts, (Counts{2 * cells + 2, 2 * cells + 2, 2 * cells + 2, 3 * cells + 4,
                                    2 * cells, 6 * cells}));
}

TEST(Evaluate, LimitsArePolite) {
  ListProgram p;
  Machine machine(p.program, {.calls = 100});
  const Outcome calls = machine.call(p.sumInc, std::vector{ofInt(1000)});
  EXPECT_EQ(calls.kind, Outcome::Kind::Limit);
  EXPECT_EQ(calls.message, "the limit of 100 calls is reached");
  EXPECT_EQ(calls.counts.calls, 100U);
  EXPECT_TRUE(machine.call(p.sumInc, std::vector{ofInt(10)}).ok());

  machine.setLimits({.bytes = 1U << 20U});
  const Outcome memory = machine.call(p.sumInc, std::vector{ofInt(1'000'000)});
  EXPECT_EQ(memory.kind, Outcome::Kind::Limit);
  EXPECT_THAT(memory.message, HasSubstr("out of memory"));

  machine.clear();
  machine.setLimits({.milliseconds = 1});
  const Outcome time = machine.call(p.sumInc, std::vector{ofInt(20'000'000)});
  EXPECT_EQ(time.kind, Outcome::Kind::Limit);
  EXPECT_EQ(time.message, "the time limit of 1 ms is reached");
}

TEST(Evaluate, DeepStackHitsTheMemoryLimit) {
  Builder b;
  const FunId loop = b.declare("loop", {{"x", b.intType}}, {b.intType});
  Body body = b.body(loop);
  const VarId r = body.call("r", loop, {b.parameter(loop, 0)});
  const VarId s = body.primitive("s", b.intType, PrimOp::Add, {r, r});
  b.define(loop, body.results({s}));
  Machine machine(b.program, {.bytes = 1U << 20U});
  const Outcome outcome = machine.call(loop, std::vector{ofInt(1)});
  EXPECT_EQ(outcome.kind, Outcome::Kind::Limit);
  EXPECT_EQ(outcome.message, "out of memory for the stack");
}

TEST(Evaluate, ErrorsCarryTheMessage) {
  Builder b;
  const FunId fails = b.declare("fails", {}, {b.intType});
  Body one = b.body(fails);
  const VarId x = one.bind("x", b.intType, ir::Fail{"no such thing"});
  b.define(fails, one.results({x}));
  const FunId divides = b.declare("divides", {{"x", b.intType}}, {b.intType});
  Body two = b.body(divides);
  const VarId q =
      two.primitive("q", b.intType, PrimOp::Div, {intLiteral(1), b.parameter(divides, 0)});
  b.define(divides, two.results({q}));
  const FunId guarded = b.declare("guarded", {{"x", b.intType}}, {b.intType});
  Body three = b.body(guarded);
  const VarId zero =
      three.primitive("zero", b.boolType, PrimOp::Eq, {b.parameter(guarded, 0), intLiteral(0)});
  Body failing = b.body(guarded);
  const VarId no = failing.bind("no", b.intType, ir::Fail{"zero"});
  const VarId r = three.bind(
      "r", b.intType, ir::Conditional{zero, failing.results({no}), Block{{}, {intLiteral(3)}}});
  b.define(guarded, three.results({r}));
  Machine machine(b.program);
  EXPECT_EQ(machine.call(fails, {}).message, "no such thing");
  EXPECT_EQ(machine.call(fails, {}).kind, Outcome::Kind::Error);
  EXPECT_EQ(machine.call(divides, std::vector{ofInt(0)}).message, "divide by zero");
  EXPECT_EQ(asInt(machine.call(divides, std::vector{ofInt(-1)})), -1);
  EXPECT_EQ(machine.call(guarded, std::vector{ofInt(0)}).message, "zero");
  EXPECT_EQ(asInt(machine.call(guarded, std::vector{ofInt(4)})), 3);
}

// Every primitive, on literals and on variables, against its definition.
TEST(Evaluate, PrimitivesMeanWhatTheyMean) {
  using enum ir::TypeKind;
  const std::vector<std::pair<ir::TypeKind, std::vector<std::uint64_t>>> samples = {
      {Int, {0, 1, ~0ULL, 7, 1ULL << 63U, (1ULL << 63U) - 1, 64}},
      {Word, {0, 1, ~0ULL, 5}},
      {Double,
       {0, 1ULL << 63U, ir::scalar::encode(1.5), ir::scalar::encode(-2.5), ir::scalar::canonicalNan,
        ir::scalar::encode(1e300)}},
      {Char, {'a', 'b', 0x10ffff}},
      {Bool, {0, 1}}};
  std::size_t tried = 0;
  const auto tryOne = [&](PrimOp op, const std::vector<ir::Literal>& operands,
                          ir::TypeKind result) {
    Builder b;
    const auto type = [](ir::TypeKind kind) {
      const std::vector<ir::TypeKind> order = {Int, Word, Double, Char, Bool};
      return TypeId{static_cast<std::uint32_t>(std::ranges::find(order, kind) - order.begin())};
    };
    std::vector<std::pair<std::string, TypeId>> parameters;
    for (const ir::Literal& operand : operands) parameters.push_back({"x", type(operand.kind)});
    const std::optional<ir::Literal> expected = ir::evaluate(op, operands, result);
    for (const bool literals : {false, true}) {
      const FunId f =
          b.declare("f" + std::to_string(b.program.functions.size()), parameters, {type(result)});
      Body body = b.body(f);
      std::vector<Atom> atoms;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        const bool literal = literals && i + 1 == operands.size();
        atoms.push_back(literal ? Atom(operands[i]) : Atom(b.parameter(f, i)));
      }
      const VarId r = body.primitive("r", type(result), op, atoms);
      b.define(f, body.results({r}));
    }
    ir::require(b.program, "building");
    Machine machine(b.program);
    std::vector<Value> arguments;
    for (const ir::Literal& operand : operands) arguments.push_back(Value{operand.bits});
    for (std::uint32_t f = 0; f < 2; ++f) {
      const Outcome outcome = machine.call(FunId{f}, arguments);
      ++tried;
      if (expected) {
        ASSERT_TRUE(outcome.ok()) << ir::info(op).name;
        EXPECT_EQ(outcome.values[0].bits, expected->bits) << ir::info(op).name;
      } else {
        EXPECT_EQ(outcome.message, ir::errorMessage(op, operands)) << ir::info(op).name;
      }
    }
  };
  for (const PrimOp op : ir::allPrimitives()) {
    for (const auto& [first, values] : samples) {
      for (const std::uint64_t a : values) {
        if (ir::info(op).arity == 1) {
          for (const ir::TypeKind result : ir::resultKinds(op, std::vector{first})) {
            if (result != Float && result != Integer) tryOne(op, {{first, a}}, result);
          }
          continue;
        }
        for (const auto& [second, others] : samples) {
          for (const ir::TypeKind result : ir::resultKinds(op, std::vector{first, second})) {
            for (const std::uint64_t c : others) tryOne(op, {{first, a}, {second, c}}, result);
          }
        }
      }
    }
  }
  EXPECT_GT(tried, 1000U);
}

// Code with many live variables, branches that are joined, and values that outlive calls.
TEST(Evaluate, RegistersSurviveCallsAndBranches) {
  Builder b;
  const FunId twice = b.declare("twice", {{"x", b.intType}}, {b.intType});
  Body t = b.body(twice);
  const VarId d =
      t.primitive("d", b.intType, PrimOp::Add, {b.parameter(twice, 0), b.parameter(twice, 0)});
  b.define(twice, t.results({d}));
  const FunId f = b.declare("f", {{"x", b.intType}, {"c", b.boolType}}, {b.intType});
  Body body = b.body(f);
  std::vector<VarId> kept;
  for (int i = 0; i < 40; ++i) {
    const VarId x = body.primitive("x", b.intType, PrimOp::Add, {b.parameter(f, 0), intLiteral(i)});
    Body yes = b.body(f);
    const VarId y = yes.call("y", twice, {x});
    Body no = b.body(f);
    const VarId z = no.call("z", twice, {x});
    const VarId w = no.primitive("w", b.intType, PrimOp::Sub, {z, x});
    kept.push_back(body.bind(
        "k", b.intType, ir::Conditional{b.parameter(f, 1), yes.results({y}), no.results({w})}));
  }
  VarId sum = kept[0];
  for (std::size_t i = 1; i < kept.size(); ++i) {
    sum = body.primitive("s", b.intType, PrimOp::Add, {kept[i], sum});
  }
  b.define(f, body.results({sum}));
  ir::require(b.program, "building");
  Machine machine(b.program);
  std::int64_t expected = 0;
  for (int i = 0; i < 40; ++i) expected += 100 + i;
  EXPECT_EQ(asInt(machine.call(f, std::vector{ofInt(100), ofInt(0)})), expected);
  EXPECT_EQ(asInt(machine.call(f, std::vector{ofInt(100), ofInt(1)})), 2 * expected);
}

// A case in the middle of a block, on a value computed there.
TEST(Evaluate, CasesMayStandAnywhere) {
  ListProgram p;
  const FunId f = p.declare("headOr", {{"n", p.intType}, {"d", p.intType}}, {p.intType});
  Body body = p.body(f);
  const VarId none = body.construct("none", p.nil(p.list));
  const VarId xs = body.call("xs", p.upto, {p.parameter(f, 0), none});
  const std::vector<VarId> fields = p.fields(f, p.cons(p.list), {"x", "r"});
  Body rest = p.body(f);
  const VarId s = rest.call("s", p.sum, {fields[1]});
  const VarId h = body.bind("h", p.intType,
                            ir::Case{xs,
                                     {{p.nil(p.list), {}, Block{{}, {p.parameter(f, 1)}}},
                                      {p.cons(p.list), fields, rest.results({s})}}});
  const VarId r = body.primitive("r", p.intType, PrimOp::Mul, {h, p.parameter(f, 1)});
  p.define(f, body.results({r}));
  ir::require(p.program, "building");
  Machine machine(p.program);
  EXPECT_EQ(asInt(machine.call(f, std::vector{ofInt(0), ofInt(7)})), 49);
  EXPECT_EQ(asInt(machine.call(f, std::vector{ofInt(4), ofInt(7)})), 63);
  // `headOr` itself matches on no parameter: a match of `sum` counts, nothing else does.
  EXPECT_EQ(machine.call(f, std::vector{ofInt(0), ofInt(7)}).counts.matches, 0U);
}

TEST(Classify, FindsCyclesThroughSeveralFunctions) {
  Builder b;
  const TypeId list = b.list(b.intType);
  const FunId even = b.declare("even", {{"xs", list}}, {b.boolType});
  const FunId odd = b.declare("odd", {{"xs", list}}, {b.boolType});
  const FunId user = b.declare("user", {{"xs", list}}, {b.boolType});
  const auto define = [&](FunId f, FunId other, bool atEnd) {
    const std::vector<VarId> x = b.fields(f, b.cons(list), {"x", "r"});
    Body body = b.body(f);
    const VarId r = body.call("r", other, {x[1]});
    b.defineCase(
        f, 0,
        {{b.nil(list), {}, Block{{}, {boolLiteral(atEnd)}}}, {b.cons(list), x, body.results({r})}});
  };
  define(even, odd, true);
  define(odd, even, false);
  define(user, even, false);
  const std::vector<CallClass> classes = classify(b.program);
  EXPECT_TRUE(classes[even.value].visits());
  EXPECT_TRUE(classes[odd.value].visits());
  EXPECT_FALSE(classes[user.value].cyclic);
  EXPECT_TRUE(classes[user.value].matches);
}

TEST(Heap, ReusesItsChunksAfterClear) {
  TreeProgram p;
  Heap heap(1U << 22U);
  const auto fill = [&] {
    Value value = heap.construct(p.program, p.leaf, {});
    for (int i = 0; i < 50'000; ++i) {
      value = heap.construct(p.program, p.branch, std::vector{ofInt(i), value, value});
    }
    return value;
  };
  (void)fill();
  const std::size_t reserved = heap.reserved();
  for (int i = 0; i < 10; ++i) {
    heap.clear();
    const Value value = fill();
    EXPECT_EQ(fieldOf(p.program, p.branch, value, 0).bits, 49'999U);
  }
  EXPECT_EQ(heap.reserved(), reserved);
}

}  // namespace
}  // namespace deforest::eval
