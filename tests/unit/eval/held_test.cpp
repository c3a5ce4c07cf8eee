// The most cells held at once, on programs of which it is plain.
#include "eval/held.hpp"

#include <gtest/gtest.h>

#include "eval/evaluate.hpp"
#include "ir/scalar.hpp"
#include "text/parse.hpp"

namespace deforest::eval {
namespace {

// What `f n` holds.
std::uint64_t held(const std::string& declarations, std::int64_t n) {
  const std::string source = "module M (f) where\n" + declarations + R"(
build :: Int -> [Int]
build n = if n == 0 then [] else n : build (n - 1)
total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs
increase :: [Int] -> [Int]
increase [] = []
increase (x : xs) = x + 1 : increase xs
reverseOnto :: [Int] -> [Int] -> [Int]
reverseOnto [] ys = ys
reverseOnto (x : xs) ys = reverseOnto xs (x : ys)
)";
  const auto program = text::parse(source, "m");
  EXPECT_TRUE(program) << (program ? "" : support::render(program.diagnostics(), "m", source));
  Machine machine(*program);
  machine.countHeld();
  const std::vector<Value> arguments = {Value{ir::scalar::encode(n)}};
  const Outcome outcome = machine.call(*program->find("f"), arguments);
  EXPECT_TRUE(outcome.ok()) << outcome.message;
  return outcome.counts.held;
}

TEST(Held, IsNothingWithoutCells) {
  EXPECT_EQ(held("f :: Int -> Int\nf n = n + 1", 9), 0U);
}

TEST(Held, IsAListThatIsBuiltBeforeItIsRead) {
  EXPECT_EQ(held("f :: Int -> Int\nf n = total (build n)", 100), 100U);
}

TEST(Held, IsNotWhatWasReadForTheLastTime) {
  EXPECT_EQ(held("f :: Int -> Int\nf n = total (build n) + total (build n)", 100), 100U);
  EXPECT_EQ(
      held("f :: Int -> Int\nf n = let { a = build n; b = build n } in total a + total b", 100),
      200U);
}

TEST(Held, IsWhatSomeFrameWillRead) {
  EXPECT_EQ(held("f :: Int -> Int\nf n = let a = build n in total (build n) + total a", 100), 200U);
}

// Every cell that is read makes room for the one that is made of it.
TEST(Held, DiesAlongTheWay) {
  EXPECT_EQ(held("f :: Int -> Int\nf n = total (reverseOnto (build n) [])", 100), 100U);
}

// A register that only another branch reads keeps nothing.
TEST(Held, DependsOnTheBranchTaken) {
  const std::string source = R"(
f :: Int -> Int
f n = g n (build 50) (build 50)
g :: Int -> [Int] -> [Int] -> Int
g n xs ys = if n > 0 then total (build 90) + total xs else total xs + total ys
)";
  EXPECT_EQ(held(source, 1), 140U);
}

// What stands after a failure is never reached, and tells nothing of what is held.
TEST(Held, IsKnownBehindABranchThatFails) {
  EXPECT_EQ(held("f :: Int -> Int\nf n = let { a = build n; m = case a of { [] -> error \"none\"; "
                 "x : _ -> x }; b = build m } in total b + total a",
                 100),
            200U);
}

TEST(Held, CountsSharedCellsOnce) {
  EXPECT_EQ(held("f :: Int -> Int\nf n = let a = build n in pair (a, a)\n"
                 "pair :: ([Int], [Int]) -> Int\npair (a, b) = total a + total b",
                 100),
            101U);
}

TEST(Held, LooksThroughNewtypes) {
  EXPECT_EQ(held("newtype Box = Box [Int]\nf :: Int -> Int\nf n = open (build 7) (Box (build n))\n"
                 "open :: [Int] -> Box -> Int\nopen ys (Box xs) = total ys + total xs",
                 100),
            107U);
}

// Beyond some effort it is a bound from below, by a sixteenth at most.
TEST(Held, IsNearTheTruthForLargeOnes) {
  const std::uint64_t many =
      held("f :: Int -> Int\nf n = total (build n) + total (build n)", 100'000);
  EXPECT_LE(many, 100'000U);
  EXPECT_GE(many, 93'750U);
}

TEST(Held, IsCountedOnlyIfAskedFor) {
  const auto program = text::parse("module M (f) where\nf :: Int -> [Int]\nf n = [n]\n", "m");
  ASSERT_TRUE(program);
  Machine machine(*program);
  const std::vector<Value> arguments = {Value{ir::scalar::encode(std::int64_t{1})}};
  EXPECT_EQ(machine.call(*program->find("f"), arguments).counts.held, 0U);
  machine.countHeld();
  EXPECT_EQ(machine.call(*program->find("f"), arguments).counts.held, 1U);
}

}  // namespace
}  // namespace deforest::eval
