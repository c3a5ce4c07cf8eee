// The settings that the portfolio chooses are counted once more before they are used.
#include <gmock/gmock.h>

#include "driver/portfolio.hpp"
#include "text/parse.hpp"

namespace deforest::driver {
namespace {

// The match on the flag fuses with `both`, and is then called by `search` and by itself; so it is
// not put back into `search`. A step after Up costs a call more than it did; one after Down, at
// least one less. Few ways have more of the former.
constexpr const char* program = R"(
module M (start) where

data Flag = Up | Down

data Way = End Flag | Step Flag Way Flag | Left Way | Right Way

start :: Way -> Way
start w = search w (both Up Up)

search :: Way -> Flag -> Way
search (End _) _ = error "end"
search (Step x w y) flag = case flag of
  Up -> search w x
  Down -> search w (both x y)
search (Left w) _ = w
search (Right w) _ = w

both :: Flag -> Flag -> Flag
both _ a@Up = a
both x Down = x
)";

TEST(ConfirmedChoice, RefusesWhatFewInputsDoNotShowToCostMore) {
  const ir::Program input = *text::parse(program, "test", {});
  PortfolioOptions hasty;
  hasty.confirmingInputs = 0;
  const Selection first = choose(input, {}, hasty);
  EXPECT_NE(first.candidates[first.winner].name, "unfused");
  const Selection confirmed = choose(input, {});
  EXPECT_THAT(confirmed.candidates[first.winner].refusal, testing::HasSubstr("more matches"));
  EXPECT_EQ(confirmed.candidates[confirmed.winner].name, "unfused");
}

}  // namespace
}  // namespace deforest::driver
