// The most words held at once where evaluation is lazy, on programs of which it is plain.
#include <gtest/gtest.h>

#include "eval/lazy/machine.hpp"
#include "text/parse.hpp"

namespace deforest::eval {
namespace {

// What `f n` holds.
std::uint64_t wordsHeld(const std::string& declarations, std::uint64_t n) {
  text::ParseOptions options;
  options.lazy = true;
  const auto program = text::parse("module M (f) where\n" + declarations + R"(
build :: Int -> [Int]
build n = if n == 0 then [] else n : build (n - 1)
total :: [Int] -> Int -> Int
total [] s = s
total (x : xs) s = total xs (s + x)
count :: [Int] -> Int -> Int
count [] n = n
count (x : xs) n = count xs (n + 1)
both :: [Int] -> Int -> (# Int, [Int] #)
both [] s = (# s, [] #)
both (x : xs) s = let (# t, ys #) = both xs (s + x) in (# t, build x ++ ys #)
)",
                                   "test.hs", options);
  EXPECT_TRUE(program);
  LazyMachine machine(*program);
  machine.countHeld();
  const auto seen =
      machine.observe(*program->find("f"), std::vector{Value{n}}, {}, enoughSightings);
  EXPECT_EQ(seen.kind(), Outcome::Kind::Values);
  return seen.counts.held;
}

TEST(LazyHeld, IsLittleOfAListThatIsReadAsItIsMade) {
  const std::string f = "f :: Int -> Int\nf n = total (build n) 0\n";
  EXPECT_LT(wordsHeld(f, 1000), 200U);
}

// Three words for each cell.
TEST(LazyHeld, IsAListThatIsReadTwice) {
  const std::string f = "f :: Int -> Int\nf n = let xs = build n in total xs 0 + count xs 0\n";
  EXPECT_NEAR(static_cast<double>(wordsHeld(f, 1000)), 3000, 300);
}

// What waits for the rest of a sum.
TEST(LazyHeld, IsWhatWaits) {
  const std::string sum =
      "f :: Int -> Int\nf n = sums (build n)\n"
      "sums :: [Int] -> Int\nsums [] = 0\nsums (x : xs) = x + sums xs\n";
  EXPECT_GE(wordsHeld(sum, 1000), 4000U);
  EXPECT_LT(wordsHeld(sum, 1000), 9000U);
}

// The list is asked for when the sum is there: until then each of its parts is suspended, and holds
// its element.
TEST(LazyHeld, IsWhatIsSuspendedOfResultsThatAreNotWantedTogether) {
  const std::string sum =
      "f :: Int -> Int\n"
      "f n = let (# s, ys #) = both (build n) 0 in s\n";
  const std::string both =
      "f :: Int -> Int\n"
      "f n = let (# s, ys #) = both (build n) 0 in if s > 0 then count ys 0 "
      "else 0\n";
  EXPECT_GT(wordsHeld(both, 200), wordsHeld(sum, 200) + 4 * 200);
}

}  // namespace
}  // namespace deforest::eval
