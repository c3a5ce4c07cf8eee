// Under Haskell's semantics: what programs give that need laziness, as read and after every stage,
// by the lazy machine; and how often what is shared is computed.
#include <gtest/gtest.h>

#include "driver/call.hpp"
#include "driver/pipelines.hpp"
#include "eval/lazy/compare.hpp"
#include "eval/lazy/machine.hpp"
#include "programs.hpp"
#include "search/portfolio.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"

namespace deforest::testing {
namespace {

using engine::Stage;
using ir::Semantics;

text::ParseOptions lazily() {
  text::ParseOptions options;
  options.lazy = true;
  return options;
}

ir::Program read(const std::string& source) {
  const auto program = text::parse(source, "m.hs", lazily());
  if (!program) throw std::runtime_error(support::render(program.diagnostics(), "m.hs", source));
  return *program;
}

ir::Program compiled(const ir::Program& program, Stage stage) {
  engine::Options options;
  options.semantics = Semantics::Haskell;
  options.stopAfter = stage;
  options.price = 0;
  pipeline::Context context;
  pipeline::RunReport report;
  return pipeline::run(driver::defaultPipeline(options), program, context, {}, report);
}

std::string resultOf(const std::string& source, const std::string& expression) {
  const driver::Evaluated evaluated =
      driver::evaluateExpression(source, "m.hs", expression, {.calls = 100'000}, lazily());
  return (evaluated.kind == eval::Outcome::Kind::Error ? "error: " : "") + evaluated.text;
}

TEST(Laziness, AsRead) {
  for (const LazyProgram& program : lazyPrograms()) {
    for (const Probe& probe : program.probes) {
      EXPECT_EQ(resultOf(program.source, probe.expression), probe.result)
          << program.name << ": " << probe.expression;
    }
  }
}

TEST(Laziness, AfterEveryStage) {
  for (const LazyProgram& program : lazyPrograms()) {
    const ir::Program before = read(program.source);
    for (const Stage stage : {Stage::None, Stage::Fusion, Stage::Tupling, Stage::Redundancy}) {
      const ir::Program after = compiled(before, stage);
      eval::CompareOptions options;
      options.inputs = 60;
      options.largest = 12;
      options.limits.calls = 20'000;
      const eval::Comparison comparison = eval::compareLazily(before, after, options);
      EXPECT_TRUE(comparison.equal()) << program.name << "\n"
                                      << comparison.describe() << text::print(after);
    }
  }
}

// What fuses where evaluation is strict fuses here, too, where nothing speaks against it.
TEST(Laziness, FusesWhatIsCertain) {
  const ir::Program before = read(lazyPrograms()[0].source);
  const ir::Program after = compiled(before, Stage::Redundancy);
  const auto allocations = [](const ir::Program& program, const char* name) {
    eval::LazyMachine machine(program);
    const std::vector<eval::Value> arguments = {eval::Value{100}};
    const eval::Outcome outcome = machine.call(*program.find(name), arguments);
    EXPECT_TRUE(outcome.ok()) << outcome.message;
    return outcome.counts.allocations;
  };
  EXPECT_LT(allocations(after, "sumOfFirst"), allocations(before, "sumOfFirst") / 2);
}

// What the search emits means the same, and what has no end is counted from its beginning or, if
// nothing comes, not at all; also where it is below everything else.
TEST(Laziness, TheSearchEnds) {
  const std::string source = R"(module Endless where

from :: Int -> [Int]
from n = n : from (n + 1)

squares :: [Int] -> [Int]
squares [] = []
squares (x : xs) = x * x : squares xs

total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs

endless :: Int -> [Int]
endless n = squares (squares (from n))

never :: Int -> Int
never n = total (squares (squares (from n)))

nested :: Int -> [Int]
nested n = squares (squares (total (squares (from n)) : from 1))

firstSquares :: Int -> [Int]
firstSquares n = take n (squares (squares (from 1)))

program :: Int -> Int
program n = total (firstSquares n)
)";
  const ir::Program before = read(source);
  engine::Options options;
  options.semantics = Semantics::Haskell;
  const search::Selection selection = search::choose(before, options);
  for (const eval::RootSamples& root : selection.samples.roots) {
    const bool isCounted = root.uncounted == eval::Uncounted::Counted;
    EXPECT_EQ(isCounted, root.root != "never" && root.root != "nested") << root.root;
  }
  pipeline::Context context;
  pipeline::RunReport report;
  const ir::Program after =
      pipeline::run(driver::defaultPipeline(selection.options), before, context, {}, report);
  const eval::Comparison comparison = eval::compareLazily(before, after);
  EXPECT_TRUE(comparison.equal()) << comparison.describe() << text::print(after);
  eval::LazyMachine first(before);
  eval::LazyMachine second(after);
  const std::vector<eval::Value> arguments = {eval::Value{50}};
  const auto unfused = first.observe(*before.find("endless"), arguments, {}, 100);
  const auto fused = second.observe(*after.find("endless"), arguments, {}, 100);
  EXPECT_LT(3 * fused.counts.allocations, 2 * unfused.counts.allocations) << text::print(after);
}

// By function: how often a call of `main'` calls it.
std::uint64_t callsOf(const ir::Program& program, const std::string& root,
                      const std::string& function) {
  eval::LazyMachine machine(program);
  const eval::Outcome outcome = machine.call(*program.find(root), {});
  EXPECT_TRUE(outcome.ok()) << outcome.message;
  const auto found = program.find(function);
  return found ? machine.callsByFunction()[found->value] : 0;
}

constexpr const char* sharing = R"(module Sharing where

data Two = Two Int Int

slow :: Int -> Int
slow n = if n <= 0 then 1 else 1 + slow (n - 1)

table :: [Int]
table = build 10

build :: Int -> [Int]
build n = if n <= 0 then [] else slow n : build (n - 1)

total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs

longest :: [Int] -> Int
longest [] = 0
longest (x : xs) = max x (longest xs)

usesTable :: Int -> Int
usesTable k = total table + longest table + k

constantTwice :: Int
constantTwice = usesTable 1 + usesTable 2

both :: Int -> Two
both n = let y = slow n in Two (y + 1) (y + 2)

addTwo :: Two -> Int
addTwo (Two a b) = a + b

underConstructor :: Int
underConstructor = addTwo (both 20)

addAll :: Int -> [Int] -> [Int]
addAll n xs = go xs
  where
    y = slow n
    go [] = []
    go (z : zs) = z + y : go zs

aboveLocal :: Int
aboveLocal = total (addAll 20 [1, 2, 3, 4])

each :: (Int -> Int) -> [Int] -> [Int]
each _ [] = []
each f (x : xs) = f x : each f xs

addEach :: Int -> [Int] -> [Int]
addEach n xs = each (\x -> x + y) xs
  where y = slow n

aboveLambda :: Int
aboveLambda = total (addEach 20 [1, 2, 3, 4])

adder :: Int -> Int -> Int
adder n = let y = slow n in \x -> x + y

belowArguments :: Int
belowArguments = total (each (adder 20) [1, 2, 3, 4])
)";

// All calls that the program as read does not share are counted; the compiled one makes no more.
TEST(Sharing, IsKept) {
  const ir::Program before = read(sharing);
  EXPECT_EQ(callsOf(before, "constantTwice", "build"), 11U);
  EXPECT_EQ(callsOf(before, "underConstructor", "slow"), 21U);
  EXPECT_EQ(callsOf(before, "aboveLocal", "slow"), 21U);
  EXPECT_EQ(callsOf(before, "aboveLambda", "slow"), 21U);
  EXPECT_EQ(callsOf(before, "belowArguments", "slow"), 21U);
  for (const Stage stage : {Stage::None, Stage::Tupling, Stage::Redundancy}) {
    const ir::Program after = compiled(before, stage);
    for (const std::string root :
         {"constantTwice", "underConstructor", "aboveLocal", "aboveLambda", "belowArguments"}) {
      eval::LazyMachine first(before);
      eval::LazyMachine second(after);
      const eval::Outcome a = first.call(*before.find(root), {});
      const eval::Outcome b = second.call(*after.find(root), {});
      ASSERT_TRUE(a.ok() && b.ok()) << root;
      EXPECT_EQ(a.values[0].bits, b.values[0].bits) << root;
      EXPECT_LE(b.counts.calls, a.counts.calls) << root << "\n" << text::print(after);
    }
  }
}

// What `main` prints action by action is seen up to what fails; if that is nothing, it fails.
TEST(Main, FailsWhereItPrintsNothing) {
  text::ParseOptions options = lazily();
  options.keepsOpaque = true;
  const auto kindOf = [&](const std::string& list) {
    const std::string source = "module Main where\nmain :: IO ()\nmain = mapM_ print " + list +
                               "\n\nf :: Int -> Int\nf n = 10 `div` n\n";
    const auto program = text::parse(source, "m.hs", options);
    if (!program) throw std::runtime_error(support::render(program.diagnostics(), "m.hs", source));
    EXPECT_EQ(program->outputs, std::vector{ir::Output::PutEach});
    eval::LazyMachine machine(*program);
    return machine.observe(*program->find("main"), {}, {}, eval::enoughSightings).kind();
  };
  EXPECT_EQ(kindOf("(map f [2, 1])"), eval::Outcome::Kind::Values);
  EXPECT_EQ(kindOf("(map f [2, 0])"), eval::Outcome::Kind::Values);
  EXPECT_EQ(kindOf("(map f [0, 2])"), eval::Outcome::Kind::Error);
}

}  // namespace
}  // namespace deforest::testing
