#include "eval/inputs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "../ir/builder.hpp"
#include "sources.hpp"

namespace deforest::eval {
namespace {

using ir::testing::TreeProgram;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// The paths of a function as text, holes as underscores.
std::vector<std::string> shownPaths(const ir::Program& program, const std::string& name) {
  std::vector<std::string> result;
  for (const Path& path : pathsOf(program, program.find(name).value())) {
    std::string& text = result.emplace_back();
    for (const Pattern& pattern : path) {
      for (const PatternNode& node : pattern) {
        if (!text.empty()) text += ' ';
        if (node.hole) {
          text += '_';
        } else if (node.ctor.valid()) {
          text += program.constructor(node.ctor).name;
        } else if (program.type(node.type).kind == ir::TypeKind::Char) {
          text += static_cast<char>(node.bits);
        } else {
          text += std::to_string(static_cast<std::int64_t>(node.bits));
        }
      }
    }
  }
  return result;
}

struct Subject {
  Subject(const std::string& source, const std::string& root)
      : program(testing::parsed(source)), function(program.find(root).value()) {}

  [[nodiscard]] std::string shown(const Arguments& arguments) const {
    return showTerms(program, arguments);
  }

  ir::Program program;
  ir::FunId function;
  Vocabulary vocabulary = vocabularyOf(program);
  Inputs inputs{program, vocabulary, function, 1};
};

TEST(Patterns, LiteralsAndStringsThatLeadSomewhere) {
  EXPECT_THAT(shownPaths(testing::parsed(testing::rare), "rare"),
              Contains(StartsWith("20261121 ")));
  EXPECT_THAT(shownPaths(testing::parsed(testing::partial), "part"),
              Contains(StartsWith(": s : e : c : r : e : t [] ")));
}

TEST(Patterns, EveryCaseHasAPath) {
  const std::vector<std::string> paths = shownPaths(testing::parsed(testing::tenCases), "pick");
  for (const char* literal :
       {"17", "101", "202", "3003", "-404", "55555", "606", "7070", "80", "99999"}) {
    EXPECT_THAT(paths, Contains(StartsWith(std::string(literal) + " "))) << literal;
  }
}

TEST(Patterns, ConditionsOfSeveralParts) {
  const ir::Program program = testing::parsed(
      "f :: Int -> Char -> String -> Int\n"
      "f x c s = if x > 100 && not (c /= 'q') then 1 else if s == \"ab\" || x < 5 then 2 else 3\n");
  EXPECT_THAT(shownPaths(program, "f"),
              ::testing::AllOf(Contains(StartsWith("101 q ")), Contains(HasSubstr(": a : b []"))));
}

// `num n k` counts down: its numbers are to be small, or large.
TEST(Patterns, AComparisonLeavesRoom) {
  const Subject s(testing::partial, "part");
  std::set<std::uint64_t> sizes;
  for (std::size_t i = 0; i < s.inputs.paths(); ++i) {
    for (std::uint64_t k = 0; k < 4; ++k) sizes.insert(s.inputs.along(i, k, 300)[1][0].bits);
  }
  EXPECT_GT(sizes.size(), 10U);
}

// A path through recursion is found a few times only, and that ends.
TEST(Patterns, RecursionEnds) {
  const ir::Program program = testing::parsed(
      "f :: [Int] -> Int -> Int\n"
      "f [] n = if n == 77 then f [] (n + 1) else f [n] n\n"
      "f (x : xs) n = f xs (n + x) + f xs n\n");
  EXPECT_LE(shownPaths(program, "f").size(), 128U);
}

TEST(Patterns, TheVocabularyHasLiteralsTheirNeighboursAndPatterns) {
  const ir::Program program = testing::parsed(testing::rare);
  const Vocabulary vocabulary = vocabularyOf(program);
  EXPECT_THAT(vocabulary.of(ir::TypeKind::Int), ElementsAre(20261121, 20261122, 20261120));
  const ir::TypeId tree = program.function(program.find("g").value()).variables[0].type;
  EXPECT_FALSE(vocabulary.patterns[tree.value].empty());
}

TEST(Inputs, AreTheSameEveryTime) {
  const Subject a(testing::rare, "good");
  const Subject b(testing::rare, "good");
  const Inputs other(a.program, a.vocabulary, a.function, 2);
  std::size_t different = 0;
  for (std::uint64_t i = 0; i < 50; ++i) {
    EXPECT_EQ(a.inputs.at(i, 100), b.inputs.at(i, 100));
    if (a.inputs.at(i, 100) != other.at(i, 100)) ++different;
    EXPECT_EQ(a.inputs.changed(a.inputs.at(i, 20), i), b.inputs.changed(b.inputs.at(i, 20), i));
  }
  EXPECT_GT(different, 40U);
  EXPECT_EQ(a.inputs.sizes(100), b.inputs.sizes(100));
}

// The same values on every machine: the generator must not depend on the library.
TEST(Inputs, AreTheSameEverywhere) {
  const Subject s(testing::rare, "good");
  EXPECT_EQ(s.shown(s.inputs.at(2, 13)), "(B 23 L (B 25 L (B 26 L (B 28 L L))))");
  EXPECT_EQ(s.shown(s.inputs.at(8, 9)), "(B 19 L (B 19 L L))");
}

// Nodes on the longest way down a tree, leaves excluded.
std::size_t height(const ir::Program& program, const Term& term) {
  std::vector<std::size_t> heights(term.size());
  for (std::size_t i = term.size(); i-- > 0;) {
    if (!term[i].ctor.valid() || program.constructor(term[i].ctor).fields.empty()) continue;
    for (const std::size_t child : childrenOf(term, i)) {
      heights[i] = std::max(heights[i], heights[child] + 1);
    }
  }
  return heights[0];
}

TEST(Inputs, TreesOfAllShapes) {
  const Subject s(testing::rare, "good");
  const auto tree = [&](Shape shape) { return s.inputs.at(5, 1500, shape, Numbers::Usual)[0]; };
  for (std::size_t i = 0; i < shapes; ++i) {
    const Term term = tree(static_cast<Shape>(i));
    EXPECT_EQ(term[0].size, term.size());
    if (static_cast<Shape>(i) == Shape::Random) continue;
    EXPECT_GT(term.size(), 1000U) << i;
    EXPECT_LT(term.size(), 2500U) << i;
  }
  for (const Shape shape : {Shape::Left, Shape::Right, Shape::Deep}) {
    EXPECT_GT(height(s.program, tree(shape)), 300U);
  }
  EXPECT_LT(height(s.program, tree(Shape::Balanced)), 15U);
  // The first node with two children continues on one side only.
  const Term left = tree(Shape::Left);
  EXPECT_GT(left[childrenOf(left, 0)[1]].size, left[childrenOf(left, 0)[2]].size);
  const Term right = tree(Shape::Right);
  EXPECT_LT(right[childrenOf(right, 0)[1]].size, right[childrenOf(right, 0)[2]].size);
}

TEST(Inputs, ListsOfListsAreWide) {
  const Subject s("f :: [[Int]] -> Int\nf [] = 0\nf (x : xs) = 1 + f xs\n", "f");
  const Term term = s.inputs.at(0, 900, Shape::Wide, Numbers::Usual)[0];
  std::size_t length = 0;
  for (std::size_t at = 0; term[at].size > 1; at = childrenOf(term, at)[1]) ++length;
  EXPECT_GT(length, 15U);
  EXPECT_LT(length, 60U);
}

TEST(Inputs, NumbersInOrderEqualAndLarge) {
  const Subject s("f :: [Int] -> Int\nf [] = 0\nf (x : xs) = x + f xs\n", "f");
  const auto numbers = [&](Numbers how) {
    std::vector<std::int64_t> result;
    const Term term = s.inputs.at(3, 200, Shape::Right, how)[0];
    for (const TermNode& node : term) {
      if (!node.ctor.valid()) result.push_back(static_cast<std::int64_t>(node.bits));
    }
    return result;
  };
  EXPECT_GT(numbers(Numbers::Ascending).size(), 50U);
  EXPECT_TRUE(std::ranges::is_sorted(numbers(Numbers::Ascending)));
  EXPECT_TRUE(std::ranges::is_sorted(numbers(Numbers::Descending), std::ranges::greater()));
  const std::vector<std::int64_t> equal = numbers(Numbers::Equal);
  EXPECT_EQ(std::ranges::count(equal, equal.front()), std::ssize(equal));
  std::vector<std::int64_t> distinct = numbers(Numbers::Distinct);
  std::ranges::sort(distinct);
  EXPECT_EQ(std::ranges::adjacent_find(distinct), distinct.end());
  EXPECT_GT(std::ranges::max(numbers(Numbers::Large)), 1'000'000'000);
}

// `good` takes trees of nodes with a number and two subtrees.
TEST(Inputs, TreesWithNumbersInOrderAreSearchTrees) {
  const Subject s(testing::rare, "good");
  const auto inOrder = [&](const Term& term) {
    std::vector<std::int64_t> numbers;
    const auto visit = [&](const auto& self, std::size_t at) -> void {
      const std::vector<std::size_t> children = childrenOf(term, at);
      if (children.empty()) return;
      self(self, children[1]);
      numbers.push_back(static_cast<std::int64_t>(term[children[0]].bits));
      self(self, children[2]);
    };
    visit(visit, 0);
    return numbers;
  };
  for (std::size_t i = 0; i < shapes; ++i) {
    const auto numbers = [&](Numbers how) {
      return inOrder(s.inputs.at(3, 200, static_cast<Shape>(i), how)[0]);
    };
    EXPECT_TRUE(std::ranges::is_sorted(numbers(Numbers::Ascending)));
    EXPECT_TRUE(std::ranges::is_sorted(numbers(Numbers::Descending), std::ranges::greater()));
  }
}

TEST(Inputs, AParameterMayBeASize) {
  const Subject s("program :: Int -> Int\nprogram n = if n <= 0 then 0 else program (n - 1)\n",
                  "program");
  std::vector<std::string> texts;
  for (const Arguments& arguments : s.inputs.sizes(40)) texts.push_back(s.shown(arguments));
  EXPECT_THAT(texts, ElementsAre("0", "1", "2", "3", "5", "8", "13", "21", "34"));
}

TEST(Inputs, PathsAreFilled) {
  const Subject s(testing::partial, "part");
  ASSERT_GT(s.inputs.paths(), 0U);
  for (std::size_t i = 0; i < s.inputs.paths(); ++i) {
    for (const std::size_t magnitude : {1, 30, 500}) {
      EXPECT_THAT(s.shown(s.inputs.along(i, 1, magnitude)), StartsWith("\"secret\" "));
    }
  }
}

TEST(Inputs, WhatTheProgramMentionsIsMixedIn) {
  const Subject s(testing::tenCases, "pick");
  std::size_t seen = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    if (static_cast<std::int64_t>(s.inputs.at(i, 10)[0][0].bits) == 55555) ++seen;
  }
  EXPECT_GT(seen, 0U);
}

TEST(Inputs, ChangedOnesAreWellFormed) {
  TreeProgram p;
  const Subject s(testing::rare, "good");
  Arguments arguments = s.inputs.at(1, 60);
  for (std::uint64_t i = 0; i < 200; ++i) {
    arguments = s.inputs.changed(arguments, i);
    for (const TermNode& node : arguments[0]) {
      if (node.ctor.valid()) {
        EXPECT_EQ(s.program.constructor(node.ctor).type, node.type);
      }
    }
    EXPECT_FALSE(s.shown(arguments).empty());
  }
}

// The patterns of `f` and `g` each hold values that may begin as those of the other.
TEST(Inputs, PatternsWithinPatternsEnd) {
  const Subject subject(R"(
data T = A | B U T
data U = C Int T
f :: T -> Int
f A = 0
f (B (C _ (B (C _ _) (B _ _))) (B (C 1 _) (B u _))) = g u
f (B u t) = g u + f t
g :: U -> Int
g (C 7 (B (C 5 t) (B v s))) = f t + f s + g v
g (C _ t) = f t
)",
                        "f");
  const Vocabulary vocabulary = vocabularyOf(subject.program);
  const Inputs inputs(subject.program, vocabulary, subject.function, 1);
  for (const std::size_t magnitude : {10, 300}) {
    for (std::uint64_t number = 0; number < 200; ++number) {
      EXPECT_LT(inputs.at(number, magnitude).front().size(), 20 * magnitude + 1000);
    }
  }
}

TEST(Inputs, NoInputForATypeWithoutValues) {
  const Subject s("data S = S Int S\nf :: S -> Int\nf (S n s) = n\n", "f");
  EXPECT_FALSE(s.inputs.any());
  EXPECT_TRUE(s.inputs.smallest(5).empty());
  EXPECT_TRUE(s.inputs.sizes(5).empty());
}

}  // namespace
}  // namespace deforest::eval
