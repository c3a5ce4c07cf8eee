#include "eval/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/checker.hpp"
#include "lists.hpp"

namespace deforest::eval {
namespace {

using ir::Block;
using ir::FunId;
using ir::intLiteral;
using ir::PrimOp;
using ir::VarId;
using ir::testing::Body;
using ir::testing::Builder;
using ir::testing::TreeProgram;
using ::testing::HasSubstr;
using testing::ListProgram;

// `name x = body x`, a root.
template <class Define>
Builder unary(const std::string& name, ir::TypeId Builder::*type, Define define) {
  Builder b;
  const FunId f = b.declare(name, {{"x", b.*type}}, {b.*type});
  Body body = b.body(f);
  const VarId result = define(b, body, b.parameter(f, 0));
  b.define(f, body.results({result}));
  b.root(f);
  ir::require(b.program, "building");
  return b;
}

TEST(Compare, AProgramEqualsItself) {
  TreeProgram p;
  const Comparison comparison = comparePrograms(p.program, p.program);
  EXPECT_TRUE(comparison.equal()) << comparison.describe();
  ASSERT_EQ(comparison.roots.size(), 1U);
  const RootReport& report = comparison.roots[0];
  EXPECT_EQ(report.root, "sumFlip");
  EXPECT_EQ(report.inputs, 200U);
  EXPECT_EQ(report.undefined, 0U);
  EXPECT_EQ(report.samples.size(), 200U);
  EXPECT_EQ(report.before(), report.after());
  EXPECT_GT(report.before().visits, 1000U);
}

// sumFlip t = sum t: equal, and half the visits.
TEST(Compare, CountsBothPrograms) {
  TreeProgram before;
  TreeProgram after;
  Body body = after.body(after.sumFlip);
  const VarId s = body.call("s", after.sum, {after.parameter(after.sumFlip, 0)});
  after.define(after.sumFlip, body.results({s}));
  const Comparison comparison = comparePrograms(before.program, after.program);
  EXPECT_TRUE(comparison.equal()) << comparison.describe();
  const RootReport& report = comparison.roots[0];
  EXPECT_EQ(report.before().visits, 2 * report.after().visits);
  EXPECT_EQ(report.after().allocations, 0U);
  for (const Sample& sample : report.samples) EXPECT_LE(sample.after.visits, sample.before.visits);
}

TEST(Compare, APlantedDifferenceIsFoundAndShrunk) {
  TreeProgram before;
  TreeProgram after;
  // sum (B x l r) = x - sum l + sum r
  auto& cases = std::get<ir::Case>(after.function(after.sum).body.bindings[0].operation);
  std::get<ir::Primitive>(cases.alternatives[1].body.bindings[2].operation).op = PrimOp::Sub;
  const Comparison comparison = comparePrograms(before.program, after.program);
  ASSERT_FALSE(comparison.equal());
  const Counterexample& example = *comparison.roots[0].counterexample;
  EXPECT_EQ(example, (Counterexample{"sumFlip", "(B 0 E (B 1 E E))", "1", "-1"}));
  EXPECT_EQ(comparison.describe(), "sumFlip (B 0 E (B 1 E E))\n  before: 1\n  after:  -1\n");
}

// A difference that needs a rare scalar deep inside: x == 77 in a list.
TEST(Compare, ShrinksScalarsAndLists) {
  ListProgram before;
  ListProgram after;
  before.program.roots = {before.sum};
  after.program.roots = {after.sum};
  auto& cases = std::get<ir::Case>(after.function(after.sum).body.bindings[0].operation);
  Block& block = cases.alternatives[1].body;
  Body body = after.body(after.sum);
  const VarId x = cases.alternatives[1].fields[0];
  const VarId large = body.primitive("large", after.boolType, PrimOp::Gt, {x, intLiteral(40)});
  const VarId r = body.bind("r", after.intType,
                            ir::Conditional{large, Block{{}, {intLiteral(0)}}, std::move(block)});
  block = body.results({r});
  ir::require(after.program, "planting");
  const Comparison comparison = comparePrograms(before.program, after.program);
  ASSERT_FALSE(comparison.equal());
  EXPECT_EQ(*comparison.roots[0].counterexample, (Counterexample{"sum", "[41]", "41", "0"}));
}

TEST(Compare, ZerosOfEitherSignDiffer) {
  const Builder before = unary("f", &Builder::doubleType, [](Builder& b, Body& body, VarId x) {
    return body.bind("y", b.doubleType, ir::Copy{{x}});
  });
  const Builder after = unary("f", &Builder::doubleType, [](Builder& b, Body& body, VarId x) {
    return body.primitive("y", b.doubleType, PrimOp::Add, {x, ir::doubleLiteral(0)});
  });
  const Comparison comparison = comparePrograms(before.program, after.program);
  ASSERT_FALSE(comparison.equal());
  EXPECT_EQ(*comparison.roots[0].counterexample, (Counterexample{"f", "(-0.0)", "-0.0", "0.0"}));
}

TEST(Compare, MoreDefinedIsFineAndLessIsNot) {
  const auto divides = [](Builder& b, Body& body, VarId x) {
    return body.primitive("y", b.intType, PrimOp::Div, {intLiteral(10), x});
  };
  const auto guards = [](Builder& b, Body& body, VarId x) {
    const VarId zero = body.primitive("zero", b.boolType, PrimOp::Eq, {x, intLiteral(0)});
    Body other = b.body(FunId{0});
    const VarId q = other.primitive("q", b.intType, PrimOp::Div, {intLiteral(10), x});
    return body.bind("y", b.intType,
                     ir::Conditional{zero, Block{{}, {intLiteral(0)}}, other.results({q})});
  };
  const Builder partial = unary("f", &Builder::intType, divides);
  const Builder total = unary("f", &Builder::intType, guards);
  const Comparison better = comparePrograms(partial.program, total.program);
  EXPECT_TRUE(better.equal()) << better.describe();
  EXPECT_EQ(better.roots[0].undefined, 1U);
  const Comparison worse = comparePrograms(total.program, partial.program);
  ASSERT_FALSE(worse.equal());
  EXPECT_EQ(*worse.roots[0].counterexample,
            (Counterexample{"f", "0", "0", "error: divide by zero"}));
}

TEST(Compare, NonTerminationIsADifference) {
  const Builder before = unary("f", &Builder::intType, [](Builder& b, Body& body, VarId x) {
    return body.bind("y", b.intType, ir::Copy{{x}});
  });
  const Builder after = unary("f", &Builder::intType, [](Builder&, Body& body, VarId x) {
    return body.call("y", FunId{0}, {x});
  });
  const Comparison comparison = comparePrograms(before.program, after.program);
  ASSERT_FALSE(comparison.equal());
  EXPECT_EQ(comparison.roots[0].counterexample->arguments, "0");
  EXPECT_THAT(comparison.roots[0].counterexample->after, HasSubstr("gave up: the limit of"));
  // The other way round anything goes.
  const Comparison other = comparePrograms(after.program, before.program);
  EXPECT_TRUE(other.equal());
  EXPECT_EQ(other.roots[0].undefined, other.roots[0].inputs);
}

TEST(Compare, MainIsRunOnce) {
  const auto program = [](std::int64_t value) {
    Builder b;
    const FunId main = b.declare("main", {}, {b.intType, b.boolType});
    b.define(main, Block{{}, {intLiteral(value), ir::boolLiteral(true)}});
    b.root(main);
    b.program.outputs = {ir::Output::Print, ir::Output::Print};
    return b.program;
  };
  const Comparison same = comparePrograms(program(3), program(3));
  EXPECT_TRUE(same.equal());
  EXPECT_EQ(same.roots[0].inputs, 1U);
  const Comparison other = comparePrograms(program(3), program(4));
  EXPECT_EQ(other.describe(), "main\n  before: (3, True)\n  after:  (4, True)\n");
}

TEST(Compare, ProgramsThatCannotBeCompared) {
  TreeProgram before;
  TreeProgram renamed;
  renamed.function(renamed.sumFlip).name = "other";
  EXPECT_EQ(comparePrograms(before.program, renamed.program).describe(), "`sumFlip` is missing\n");

  TreeProgram parameters;
  parameters.function(parameters.sumFlip)
      .parameters.push_back(parameters.function(parameters.sumFlip).fresh(parameters.intType, "n"));
  EXPECT_EQ(comparePrograms(before.program, parameters.program).describe(),
            "`sumFlip` takes other parameters\n");

  TreeProgram results;
  Body body = results.body(results.sumFlip);
  const VarId s = body.call("s", results.flip, {results.parameter(results.sumFlip, 0)});
  results.define(results.sumFlip, body.results({s}));
  results.function(results.sumFlip).resultTypes = {results.tree};
  EXPECT_EQ(comparePrograms(before.program, results.program).describe(),
            "`sumFlip` has results of other types\n");
}

TEST(Compare, UninhabitedParametersAreNoted) {
  Builder b;
  const ir::TypeId none = b.declareType("None");
  const FunId f = b.declare("f", {{"x", none}}, {b.intType});
  b.define(f, Block{{}, {intLiteral(1)}});
  b.root(f);
  const Comparison comparison = comparePrograms(b.program, b.program);
  EXPECT_TRUE(comparison.equal());
  EXPECT_EQ(comparison.roots[0].inputs, 0U);
  EXPECT_EQ(comparison.roots[0].note, "no value has type `None`");
}

// Inputs of the caller: those alone, or given ones before the others.
TEST(Compare, InputsOfTheCaller) {
  ListProgram p;
  const auto list = [&](std::uint64_t length) {
    Term term;
    for (std::uint64_t i = 0; i < length; ++i) {
      term.push_back({p.list, p.cons(p.list), 0, 1});
      term.push_back({p.intType, {}, i, 1});
    }
    term.push_back({p.list, p.nil(p.list), 0, 1});
    setSizes(p.program, term);
    return Arguments{term};
  };
  const RootReport report =
      compareFunctions(p.program, p.sum, p.program, p.sum, {list(3), list(1000)});
  ASSERT_EQ(report.samples.size(), 2U);
  EXPECT_EQ(report.samples[0].before.calls, 4U);
  EXPECT_EQ(report.samples[1].nodes, 2001U);
  const Comparison some = comparePrograms(p.program, p.program, {{p.inc, {list(2)}}});
  ASSERT_EQ(some.roots.size(), 1U);
  EXPECT_EQ(some.roots[0].root, "inc");

  CompareOptions options;
  options.inputs = 10;
  options.limits.calls = 50;
  options.given = {{p.sum, list(100), "sum [..]"}, {p.inc, list(100), "inc [..]"}};
  const RootReport given = compareFunctions(p.program, p.sum, p.program, p.sum, options);
  EXPECT_EQ(given.inputs, 11U);
  EXPECT_EQ(given.samples.at(0).before.calls, 101U);
  // Without the larger limit the input is given up.
  EXPECT_EQ(compareFunctions(p.program, p.sum, p.program, p.sum, {list(100)}, options).undefined,
            1U);
}

TEST(Compare, OnlyARootIsMissed) {
  ListProgram p;
  ListProgram q;
  q.function(q.inc).name = "other";
  EXPECT_TRUE(comparePrograms(p.program, q.program, {{p.inc, {}}}).roots.empty());
  q.function(q.sumInc).name = "another";
  EXPECT_EQ(comparePrograms(p.program, q.program, {{p.sumInc, {}}}).describe(),
            "`sumInc` is missing\n");
}

TEST(Term, OfAValueAndOfAnotherProgram) {
  TreeProgram p;
  Machine machine(p.program);
  for (const Arguments& arguments : generate(p.program, {p.tree}, {.count = 60})) {
    const Value value = build(machine.heap(), p.program, arguments[0]);
    EXPECT_EQ(termOf(p.program, p.tree, value, 1000), arguments[0]);
    EXPECT_EQ(termOf(p.program, p.tree, value, arguments[0].size() - 1), std::nullopt);
    EXPECT_EQ(translated(arguments[0], correspond(p.program, p.program)), arguments[0]);
    Builder other;
    EXPECT_EQ(translated(arguments[0], correspond(p.program, other.program)), std::nullopt);
  }
}

TEST(Compare, FunctionsOfOneProgram) {
  ListProgram p;
  // sum xs and total xs 0 differ in their parameters; sum equals itself.
  EXPECT_EQ(compareFunctions(p.program, p.sum, p.program, p.total).problem,
            "`sum` takes other parameters");
  EXPECT_TRUE(compareFunctions(p.program, p.sum, p.program, p.sum).equal());
}

}  // namespace
}  // namespace deforest::eval
