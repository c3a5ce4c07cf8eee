#include "ir/alpha.hpp"

#include <gtest/gtest.h>

#include "builder.hpp"
#include "ir/checker.hpp"
#include "ir/measure.hpp"
#include "support/check.hpp"

namespace deforest::ir {
namespace {

using testing::Body;
using testing::TreeProgram;

// The same function with its variables in another order and under other names.
Function disguised(const Function& function) {
  Function other = function;
  other.variables.clear();
  other.body = {};
  other.name = "disguised";
  other.fresh(TypeId{0}, "unused");
  Substitution substitution;
  for (VarId& parameter : other.parameters) {
    const VarId original = parameter;
    parameter = other.fresh(function.variables[original.value].type, "p");
    substitution.set(original, parameter);
  }
  other.body = freshCopy(function.body, substitution, function, other);
  for (Variable& variable : other.variables) variable.name = "x";
  return other;
}

TEST(Alpha, RenumberingIsCanonical) {
  TreeProgram p;
  Function a = p.function(p.flip);
  Function b = disguised(a);
  b.name = a.name;
  EXPECT_NE(a, b);
  renumber(a);
  renumber(b);
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.variables.size(), 9U);  // t, r, e, x, l, r, r1, l1, b
}

// match t { Leaf x -> sum (flip t); Node x l r -> sum (flip t) }, the calls under other names
TEST(Alpha, BlocksOfAFunctionAreEqualUpToWhatTheyBind) {
  TreeProgram p;
  Function f = p.function(p.flip);
  auto& match = std::get<Case>(f.body.bindings[0].operation);
  const TypeId tree = f.variables[f.parameters[0].value].type;
  const auto flipped = [&](const Atom& of, Position position) {
    const VarId once = f.fresh(tree, "once");
    const VarId twice = f.fresh(tree, "twice");
    return Block{{Binding{{once}, Call{p.flip, {of}}, position},
                  Binding{{twice}, Call{p.flip, {Atom(once)}}, position}},
                 {Atom(twice)}};
  };
  const Atom whole = f.parameters[0];
  const Position there{3, 5};
  const Position elsewhere{4, 5};
  const Block a = flipped(whole, there);
  const Block b = flipped(whole, there);
  const Block moved = flipped(whole, elsewhere);
  const Block ofPart = flipped(Atom(match.alternatives[1].fields[1]), there);
  BlockEquality equal(f);
  EXPECT_TRUE(equal(a, b));
  EXPECT_TRUE(equal(b, a));
  EXPECT_FALSE(equal(a, moved));
  EXPECT_FALSE(equal(a, ofPart));
  // What was bound in a comparison stands for itself in the next.
  const Block inner{{}, {a.bindings[0].results[0]}};
  EXPECT_TRUE(equal(inner, inner));
}

TEST(Alpha, RenumberingKeepsTheProgramWellFormed) {
  TreeProgram p;
  Program before = p.program;
  renumber(p.program);
  EXPECT_TRUE(check(p.program).empty());
  EXPECT_TRUE(alphaEquivalent(before, p.program));
  EXPECT_EQ(p.function(p.flip).parameters[0], VarId{0});
}

TEST(Alpha, EquivalenceIgnoresNamesAndNumbersOnly) {
  TreeProgram p;
  const Function& flip = p.function(p.flip);
  const Function same = disguised(flip);
  EXPECT_TRUE(alphaEquivalent(flip, same));
  EXPECT_EQ(alphaHash(flip), alphaHash(same));
  EXPECT_FALSE(alphaEquivalent(flip, p.function(p.sum)));
  EXPECT_NE(alphaHash(flip), alphaHash(p.function(p.sum)));

  Function swapped = same;
  auto& bindings = std::get<Case>(swapped.body.bindings[0].operation).alternatives[1].body.bindings;
  std::swap(std::get<Construct>(bindings[2].operation).fields[1],
            std::get<Construct>(bindings[2].operation).fields[2]);
  EXPECT_FALSE(alphaEquivalent(flip, swapped));
  EXPECT_NE(alphaHash(flip), alphaHash(swapped));
}

TEST(Alpha, ForeignCallsAreEqualIfTheirNamesAndArgumentsAre) {
  const auto called = [](const std::string& name, std::int64_t argument) {
    TreeProgram p;
    Function& function = p.function(p.flip);
    const VarId result = function.fresh(p.tree, "x");
    function.body = {{{{result}, Foreign{name, {intLiteral(argument)}}, {}}}, {result}};
    return function;
  };
  EXPECT_TRUE(alphaEquivalent(called("f", 1), called("f", 1)));
  EXPECT_FALSE(alphaEquivalent(called("f", 1), called("g", 1)));
  EXPECT_FALSE(alphaEquivalent(called("f", 1), called("f", 2)));
  EXPECT_EQ(alphaHash(called("f", 1)), alphaHash(called("f", 1)));
  EXPECT_NE(alphaHash(called("f", 1)), alphaHash(called("g", 1)));
}

TEST(Alpha, EquivalenceMayIdentifyCallees) {
  TreeProgram p;
  Function other = p.function(p.flip);
  auto& bindings = std::get<Case>(other.body.bindings[0].operation).alternatives[1].body.bindings;
  std::get<Call>(bindings[0].operation).callee = p.sumFlip;
  EXPECT_FALSE(alphaEquivalent(p.function(p.flip), other));
  EXPECT_TRUE(alphaEquivalent(p.function(p.flip), other, [](FunId, FunId) { return true; }));
  EXPECT_NE(alphaHash(p.function(p.flip)), alphaHash(other));
  const auto anyCallee = [](FunId) { return std::uint64_t{0}; };
  EXPECT_EQ(alphaHash(p.function(p.flip), anyCallee), alphaHash(other, anyCallee));
}

TEST(Alpha, SubstitutionReplacesUses) {
  TreeProgram p;
  Function& function = p.function(p.sumFlip);
  const VarId other = function.fresh(p.tree, "other");
  Substitution substitution;
  substitution.set(p.parameter(p.sumFlip, 0), other);
  substitute(function.body, substitution);
  EXPECT_EQ(std::get<Call>(function.body.bindings[0].operation).arguments[0], Atom(other));
  EXPECT_EQ(substitution.find(VarId{77}), nullptr);
  EXPECT_EQ(substitution(intLiteral(3)), Atom(intLiteral(3)));
}

TEST(Alpha, InstantiatesABodyIntoAnotherFunction) {
  TreeProgram p;
  Function& target = p.function(p.sumFlip);
  const Atom argument = p.parameter(p.sumFlip, 0);
  Block inlined = instantiate(p.function(p.flip), std::vector{argument}, target);
  std::vector<Binding> bindings;
  splice(bindings, std::move(inlined), target.body.bindings[0].results);
  bindings.push_back(target.body.bindings[1]);
  target.body.bindings = std::move(bindings);
  EXPECT_TRUE(check(p.program).empty());
  EXPECT_EQ(size(target), 8U);
  // Names go along.
  EXPECT_EQ(target.variables.back().name, "b");
}

TEST(Alpha, InstantiatesTheAlternativeTakenAlone) {
  TreeProgram p;
  const Function& sum = p.function(p.sum);
  const auto& match = std::get<Case>(sum.body.bindings[0].operation);
  const Alternative& taken = match.alternatives[1];
  Function target;
  const VarId tree = target.fresh(p.tree, "t");
  std::vector<Atom> fields;
  for (const VarId field : taken.fields) {
    fields.emplace_back(target.fresh(sum.variables[field.value].type, "field"));
  }
  const std::size_t before = target.variables.size();
  const Block body = instantiate(sum, std::vector<Atom>{tree}, taken, fields, target);
  EXPECT_EQ(body.bindings.size(), taken.body.bindings.size());
  EXPECT_EQ(body.results.size(), sum.body.results.size());
  // What the other alternatives bind is not there.
  EXPECT_EQ(target.variables.size(), before + taken.body.bindings.size());
  EXPECT_EQ(std::get<Call>(body.bindings[0].operation).arguments[0], fields[1]);
}

TEST(Alpha, InstantiatesAFunctionIntoItself) {
  TreeProgram p;
  Function& sum = p.function(p.sum);
  const std::size_t variables = sum.variables.size();
  auto& alternative = std::get<Case>(sum.body.bindings[0].operation).alternatives[1];
  Block inlined = instantiate(sum, std::vector<Atom>{alternative.fields[1]}, sum);
  std::vector<Binding> bindings;
  splice(bindings, std::move(inlined), alternative.body.bindings[0].results);
  for (std::size_t i = 1; i < alternative.body.bindings.size(); ++i) {
    bindings.push_back(alternative.body.bindings[i]);
  }
  alternative.body.bindings = std::move(bindings);
  EXPECT_TRUE(check(p.program).empty());
  EXPECT_EQ(sum.variables.size(), 2 * variables - 1);
}

TEST(Alpha, FreeVariablesNeedASubstitute) {
  TreeProgram p;
  Substitution none;
  EXPECT_THROW(
      (void)freshCopy(p.function(p.flip).body, none, p.function(p.flip), p.function(p.sum)),
      support::InternalError);
}

TEST(Measure, CountsBindingsAndFunctions) {
  TreeProgram p;
  EXPECT_EQ(size(p.function(p.sumFlip)), 3U);
  EXPECT_EQ(size(p.function(p.flip)), 6U);
  EXPECT_EQ(size(p.program), 3U + 6U + 6U);
}

TEST(Measure, ReachabilityStartsAtTheRoots) {
  TreeProgram p;
  EXPECT_EQ(reachable(p.program), (std::vector<bool>{true, true, true}));
  p.program.roots = {p.sum};
  EXPECT_EQ(reachable(p.program), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(callees(p.function(p.sumFlip).body), (std::vector<FunId>{p.flip, p.sum}));
}

}  // namespace
}  // namespace deforest::ir
