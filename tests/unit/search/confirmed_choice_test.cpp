// The settings that the portfolio chooses are counted once more before they are used.
#include <gmock/gmock.h>

#include "search/portfolio.hpp"
#include "text/parse.hpp"

namespace deforest::search {
namespace {

// With a producer for each use of `sums`, it is made anew at every element but the last: lists of
// one element do not show it.
constexpr const char* program = R"(
module M (start) where

data List = Sing Int | Cons Int List

start :: List -> List
start xs = shift (sums xs)

sums :: List -> List
sums (Sing x) = Sing x
sums (Cons x xs) = let r = sums xs in Cons (x + first r) r

first :: List -> Int
first (Sing x) = x
first (Cons x _) = x

shift :: List -> List
shift (Sing x) = Sing 0
shift (Cons _ xs) = Cons (first xs) (shift xs)
)";

TEST(ConfirmedChoice, RefusesWhatFewInputsDoNotShowToCostMore) {
  const ir::Program input = *text::parse(program, "test", {});
  engine::Options naive;
  naive.stopAfter = engine::Stage::Fusion;
  naive.price = 0;
  PortfolioOptions hasty;
  hasty.workload.samples.wanted = 1;
  hasty.workload.samples.magnitudes = {2};
  hasty.workload.samples.candidates = 1;
  hasty.workload.samples.changes = 0;
  hasty.confirmingInputs = 0;
  const Selection first = choose(input, naive, hasty);
  EXPECT_NE(first.candidates[first.winner].name, "unfused");
  hasty.confirmingInputs = 200;
  const Selection confirmed = choose(input, naive, hasty);
  EXPECT_THAT(confirmed.candidates[first.winner].refusal, testing::HasSubstr("more matches"));
  // The fragment that is to blame is refused, and nothing else.
  const Candidate& winner = confirmed.candidates[confirmed.winner];
  ASSERT_EQ(winner.options.refused.size(), 1U);
  EXPECT_THAT(winner.options.refused[0].reason, testing::HasSubstr("more matches"));
}

}  // namespace
}  // namespace deforest::search
