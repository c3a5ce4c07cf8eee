// What the search spends does not depend on threads, and what it does not come to is said.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>

#include "eval/compare.hpp"
#include "pipeline/run.hpp"
#include "search/portfolio.hpp"
#include "search/stages.hpp"
#include "text/parse.hpp"

namespace deforest::search {
namespace {

using pipeline::Limit;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

ir::Program program() {
  auto program = text::parse(R"(
data List = Nil | Cons Int List
square :: List -> List
square Nil = Nil
square (Cons x xs) = Cons (x * x) (square xs)
double :: List -> List
double Nil = Nil
double (Cons x xs) = Cons (x + x) (double xs)
total :: List -> Int
total Nil = 0
total (Cons x xs) = x + total xs
f :: List -> Int
f xs = total (double (square xs))
g :: List -> Int
g xs = total (square xs) * total (double xs)
)",
                             "test.hs.ir", {.roots = {"f", "g"}});
  EXPECT_TRUE(program);
  return *program;
}

engine::Options optionsWith(unsigned steps, double price = 0.055) {
  engine::Options options;
  options.limits.steps = steps;
  options.price = price;
  return options;
}

Selection chosen(const engine::Options& options, std::size_t threads = 2) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
  return choose(program(), options);
}

// What is left for want of steps.
std::size_t cutOff(const std::vector<pipeline::Decision>& decisions) {
  return static_cast<std::size_t>(
      std::ranges::count_if(decisions, [](const pipeline::Decision& decision) {
        return decision.kind == pipeline::Decision::Kind::CutOff && decision.limit == Limit::Steps;
      }));
}

TEST(Steps, AreTheSameForAnyNumberOfThreads) {
  const Selection one = chosen(optionsWith(8000), 1);
  const Selection many = chosen(optionsWith(8000), 4);
  EXPECT_GT(one.steps.used(), 0U);
  EXPECT_EQ(one.steps.used(), many.steps.used());
  ASSERT_EQ(one.candidates.size(), many.candidates.size());
  for (std::size_t i = 0; i < one.candidates.size(); ++i) {
    EXPECT_EQ(one.candidates[i].steps, many.candidates[i].steps) << one.candidates[i].name;
  }
}

TEST(Steps, OfManyNothingIsCutOff) {
  const Selection selection = chosen(optionsWith(1'000'000));
  EXPECT_THAT(selection.untried, IsEmpty());
  ASSERT_TRUE(selection.transformed);
  EXPECT_EQ(cutOff(selection.transformed->context.decisions), 0U);
  EXPECT_LT(selection.steps.used(), selection.steps.allowed());
}

TEST(Steps, WithoutThemWhatIsHotIsLeftAndSaid) {
  const Selection selection = chosen(optionsWith(0));
  EXPECT_THAT(selection.untried, Not(IsEmpty()));
  EXPECT_THAT(renderSelection(selection), HasSubstr("cut off, for no steps were left (--steps)"));
  const ir::Program input = program();
  const Workload workload(input);
  const Written nothing;
  engine::Options options = optionsWith(0);
  options.steps = 0;
  const Workshop make(input, workload, tokens(input), nothing, options);
  const Attempt attempt = make(options);
  EXPECT_GT(cutOff(attempt.transformed.context.decisions), 0U);
  EXPECT_TRUE(eval::comparePrograms(input, attempt.program).equal());
}

TEST(Steps, BoundWhatIsBuiltWithoutAPrice) {
  const auto built = [](std::uint64_t steps) {
    engine::Options options = optionsWith(8000, 0);
    options.steps = steps;
    pipeline::Context context;
    pipeline::RunReport report;
    (void)pipeline::run(defaultPipeline(options), program(), context, {}, report);
    return cutOff(context.decisions);
  };
  EXPECT_EQ(built(1'000'000), 0U);
  EXPECT_GT(built(1), 0U);
}

}  // namespace
}  // namespace deforest::search
