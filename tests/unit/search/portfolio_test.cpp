// The choice among settings, and what it refuses.
#include "search/portfolio.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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

// Under Haskell's evaluation, with what is held at once.
Selection chooseForHaskell(const std::string& source) {
  text::ParseOptions parsing;
  parsing.lazy = true;
  const auto program = text::parse(source, "test.hs", parsing);
  EXPECT_TRUE(program);
  engine::Options options;
  options.semantics = ir::Semantics::Haskell;
  PortfolioOptions guarded;
  guarded.guardsHeld = true;
  return choose(*program, options, guarded);
}

// Under Haskell's evaluation one visit for the lengths of both would leave a suspension at every
// element, for nobody knows which is asked for first; the list by itself may well be made by the
// visit that adds up.
TEST(Portfolio, RefusesWhatHoldsMoreSuspended) {
  const std::string lengths =
      "module M (main) where\n"
      "data T = L | N T Int T\n"
      "grow :: Int -> Int -> T\n"
      "grow 0 _ = L\n"
      "grow d n = N (grow (d - 1) (2 * n)) n (grow (d - 1) (2 * n + 1))\n"
      "double :: T -> T\n"
      "double L = L\n"
      "double (N l x r) = N (double l) (2 * x) (double r)\n"
      "total :: T -> Int\n"
      "total L = 0\n"
      "total (N l x r) = total l + x + total r\n"
      "onto :: T -> [Int] -> [Int]\n"
      "onto L acc = acc\n"
      "onto (N l x r) acc = onto l (x : onto r acc)\n"
      "evens :: [Int] -> [Int]\n"
      "evens [] = []\n"
      "evens (x : xs) = if even x then x : evens xs else evens xs\n"
      "odds :: [Int] -> [Int]\n"
      "odds [] = []\n"
      "odds (x : xs) = if odd x then x : odds xs else odds xs\n"
      "main :: IO ()\n"
      "main = do\n"
      "  let t = grow 9 1\n"
      "      xs = onto t []\n"
      "  print (total t)\n"
      "  print (total (double t))\n"
      "  print (length (evens xs))\n"
      "  print (length (odds xs))\n";
  const Selection selection = chooseForHaskell(lengths);
  EXPECT_THAT(selection.candidates.front().refusal, HasSubstr("hold more at once"));
  const Candidate& winner = selection.candidates[selection.winner];
  EXPECT_LT(winner.cost, 0.6);
  ASSERT_EQ(winner.held.size(), 1U);
  EXPECT_LE(winner.held[0], 1.1);
}

// What is made for rose trees is refused, and not `main`, without which what is made for the others
// would go, too.
TEST(Portfolio, BlamesWhatIsCalledLastFirst) {
  const std::string trees =
      "module M (main) where\n"
      "data E = Num Int | Add E E\n"
      "simple :: E -> E\n"
      "simple (Num n) = Num (n + 1)\n"
      "simple (Add a b) = Add (simple a) (simple b)\n"
      "eval :: E -> Int\n"
      "eval (Num n) = n\n"
      "eval (Add a b) = eval a + eval b\n"
      "sums :: Int -> Int -> E\n"
      "sums d s = if d == 0 then Num s else Add (sums (d - 1) (s + 1)) (sums (d - 1) (s * 3))\n"
      "data Rose = Rose Int [Rose]\n"
      "twice :: Rose -> Rose\n"
      "twice (Rose a cs) = Rose (a * 2) (map twice cs)\n"
      "next :: Rose -> Rose\n"
      "next (Rose a cs) = Rose (a + 1) (map next cs)\n"
      "total :: Rose -> Int\n"
      "total (Rose a cs) = a + sum (map total cs)\n"
      "rose :: Int -> Int -> Rose\n"
      "rose d s = if d == 0 then Rose s [] else Rose s [rose (d - 1) (s + i) | i <- [1 .. 4]]\n"
      "main :: IO ()\n"
      "main = do\n"
      "  let e = sums 8 7\n"
      "      t = rose 4 3\n"
      "  print (eval e)\n"
      "  print (eval (simple e))\n"
      "  print (total t)\n"
      "  print (total (twice (next t)))\n";
  const Selection selection = chooseForHaskell(trees);
  const auto mended = std::ranges::find_if(selection.candidates, [](const Candidate& candidate) {
    return candidate.name.find("1 refused") != std::string::npos;
  });
  ASSERT_NE(mended, selection.candidates.end());
  EXPECT_EQ(mended->refusal, "");
  EXPECT_LT(mended->cost, 0.9);
}

// A program that ends with a status has done what it should.
TEST(Portfolio, CountsWhatEndsItself) {
  const std::string ends =
      "module M (main) where\n"
      "import System.Exit\n"
      "data T = L | N T Int T\n"
      "grow :: Int -> Int -> T\n"
      "grow d n = if d == 0 then L else N (grow (d - 1) (2 * n)) n (grow (d - 1) (2 * n + 1))\n"
      "twice :: T -> T\n"
      "twice L = L\n"
      "twice (N l x r) = N (twice l) (2 * x) (twice r)\n"
      "total :: T -> Int\n"
      "total L = 0\n"
      "total (N l x r) = total l + x + total r\n"
      "main :: IO ()\n"
      "main = do\n"
      "  let s = total (twice (grow 8 1))\n"
      "  print s\n"
      "  if s > 100 then exitWith (ExitFailure 3) else exitSuccess\n";
  const auto program = text::parse(ends, "test.hs");
  ASSERT_TRUE(program);
  const Selection selection = choose(*program, {});
  EXPECT_THAT(selection.warnings, IsEmpty());
  EXPECT_LT(selection.candidates[selection.winner].cost, 0.5);
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

// What it does then is what it is written for, and more than what a few small arguments lead to.
TEST(Portfolio, AMainThatIsGivenNothingIsCountedThoughItTakesLong) {
  const auto program =
      text::parse("import System.Environment (getArgs)\n" + grownTrees +
                      "main :: IO ()\n"
                      "main = do\n"
                      "  given <- getArgs\n"
                      "  let n = case given of { [_, _] -> 3; [_] -> 8; _ -> 13 }\n"
                      "  print (total (double (grow n)))\n",
                  "test.hs.ir");
  ASSERT_TRUE(program);
  const Workload workload(*program);
  ASSERT_EQ(workload.roots(), 1U);
  std::uint64_t work = 0;
  for (const eval::FunctionTally& each : *workload.measure(*program).tallies[0]) work += each.work;
  EXPECT_GT(work, 3 * (std::uint64_t{1} << 14U));
}

// Samples are timed, too, and what takes long enough for that takes too long for counting.
TEST(Portfolio, ASampleThatTakesLongIsPassedOver) {
  text::ParseOptions reading;
  reading.roots = {"program"};
  const auto program =
      text::parse(grownTrees + "program :: Int -> Int\nprogram n = total (double (grow n))\n",
                  "test.hs.ir", reading);
  ASSERT_TRUE(program);
  const ir::FunId root = *program->find("program");
  const auto given = [&](std::int64_t n) {
    const eval::Term size = {
        {program->function(root).variables[0].type, {}, static_cast<std::uint64_t>(n), 1}};
    return eval::GivenInput{root, {size}, "program " + std::to_string(n)};
  };
  PortfolioOptions options;
  options.given = {given(20), given(8)};
  const Selection selection = choose(*program, {}, options);
  EXPECT_THAT(selection.warnings, ElementsAre(HasSubstr("program 20")));
  EXPECT_LT(selection.candidates[selection.winner].cost, 0.9);
}

}  // namespace
}  // namespace deforest::search
