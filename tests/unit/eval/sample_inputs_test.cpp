#include "eval/sample_inputs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sources.hpp"

namespace deforest::eval {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct Sampled {
  explicit Sampled(const std::string& source, const SampleOptions& options = {})
      : program(testing::parsed(source)), samples(sampleInputs(program, options)) {}

  [[nodiscard]] const RootSamples& of(const std::string& name) const {
    return *std::ranges::find(samples.roots, name, &RootSamples::root);
  }
  [[nodiscard]] std::vector<std::string> shown(const std::string& name) const {
    std::vector<std::string> result;
    for (const SampledInput& each : of(name).inputs) {
      result.push_back(showTerms(program, each.arguments));
    }
    return result;
  }
  // How many of the inputs of a root begin with this.
  [[nodiscard]] std::size_t with(const std::string& name, const std::string& start) const {
    const std::vector<std::string> texts = shown(name);
    return static_cast<std::size_t>(std::ranges::count_if(
        texts, [&](const std::string& text) { return text.starts_with(start); }));
  }

  ir::Program program;
  Samples samples;
};

TEST(Coverage, CountsAsTheInterpreterAndKnowsBranches) {
  const ir::Program program = testing::parsed(
      "f :: [Int] -> Int\nf [] = 0\nf (x : xs) = if x > 5 then 1 + f xs else f xs\n");
  const ir::FunId f = program.find("f").value();
  Coverage coverage(program);
  ASSERT_EQ(coverage.points().size(), 5U);  // f, two equations, two branches
  for (const Arguments& arguments :
       generate(program, {program.functions[f.value].variables[0].type}, {.count = 50})) {
    Machine machine(program);
    const Value value = build(machine.heap(), program, arguments[0]);
    const Outcome outcome = machine.call(f, std::vector{value});
    const Visit visit = coverage.evaluate(f, arguments, 1000);
    EXPECT_EQ(visit.counts, outcome.counts);
    EXPECT_EQ(visit.points.size(), arguments[0].size() == 1 ? 2U : visit.points.size());
    // As often as the function was entered, one of its two equations was taken.
    ASSERT_EQ(visit.times.size(), visit.points.size());
    EXPECT_EQ(visit.times[0], outcome.counts.calls);
    const std::uint64_t all =
        std::accumulate(visit.times.begin(), visit.times.end(), std::uint64_t{0});
    EXPECT_EQ(all, 2 * outcome.counts.calls + (outcome.counts.calls - 1));
  }
}

TEST(Coverage, TheLimitIsThatOfTheProgram) {
  const ir::Program program =
      testing::parsed("f :: Int -> Int\nf n = if n <= 0 then 0 else f (n - 1)\n");
  Coverage coverage(program);
  const ir::FunId f = program.find("f").value();
  const ir::TypeId type = program.functions[f.value].resultTypes[0];
  const auto run = [&](std::uint64_t n) {
    return coverage.evaluate(f, {{TermNode{type, {}, n, 1}}}, 100).kind;
  };
  EXPECT_EQ(run(99), Outcome::Kind::Values);
  EXPECT_EQ(run(100), Outcome::Kind::Limit);
  EXPECT_EQ(run(1'000'000), Outcome::Kind::Limit);
}

TEST(SampleInputs, ARareNumberIsFound) {
  const Sampled s(testing::rare);
  EXPECT_GT(s.with("rare", "20261121 "), 2U);
  EXPECT_LT(s.with("rare", "20261121 "), s.of("rare").inputs.size());
  EXPECT_THAT(s.of("rare").unreached, IsEmpty());
  EXPECT_THAT(s.samples.unreached, IsEmpty());
  // Some go far into the branch.
  EXPECT_TRUE(std::ranges::any_of(
      s.of("rare").inputs, [](const SampledInput& each) { return each.counts.calls > 100; }));
}

TEST(SampleInputs, ThePartialRootGetsItsKey) {
  const Sampled s(testing::partial);
  EXPECT_GE(s.of("part").inputs.size(), 10U);
  EXPECT_EQ(s.with("part", "\"secret\" "), s.of("part").inputs.size());
  EXPECT_GT(s.of("part").failed, 0U);
  EXPECT_TRUE(std::ranges::any_of(
      s.of("part").inputs, [](const SampledInput& each) { return each.counts.calls > 500; }));
  EXPECT_THAT(s.of("part").unreached, IsEmpty());
}

TEST(SampleInputs, TheHeavyRootIsCountedOrSaidToBeTooDear) {
  const Sampled s(testing::heavy);
  EXPECT_GE(s.of("heavy").inputs.size(), 10U);
  EXPECT_THAT(s.of("heavy").unreached, IsEmpty());
  const Sampled little(testing::heavy, {.calls = 5000});
  EXPECT_EQ(little.of("heavy").uncounted, Uncounted::TooDear);
  EXPECT_THAT(little.samples.describe(little.program),
              HasSubstr("heavy: not counted: every input is too dear"));
}

TEST(SampleInputs, TenLiteralCasesAreAllCovered) {
  const Sampled s(testing::tenCases);
  EXPECT_THAT(s.of("pick").unreached, IsEmpty());
  for (const char* literal :
       {"17", "101", "202", "3003", "(-404)", "55555", "606", "7070", "80", "99999"}) {
    EXPECT_GT(s.with("pick", std::string(literal) + " "), 0U) << literal;
  }
}

// Arithmetic hides the key from the paths; the literals of the program and changes find it.
TEST(SampleInputs, AKeyBehindArithmetic) {
  const Sampled s(
      "module M (f) where\n"
      "f :: (Int, Int) -> [Int] -> Int\n"
      "f (a, b) xs = if a + 0 == 7001 then (if b * 1 == 8002 then g xs else 2) else 1\n"
      "g :: [Int] -> Int\ng [] = 0\ng (x : xs) = x + g xs\n");
  EXPECT_THAT(s.of("f").unreached, IsEmpty());
}

TEST(SampleInputs, EveryInputFails) {
  const Sampled s("module M (f) where\nf :: [Int] -> Int\nf xs = error \"never\"\n");
  EXPECT_EQ(s.of("f").uncounted, Uncounted::EveryInputFails);
  EXPECT_EQ(s.of("f").failed, s.of("f").tried);
  EXPECT_THAT(s.samples.describe(s.program), HasSubstr("every input fails (never"));
}

TEST(SampleInputs, NoInput) {
  const Sampled s("module M (f) where\ndata S = S Int S\nf :: S -> Int\nf (S n s) = n\n");
  EXPECT_EQ(s.of("f").uncounted, Uncounted::NoInput);
}

TEST(SampleInputs, WhatCannotBeReachedIsSaid) {
  const Sampled s(
      "module M (f) where\n"
      "f :: Int -> Int\n"
      "f x = if x * x + 1 == 0 then g x else x\n"
      "g :: Int -> Int\n"
      "g x = if x > 3 then x else g (x + 1)\n");
  const std::string text = s.samples.describe(s.program);
  EXPECT_THAT(text, HasSubstr("never reached: `g`"));
  EXPECT_THAT(text, HasSubstr("never reached: a branch of `f` (line 3)"));
  EXPECT_EQ(s.of("f").unreached.size(), 2U);
  EXPECT_EQ(s.samples.unreached.size(), 2U);
}

TEST(SampleInputs, MagnitudesGrowAsFarAsTheBudgetLasts) {
  const Sampled s(testing::rare);
  std::size_t largest = 0;
  for (const SampledInput& each : s.of("good").inputs) largest = std::max(largest, each.nodes);
  EXPECT_GT(largest, 600U);
  // A function that takes exponential time is given small inputs.
  const Sampled exponential(
      "module M (f) where\n"
      "f :: [Int] -> Int\nf [] = 1\nf (x : xs) = f xs + f xs\n");
  EXPECT_GT(exponential.of("f").inputs.size(), 10U);
  EXPECT_GT(exponential.of("f").tooDear, 0U);
}

TEST(SampleInputs, TheBudgetIsKept) {
  const ir::Program program = testing::parsed(
      "module M (f) where\nf :: Int -> [Int] -> Int\n"
      "f n xs = if n <= 0 then 0 else f (n - 1) xs\n");
  for (const std::uint64_t budget : {1'000ULL, 50'000ULL, 400'000ULL}) {
    const Samples samples = sampleInputs(program, {.calls = 20'000, .callsPerRoot = budget});
    std::uint64_t calls = 0;
    for (const SampledInput& each : samples.roots[0].inputs) calls += each.counts.calls;
    EXPECT_LE(calls, budget);
    EXPECT_FALSE(samples.roots[0].inputs.empty());
    for (const SampledInput& each : samples.roots[0].inputs) EXPECT_LE(each.counts.calls, 20'000U);
  }
}

// What was chosen can be compared on: the inputs that were counted give the same counts again.
TEST(SampleInputs, TheChosenInputsAreCountedAgain) {
  const Sampled s(testing::partial);
  const Comparison comparison =
      comparePrograms(s.program, s.program, s.samples.inputs(), CompareOptions{});
  ASSERT_EQ(comparison.roots.size(), 1U);
  const RootReport& report = comparison.roots[0];
  ASSERT_EQ(report.samples.size(), s.of("part").inputs.size());
  for (std::size_t i = 0; i < report.samples.size(); ++i) {
    EXPECT_EQ(report.samples[i].before, s.of("part").inputs[i].counts);
  }
}

TEST(SampleInputs, TheSameEveryTime) {
  const Sampled a(testing::partial);
  const Sampled b(testing::partial);
  EXPECT_EQ(a.shown("part"), b.shown("part"));
  const Sampled other(testing::partial, {.seed = 7});
  EXPECT_NE(a.shown("part"), other.shown("part"));
}

TEST(SampleInputs, AConstantIsItsOnlyInput) {
  const Sampled s("module M (k) where\nk :: Int\nk = 5 + 6\n");
  ASSERT_EQ(s.of("k").inputs.size(), 1U);
  EXPECT_TRUE(s.of("k").inputs[0].arguments.empty());
}

TEST(SampleInputs, GivenInputsAreKeptAndComeFirst) {
  const ir::Program program = testing::parsed(
      "module M (f) where\nf :: Int -> Int\nf n = if n <= 0 then 0 else g (n - 1)\n"
      "g :: Int -> Int\ng n = if n <= 0 then 0 else f (n - 1)\n");
  const ir::FunId f = program.find("f").value();
  const ir::FunId g = program.find("g").value();
  const auto number = [&](std::uint64_t n) {
    return Arguments{{TermNode{program.function(f).resultTypes[0], {}, n, 1}}};
  };
  const Samples samples = sampleInputs(program, {.wanted = 5},
                                       {{f, number(1'000'000), "f 1000000"},
                                        {g, number(4), "g 4"},
                                        {f, number(100'000'000), "f 100000000"}});
  ASSERT_EQ(samples.roots.size(), 2U);
  EXPECT_TRUE(samples.roots[0].inputs.at(0).given);
  EXPECT_EQ(samples.roots[0].inputs[0].counts.calls, 1'000'001U);
  EXPECT_EQ(samples.roots[0].inputs.size(), 6U);
  EXPECT_THAT(samples.roots[0].refused,
              ::testing::ElementsAre(StartsWith("f 100000000: the limit of 5000000 calls")));
  EXPECT_EQ(samples.roots[1].root, "g");
  EXPECT_EQ(samples.roots[1].inputs.size(), 1U);
}

// What decides how much is done is a numeral that the program reads.
TEST(Samples, OfAMainThatReadsAreNumeralsAndNothing) {
  const std::string source =
      "import System.Environment (getArgs)\n"
      "data Tree = Leaf Int | Node Tree Tree\n"
      "grow :: Int -> Tree\n"
      "grow n = if n <= 0 then Leaf 1 else Node (grow (n - 1)) (grow (n - 1))\n"
      "total :: Tree -> Int\n"
      "total (Leaf x) = x\n"
      "total (Node l r) = total l + total r\n"
      "main :: IO ()\n"
      "main = do\n"
      "  args <- getArgs\n"
      "  let n = case args of { [] -> 4; a : _ -> read a }\n"
      "  print (total (grow n))\n";
  const Sampled sampled(source);
  const std::vector<std::string> inputs = sampled.shown("main");
  EXPECT_THAT(inputs, ::testing::Contains("[]"));
  EXPECT_THAT(inputs, ::testing::Contains("[\"8\"]"));
  EXPECT_GT(sampled.of("main").inputs.back().counts.calls, 1000U);
}

// Every size is too much, and what cannot be read or is 0 takes no time: that tells nothing.
TEST(Samples, OfAMainThatAlwaysTakesLongAreNone) {
  const std::string source =
      "import System.Environment (getArgs)\n"
      "loop :: Int -> Int -> Int\n"
      "loop n s = if n <= 0 then s else loop (n - 1) (s + n `mod` 7)\n"
      "main :: IO ()\n"
      "main = do\n"
      "  args <- getArgs\n"
      "  let n = case args of { [] -> 4; a : _ -> read a }\n"
      "  print (if n == 0 then 0 else loop (10000000 + n) 0)\n";
  const Sampled sampled(source);
  EXPECT_THAT(sampled.of("main").inputs, IsEmpty());
  EXPECT_EQ(sampled.of("main").uncounted, Uncounted::TooDear);
}

}  // namespace
}  // namespace deforest::eval
