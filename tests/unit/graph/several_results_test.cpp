// Which of several results are evaluated together, and which are values anyway.
#include "graph/several_results.hpp"

#include <gtest/gtest.h>

#include "text/parse.hpp"

namespace deforest::graph {
namespace {

ir::Program parsed(const std::string& source) {
  text::ParseOptions options;
  options.lazy = true;
  auto program =
      text::parse("module M (f) where\ndata T = L | N T Int T\n" + source, "test.hs", options);
  EXPECT_TRUE(static_cast<bool>(program));
  return program ? std::move(*program) : ir::Program{};
}

ResultFacts factsOf(const ir::Program& program, const std::string& function) {
  const SeveralResults several(program, demandsOf(program));
  return several.of(*program.find(function));
}

using Which = std::vector<bool>;

const std::string both =
    "g :: T -> (# Int, Int #)\n"
    "g t = case t of\n"
    "  L -> (# 0, 0 #)\n"
    "  N l x r -> let (# s, n #) = g l\n"
    "                 (# s2, n2 #) = g r\n"
    "             in (# s + x + s2, n + 1 + n2 #)\n";

TEST(SeveralResults, AreWantedIfTheCallerEvaluatesAll) {
  const auto program = parsed("f :: T -> Int\nf t = let (# s, n #) = g t in s * n\n" + both);
  EXPECT_EQ(factsOf(program, "g").wanted, (Which{true, true}));
}

TEST(SeveralResults, AreNotWantedIfACellKeepsThem) {
  const auto program = parsed("f :: T -> [Int]\nf t = let (# s, n #) = g t in [s, n]\n" + both);
  EXPECT_EQ(factsOf(program, "g").wanted, (Which{false, false}));
}

TEST(SeveralResults, AreNotWantedIfOneCallMayIgnoreThem) {
  const auto program = parsed(
      "f :: T -> Int\nf t = let (# s, n #) = g t in s + n + h t\n"
      "h :: T -> Int\nh t = let (# s, n #) = g t in if s > 0 then n else s\n" +
      both);
  EXPECT_EQ(factsOf(program, "g").wanted, (Which{true, false}));
}

// The number of elements is there as soon as their sum; the sum could fail with an element.
TEST(SeveralResults, AreReadyIfTheyAreCheap) {
  const auto program =
      parsed("f :: T -> [Int]\nf t = let (# s, n #) = g t in if s > 0 then [n] else []\n" + both);
  EXPECT_EQ(factsOf(program, "g").wanted, (Which{true, false}));
  EXPECT_EQ(factsOf(program, "g").ready, (Which{true, true}));
  const auto other =
      parsed("f :: T -> [Int]\nf t = let (# s, n #) = g t in if n > 0 then [s] else []\n" + both);
  EXPECT_EQ(factsOf(other, "g").wanted, (Which{false, true}));
  EXPECT_EQ(factsOf(other, "g").ready, (Which{false, true}));
}

TEST(SeveralResults, AreNotReadyIfTheyMayFail) {
  const auto program = parsed(
      "f :: T -> [Int]\nf t = let (# s, n #) = g t in if s > 0 then [n] else []\n"
      "g :: T -> (# Int, Int #)\n"
      "g t = case t of\n"
      "  L -> (# 0, 1 #)\n"
      "  N l x r -> let (# s, n #) = g l in (# s + x, x `div` n #)\n");
  EXPECT_EQ(factsOf(program, "g").ready, (Which{true, false}));
}

// Actions come one after the other: what the first one prints stands there if the second one fails.
TEST(SeveralResults, OfMainTheFirstIsWanted) {
  text::ParseOptions options;
  options.lazy = true;
  const auto program = text::parse(
      "module Main where\ndata T = L | N T Int T\n"
      "main :: IO ()\n"
      "main = do\n  let (# s, n #) = g (N L 1 L)\n  print s\n  print n\n" +
          both,
      "test.hs", options);
  ASSERT_TRUE(static_cast<bool>(program));
  EXPECT_EQ(factsOf(*program, "g").wanted, (Which{true, false}));
}

TEST(SeveralResults, AreKeptAsFunctionsChange) {
  auto program = parsed("f :: T -> Int\nf t = let (# s, n #) = g t in s * n\n" + both);
  const auto changed =
      parsed("f :: T -> Int\nf t = let (# s, n #) = g t in if s > 0 then n else 0\n" + both);
  const ir::FunId f = *program.find("f");
  const ir::FunId g = *program.find("g");
  Demands demands = demandsOf(program);
  SeveralResults several(program, demands);
  program.functions[f.value] = changed.function(*changed.find("f"));
  update(demands, program, {f});
  EXPECT_EQ(several.update(program, demands, {f}), std::vector{g});
  EXPECT_EQ(several.of(g).wanted, (Which{true, false}));
}

}  // namespace
}  // namespace deforest::graph
