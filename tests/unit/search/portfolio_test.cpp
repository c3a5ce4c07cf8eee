// The choice among settings, and what it refuses.
#include "search/portfolio.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "driver/pipelines.hpp"
#include "eval/compare.hpp"
#include "pipeline/run.hpp"
#include "text/parse.hpp"

namespace deforest::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// `shift` uses the sums twice at every element: with a producer for each use it is quadratic. The
// list of `total (square xs)` has one use.
const std::string sums =
    "data List = Sing Int | Cons Int List\n"
    "sums :: List -> List\n"
    "sums (Sing x) = Sing x\n"
    "sums (Cons x xs) = let r = sums xs in Cons (x + first r) r\n"
    "first :: List -> Int\n"
    "first (Sing x) = x\n"
    "first (Cons x xs) = x\n"
    "shift :: List -> List\n"
    "shift (Sing x) = Sing 0\n"
    "shift (Cons x xs) = Cons (first xs) (shift xs)\n"
    "square :: List -> List\n"
    "square (Sing x) = Sing (x * x)\n"
    "square (Cons x xs) = Cons (x * x) (square xs)\n"
    "total :: List -> Int\n"
    "total (Sing x) = x\n"
    "total (Cons x xs) = x + total xs\n"
    "program :: List -> List\n"
    "program xs = shift (sums xs)\n"
    "other :: List -> Int\n"
    "other xs = total (square xs)\n"
    "count :: List -> Int\n"
    "count (Sing x) = 1\n"
    "count (Cons x xs) = 1 + count xs\n"
    "most :: List -> Int\n"
    "most (Sing x) = x\n"
    "most (Cons x xs) = max x (most xs)\n"
    "three :: List -> Int\n"
    "three xs = total xs * count xs + most xs\n";

ir::Program input(const std::vector<std::string>& roots = {"program", "other"}) {
  auto program = text::parse(sums, "test.hs.ir", {.roots = roots});
  EXPECT_TRUE(program);
  return *program;
}

// One setting, and what comes of it.
struct Outcome {
  explicit Outcome(const engine::Options& options) {
    pipeline::RunReport report;
    const ir::Program output =
        pipeline::run(defaultPipeline(options), input(), context, {}, report);
    comparison = eval::comparePrograms(input(), output);
  }
  pipeline::Context context;
  eval::Comparison comparison;
};

// Whether some input is counted more than before, by root.
bool countsMore(const Outcome& outcome, const std::string& name) {
  for (const eval::RootReport& root : outcome.comparison.roots) {
    if (root.root != name) continue;
    for (const eval::Sample& sample : root.samples) {
      if (sample.after.cases > sample.before.cases) return true;
    }
  }
  return false;
}

// Every consumer with a producer of its own.
engine::Options naive() {
  engine::Options options;
  options.stopAfter = engine::Stage::Fusion;
  options.price = 0;
  return options;
}

TEST(Portfolio, TakesWhatCountsLeast) {
  const Selection selection = choose(input(), {});
  const Outcome outcome(selection.options);
  EXPECT_TRUE(outcome.comparison.equal()) << outcome.comparison.describe();
  EXPECT_FALSE(countsMore(outcome, "program"));
  EXPECT_FALSE(countsMore(outcome, "other"));
  EXPECT_LT(selection.candidates[selection.winner].cost, 0.6);
}

// The depth that is given does not matter for that, and is not asked about it.
TEST(Portfolio, TriesShortChainsUnlessTheyAreGiven) {
  const auto differs = [](const Selection& selection) {
    const unsigned given = selection.candidates.front().options.limits.fusionDepth;
    return std::ranges::count_if(selection.candidates, [&](const Candidate& candidate) {
      return candidate.options.limits.fusionDepth != given;
    });
  };
  engine::Options options;
  options.limits.demand = std::make_shared<engine::DepthDemand>();
  EXPECT_EQ(differs(choose(input(), options)), 1);
  EXPECT_GE(options.limits.demand->fusion.needed().value_or(0), 2U);
  options.limits.fusionDepth = 1;
  EXPECT_LE(differs(choose(input(), options)), 1);  // Longer ones, if any was forbidden.
  EXPECT_FALSE(options.limits.demand->fusion.needed());
}

// A width that no fragment exceeds is the same run.
TEST(Portfolio, TriesNarrowFragmentsWhereThereAreWiderOnes) {
  const auto widths = [](const Selection& selection) {
    std::vector<unsigned> narrow;
    for (const Candidate& candidate : selection.candidates) {
      if (candidate.options.limits.width != engine::Limits{}.width) {
        narrow.push_back(candidate.options.limits.width);
      }
    }
    return narrow;
  };
  EXPECT_THAT(widths(choose(input({"other"}), {})), IsEmpty());
  EXPECT_THAT(widths(choose(input({"three"}), {})), ElementsAre(2));
}

// What is built of long chains first takes calls from what would have saved more.
TEST(Portfolio, TakesShortChainsWhereTheyCostLess) {
  std::ifstream file(DEFOREST_CORPUS "/strangers/gibbon_expressions.hs.ir");
  const std::string content((std::istreambuf_iterator<char>(file)), {});
  const auto program = text::parse(content, "gibbon.hs.ir", {.roots = {"gibbon_main"}});
  ASSERT_TRUE(program);
  const Selection selection = choose(*program, {});
  const Candidate& first = selection.candidates.front();
  const Candidate& winner = selection.candidates[selection.winner];
  EXPECT_EQ(winner.options.limits.fusionDepth, 1U);
  EXPECT_LT(winner.cost, first.cost);
  EXPECT_LT(winner.text.tokens, first.text.tokens);
}

// What the guard is for.
TEST(Portfolio, FusionThatRepeatsWorkCountsMore) {
  const Outcome outcome(naive());
  EXPECT_TRUE(outcome.comparison.equal());
  EXPECT_TRUE(countsMore(outcome, "program"));
  EXPECT_FALSE(countsMore(outcome, "other"));
}

// With it, only the fragments that are to blame are refused: the others stay.
TEST(Portfolio, RefusesTheFragmentsThatAreToBlame) {
  const Selection selection = choose(input(), naive());
  const Outcome outcome(selection.options);
  EXPECT_TRUE(outcome.comparison.equal()) << outcome.comparison.describe();
  EXPECT_FALSE(countsMore(outcome, "program"));
  EXPECT_FALSE(countsMore(outcome, "other"));
  const Candidate& winner = selection.candidates[selection.winner];
  EXPECT_THAT(winner.name, HasSubstr("refused"));
  EXPECT_THAT(winner.options.refused, Not(IsEmpty()));
  bool told = false;
  bool fused = false;
  for (const pipeline::Decision& decision : outcome.context.decisions) {
    told = told || (!decision.taken && decision.limit == pipeline::Limit::Guard &&
                    decision.reason.find("`program` would ") != std::string::npos);
    fused = fused || (decision.taken && decision.subject.find("total . square") == 0);
  }
  EXPECT_TRUE(told);
  EXPECT_TRUE(fused);
}

// One visit for all three would have their lists there together.
TEST(Portfolio, RefusesWhatHoldsMoreAtOnce) {
  const std::string three =
      "module M (program) where\n"
      "program :: [Int] -> Int\n"
      "program xs = hash 1 (onto (twice xs) []) + hash 2 (onto (thrice xs) [])\n"
      "  + hash 3 (onto (next xs) [])\n"
      "twice :: [Int] -> [Int]\n"
      "twice xs = [2 * x | x <- xs]\n"
      "thrice :: [Int] -> [Int]\n"
      "thrice xs = [3 * x | x <- xs]\n"
      "next :: [Int] -> [Int]\n"
      "next xs = [x + 1 | x <- xs]\n"
      "onto :: [Int] -> [Int] -> [Int]\n"
      "onto [] ys = ys\n"
      "onto (x : xs) ys = onto xs (x : ys)\n"
      "hash :: Int -> [Int] -> Int\n"
      "hash h [] = h\n"
      "hash h (x : xs) = hash (31 * h + x) xs\n";
  const auto program = text::parse(three, "test.hs.ir");
  ASSERT_TRUE(program);
  PortfolioOptions strict;
  strict.guardsHeld = true;
  const Selection selection = choose(*program, {}, strict);
  EXPECT_THAT(selection.candidates.front().refusal, HasSubstr("hold more at once"));
  const Candidate& winner = selection.candidates[selection.winner];
  EXPECT_LT(winner.cost, 1);
  ASSERT_EQ(winner.held.size(), 1U);
  EXPECT_LE(winner.held[0], 1.1);
}

// Trees that a `main` makes large.
const std::string grownTrees =
    "data Tree = Leaf Int | Node Tree Tree\n"
    "grow :: Int -> Tree\n"
    "grow n = if n <= 0 then Leaf 1 else Node (grow (n - 1)) (grow (n - 1))\n"
    "total :: Tree -> Int\n"
    "total (Leaf x) = x\n"
    "total (Node l r) = total l + total r\n"
    "double :: Tree -> Tree\n"
    "double (Leaf x) = Leaf (x + x)\n"
    "double (Node l r) = Node (double l) (double r)\n";

// Its `main` takes too long, is counted all the same, and gains.
void expectShortMain(const Selection& selection) {
  EXPECT_TRUE(selection.shortMain);
  EXPECT_TRUE(selection.warnings.empty());
  EXPECT_LT(selection.candidates[selection.winner].cases, selection.candidates.back().cases);
}

// Its tree has 2^24 nodes: more than are counted.
TEST(Portfolio, ALongMainIsCountedWithSmallerNumbers) {
  const std::string tree = grownTrees +
                           "start :: Tree\n"
                           "start = grow 24\n"
                           "main :: IO ()\n"
                           "main = print (total (double start))\n";
  const auto program = text::parse(tree, "test.hs.ir");
  ASSERT_TRUE(program);
  const Selection selection = choose(*program, {});
  EXPECT_TRUE(selection.shortMain);
  EXPECT_GT(selection.candidates.back().cases, 0U);
  EXPECT_LT(selection.candidates[selection.winner].cases, selection.candidates.back().cases);
  EXPECT_THAT(renderSelection(selection), HasSubstr("smaller numbers"));

  EXPECT_FALSE(choose(input(), {}).shortMain);
}

// The depth of the trees does not stand in `main`, but in what it calls a few times.
TEST(Portfolio, WhatAMainBeginsWithHasSmallerNumbersToo) {
  const auto program = text::parse(
      "data Tree = Leaf Int | Node Tree Tree\n"
      "grow :: Int -> Int -> Tree\n"
      "grow n x = if n <= 0 then Leaf x else Node (grow (n - 1) x) (grow (n - 1) (x + 1))\n"
      "total :: Tree -> Int\n"
      "total (Leaf x) = x\n"
      "total (Node l r) = total l + total r\n"
      "big :: Int -> Tree\n"
      "big x = grow 24 x\n"
      "main :: IO ()\n"
      "main = print (total (big 1) + total (big 2))\n",
      "test.hs.ir");
  ASSERT_TRUE(program);
  const Selection selection = choose(*program, {});
  expectShortMain(selection);
}

// A hundred letters of which fewer would be too few: the size of the tree alone becomes smaller.
TEST(Portfolio, NumbersThatAreNoSizesStayWhereSmallerOnesFail) {
  const auto program = text::parse(grownTrees +
                                       "checked :: Int -> Int\n"
                                       "checked n = if n < 100 then error \"too few\" else n\n"
                                       "rounds :: Int -> Int -> Int\n"
                                       "rounds n s = if n <= 0 then s else\n"
                                       "  rounds (n - 1) (s + total (double (grow 4)))\n"
                                       "main :: IO ()\n"
                                       "main = print (rounds 5000000 (checked 120))\n",
                                   "test.hs.ir");
  ASSERT_TRUE(program);
  const Selection selection = choose(*program, {});
  expectShortMain(selection);
}

// A board has nine fields: with three there is none.
TEST(Portfolio, ANumberWithoutWhichMainFailsStaysThoughOthersAreAsSmall) {
  const auto program = text::parse(grownTrees +
                                       "board :: Int -> Int\n"
                                       "board n = if n == 9 then n else error \"no board\"\n"
                                       "play :: Int -> Int -> Int\n"
                                       "play depth s = s + total (double (grow depth))\n"
                                       "main :: IO ()\n"
                                       "main = print (play 24 (board 9))\n",
                                   "test.hs.ir");
  ASSERT_TRUE(program);
  const Selection selection = choose(*program, {});
  expectShortMain(selection);
}

// No number of this `main` makes its second line short, and Haskell prints the first one before.
TEST(Portfolio, OutputsThatTakeLongAreNotCounted) {
  const auto program = text::parse(grownTrees +
                                       "steps :: Int -> Int\n"
                                       "steps n = if n > 1152921504606846976 then n\n"
                                       "          else steps (n + total (grow 3))\n"
                                       "main :: IO ()\n"
                                       "main = do\n"
                                       "  print (total (double (grow 5)))\n"
                                       "  print (steps 0)\n",
                                   "test.hs.ir");
  ASSERT_TRUE(program);
  engine::Options lazy;
  lazy.semantics = ir::Semantics::Haskell;
  const Selection selection = choose(*program, lazy);
  expectShortMain(selection);
  EXPECT_FALSE(choose(*program, {}).warnings.empty());
}

// Given nothing it fails at once, and has done nothing.
TEST(Portfolio, AMainThatWantsALineHasSmallerNumbersToo) {
  const auto program = text::parse(grownTrees +
                                       "main :: IO ()\n"
                                       "main = do\n"
                                       "  name <- getLine\n"
                                       "  putStrLn name\n"
                                       "  print (total (double (grow 24)))\n",
                                   "test.hs.ir");
  ASSERT_TRUE(program);
  const Selection selection = choose(*program, {});
  expectShortMain(selection);
}

}  // namespace
}  // namespace deforest::search
