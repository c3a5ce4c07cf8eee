// Numbers that say how long the numbers of a program are become smaller, as those that say how many
// there are.
#include "search/short_main.hpp"

#include <gtest/gtest.h>

#include "eval/evaluate.hpp"
#include "text/parse.hpp"

namespace deforest::search {
namespace {

// Its `total` ends soon, and not before it has done something.
void expectShortened(const std::string& text) {
  const auto program = text::parse(text, "test.hs.ir");
  ASSERT_TRUE(program);
  constexpr std::uint64_t few = 50'000;
  const auto smaller = withShortMain(*program, few, few, false);
  ASSERT_TRUE(smaller);
  eval::Machine machine(*smaller, {.calls = few});
  const eval::Outcome outcome = machine.call(*smaller->find("total"), {});
  ASSERT_TRUE(outcome.ok());
  EXPECT_GT(outcome.counts.inCalls(), few / 16);
}

TEST(ShortMain, ArePowersThatMakeLongNumbers) {
  for (const char* number : {"2 ^ 60000", "shiftL 1 60000"}) {
    const auto program = text::parse(std::string(R"(module M (total) where
import Data.Bits
total :: Integer
total = add 0 ()") + number + R"()

add :: Integer -> Integer -> Integer
add s n = if n == 0 then s else add (s + rem n 10) (quot n 10)
)",
                                     "test.hs.ir");
    ASSERT_TRUE(program);
    constexpr std::uint64_t few = 50'000;
    const auto smaller = withShortMain(*program, few, 100 * few, false);
    ASSERT_TRUE(smaller) << number;
    eval::Machine machine(*smaller, {.calls = few});
    EXPECT_TRUE(machine.call(*smaller->find("total"), {}).ok());
  }
}

// With 3 for 5 it would either end at once or not at all.
TEST(ShortMain, DoesWhatItDoesAgainAndAgain) {
  expectShortened(R"(module M (total) where
total :: Int
total = upTo 1000000 3 5

upTo :: Int -> Int -> Int -> Int
upTo n i j = if i > n then 0 else i + upTo n j (j + (j - i))
)");
}

// How often a machine goes round stands in the tree that is its program.
TEST(ShortMain, IsWhatATreeMakesLong) {
  expectShortened(R"(module M (total) where
data Code = Down Int Code | Done

total :: Int
total = run 0 code

code :: Code
code = Down 2 (Down 3000000 Done)

run :: Int -> Code -> Int
run s Done = s
run s (Down n next) = again s n next

again :: Int -> Int -> Code -> Int
again s n next = if n == 0 then run s next else again (s + n) (n - 1) next
)");
}

}  // namespace
}  // namespace deforest::search
