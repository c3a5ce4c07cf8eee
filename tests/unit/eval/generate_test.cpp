#include "eval/generate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "../ir/builder.hpp"
#include "eval/enumerate.hpp"
#include "eval/equal.hpp"

namespace deforest::eval {
namespace {

using ir::CtorId;
using ir::TypeId;
using ir::testing::Builder;
using ir::testing::TreeProgram;
using ::testing::ElementsAre;

std::vector<std::string> texts(const ir::Program& program, const std::vector<Arguments>& inputs) {
  std::vector<std::string> result;
  for (const Arguments& arguments : inputs) result.push_back(showTerms(program, arguments));
  return result;
}

// Every node's constructor belongs to its type, and sizes add up.
void expectWellTyped(const ir::Program& program, const Term& term, TypeId type) {
  ASSERT_FALSE(term.empty());
  EXPECT_EQ(term[0].type, type);
  EXPECT_EQ(term[0].size, term.size());
  for (std::size_t i = 0; i < term.size(); ++i) {
    const TermNode& node = term[i];
    if (!node.ctor.valid()) {
      EXPECT_NE(program.type(node.type).kind, ir::TypeKind::Data);
      EXPECT_EQ(node.size, 1U);
      continue;
    }
    const ir::Constructor& constructor = program.constructor(node.ctor);
    EXPECT_EQ(constructor.type, node.type);
    const std::vector<std::size_t> children = childrenOf(term, i);
    ASSERT_EQ(children.size(), constructor.fields.size());
    for (std::size_t k = 0; k < children.size(); ++k) {
      EXPECT_EQ(term[children[k]].type, constructor.fields[k].type);
    }
  }
}

TEST(Generate, TheSmallestValuesComeFirst) {
  TreeProgram p;
  std::vector<Arguments> inputs = generate(p.program, {p.tree}, {.count = 20});
  ASSERT_EQ(inputs.size(), 20U);
  inputs.resize(6);
  EXPECT_THAT(texts(p.program, inputs),
              ElementsAre("E", "(B 0 E E)", "(B 1 E E)", "(B 0 E (B 0 E E))", "(B 0 (B 0 E E) E)",
                          "(B (-1) E E)"));
}

TEST(Generate, InputsAreDifferentWellTypedAndGrow) {
  TreeProgram p;
  const TypeId list = p.list(p.tree);
  const std::vector<Arguments> inputs = generate(p.program, {p.tree, list}, {.count = 300});
  EXPECT_EQ(inputs.size(), 300U);
  std::set<std::string> different;
  std::size_t largest = 0;
  for (const Arguments& arguments : inputs) {
    ASSERT_EQ(arguments.size(), 2U);
    expectWellTyped(p.program, arguments[0], p.tree);
    expectWellTyped(p.program, arguments[1], list);
    different.insert(showTerms(p.program, arguments));
    largest = std::max(largest, arguments[0].size() + arguments[1].size());
  }
  EXPECT_EQ(different.size(), inputs.size());
  EXPECT_GT(largest, 40U);
  EXPECT_LT(largest, 80U);
}

TEST(Generate, TheSeedDeterminesTheInputs) {
  TreeProgram p;
  const auto inputs = [&](std::uint64_t seed) {
    return generate(p.program, {p.tree}, {.count = 100, .seed = seed});
  };
  EXPECT_EQ(inputs(1), inputs(1));
  EXPECT_NE(inputs(1), inputs(2));
}

TEST(Generate, FiniteTypesAreExhausted) {
  Builder b;
  EXPECT_THAT(texts(b.program, generate(b.program, {b.boolType})), ElementsAre("False", "True"));
  EXPECT_EQ(generate(b.program, {b.boolType, b.boolType}).size(), 4U);
  EXPECT_EQ(generate(b.program, {}), std::vector<Arguments>{Arguments{}});
}

// data Even = Zero | Odd Odd; data Odd = Odd Even: heights are found across types.
TEST(Generate, MutuallyRecursiveTypes) {
  Builder b;
  const TypeId even = b.declareType("Even");
  const TypeId odd = b.declareType("Odd");
  b.constructor(even, "FromOdd", {odd});
  b.constructor(even, "Zero");
  b.constructor(odd, "FromEven", {even});
  EXPECT_EQ(showTerm(b.program, smallestTerm(b.program, odd).value()), "(FromEven Zero)");
  EXPECT_EQ(smallestSizes(b.program)[odd.value], 2U);
  const auto inputs = generate(b.program, {odd}, {.count = 20});
  EXPECT_GE(inputs.size(), 15U);
  for (const Arguments& arguments : inputs) expectWellTyped(b.program, arguments[0], odd);
}

// data Rose = Rose Int [Rose]: the recursion goes through a list.
TEST(Generate, RecursionThroughLists) {
  Builder b;
  const TypeId rose = b.declareType("Rose");
  const TypeId roses = b.list(rose);
  b.constructor(rose, "Rose", {b.intType, roses});
  EXPECT_EQ(showTerm(b.program, smallestTerm(b.program, rose).value()), "(Rose 0 [])");
  const auto inputs = generate(b.program, {rose}, {.count = 100});
  EXPECT_EQ(inputs.size(), 100U);
}

TEST(Generate, UninhabitedTypes) {
  Builder b;
  const TypeId stream = b.declareType("Stream");
  b.constructor(stream, "More", {b.intType, stream});
  const TypeId none = b.declareType("None");
  const TypeId either = b.declareType("Choice");
  b.constructor(either, "Bad", {stream});
  b.constructor(either, "Good", {b.boolType});
  EXPECT_EQ(smallestSizes(b.program)[stream.value], std::nullopt);
  EXPECT_EQ(smallestTerm(b.program, none), std::nullopt);
  EXPECT_TRUE(generate(b.program, {b.intType, stream}).empty());
  EXPECT_THAT(texts(b.program, generate(b.program, {either})),
              ElementsAre("(Good False)", "(Good True)"));
}

TEST(Generate, DoublesIncludeSpecialOnes) {
  Builder b;
  std::set<std::string> seen;
  for (const std::string& text :
       texts(b.program, generate(b.program, {b.doubleType}, {.count = 400}))) {
    seen.insert(text);
  }
  for (const char* special : {"0.0", "(-0.0)", "(0/0)", "(1/0)", "(-1/0)", "0.1"}) {
    EXPECT_TRUE(seen.contains(special)) << special;
  }
}

TEST(Enumerate, CountsAndFetchesByRank) {
  TreeProgram p;
  const Enumeration all(p.program, {p.tree}, 8);
  EXPECT_EQ(all.count(0), 0U);
  EXPECT_EQ(all.count(1), 1U);  // E
  EXPECT_EQ(all.count(3), 1U);  // B 0 E E
  EXPECT_EQ(all.count(4), 1U);  // B 1 E E
  EXPECT_EQ(all.count(5), 3U);  // B -1 E E, B 0 (B 0 E E) E, B 0 E (B 0 E E)
  std::set<std::string> different;
  for (std::uint64_t rank = 0; rank < all.count(8); ++rank) {
    different.insert(showTerms(p.program, all.at(8, rank)));
  }
  EXPECT_EQ(different.size(), all.count(8));
}

TEST(Term, SubtermsAreReplaced) {
  TreeProgram p;
  const Term leaf = {{p.tree, p.leaf, 0, 1}};
  const Term small = {{p.tree, p.branch, 0, 4}, {p.intType, {}, 5, 1}, leaf[0], leaf[0]};
  Term nested = withSubterm(small, 3, small);
  EXPECT_EQ(showTerm(p.program, nested), "(B 5 E (B 5 E E))");
  nested = withSubterm(nested, 2, small);
  EXPECT_EQ(showTerm(p.program, nested), "(B 5 (B 5 E E) (B 5 E E))");
  expectWellTyped(p.program, nested, p.tree);
  EXPECT_EQ(subterm(nested, 6), small);
  EXPECT_EQ(showTerm(p.program, withSubterm(nested, 2, leaf)), "(B 5 E (B 5 E E))");
}

TEST(Term, TypesCorrespondByName) {
  TreeProgram p;
  Builder other;
  const TypeId list = other.list(other.intType);
  const TypeId tree = other.declareType("Tree");
  const CtorId leaf = other.constructor(tree, "E");
  const CtorId branch = other.constructor(tree, "B", {other.intType, tree, tree});
  const Correspondence same = correspond(p.program, other.program);
  EXPECT_EQ(same.types[p.tree.value], tree);
  EXPECT_EQ(same.constructors[p.branch.value], branch);
  EXPECT_EQ(same.constructors[p.leaf.value], leaf);
  EXPECT_NE(tree, p.tree);
  // A type whose fields differ has no counterpart, and neither has one that contains it.
  other.program.constructors[branch.value].fields[0].type = other.boolType;
  EXPECT_FALSE(correspond(p.program, other.program).types[p.tree.value].valid());
  other.program.types[list.value].name = "List";
  EXPECT_TRUE(correspond(p.program, other.program).types[p.intType.value].valid());
}

TEST(Equal, ComparesBitForBitButNans) {
  Builder b;
  const TypeId pair = b.tuple({b.doubleType, b.intType});
  const CtorId ctor = b.program.type(pair).constructors[0];
  const Correspondence same = correspond(b.program, b.program);
  Heap heap(1U << 20U);
  const auto equal = [&](double x, double y) {
    const auto make = [&](double each) {
      return heap.construct(b.program, ctor,
                            std::vector{Value{std::bit_cast<std::uint64_t>(each)}, Value{3}});
    };
    return equalValues(b.program, b.program, same, pair, make(x), make(y));
  };
  EXPECT_TRUE(equal(1.5, 1.5));
  EXPECT_FALSE(equal(0.0, -0.0));
  EXPECT_TRUE(equal(std::nan("1"), -std::nan("2")));
}

// Two towers of shared pairs, whose unfoldings have 2^60 nodes.
TEST(Equal, SharingTakesNoTime) {
  TreeProgram p;
  const Correspondence same = correspond(p.program, p.program);
  Heap heap(1U << 20U);
  const auto tower = [&](std::uint64_t bottom) {
    const Value leaf = heap.construct(p.program, p.leaf, {});
    Value value = heap.construct(p.program, p.branch, std::vector{Value{bottom}, leaf, leaf});
    for (int i = 0; i < 60; ++i) {
      value = heap.construct(p.program, p.branch, std::vector{Value{1}, value, value});
    }
    return value;
  };
  EXPECT_TRUE(equalValues(p.program, p.program, same, p.tree, tower(5), tower(5)));
  EXPECT_FALSE(equalValues(p.program, p.program, same, p.tree, tower(5), tower(6)));
}

}  // namespace
}  // namespace deforest::eval
