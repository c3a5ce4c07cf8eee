// What is kept to be done later costs a cell; what is certainly done, and what is cheap, does not.
#include <gtest/gtest.h>

#include "eval/lazy/machine.hpp"
#include "text/parse.hpp"

namespace deforest::eval {
namespace {

// Of `f` of a number: the suspensions of one evaluation.
std::uint64_t suspensions(const std::string& source, std::uint64_t argument = 3) {
  text::ParseOptions options;
  options.lazy = true;
  const auto parsed = text::parse("module M (f) where\n" + source, "test.hs", options);
  if (!parsed) {
    ADD_FAILURE() << "it is wrong";
    return 0;
  }
  LazyMachine machine(*parsed);
  const Outcome outcome = machine.call(*parsed->find("f"), std::vector{Value{argument}});
  EXPECT_TRUE(outcome.ok()) << outcome.message;
  return outcome.counts.suspensions;
}

TEST(Suspensions, OfCallsThatCellsKeep) {
  EXPECT_EQ(suspensions("f :: Int -> [Int]\nf x = [g x, g (x + 1)]\n"
                        "g :: Int -> Int\ng x = if x > 0 then g (x - 1) else x\n"),
            2U);
}

// The sum is a number in a box, and the other one a suspension of it.
TEST(Suspensions, NoneOfCheapArithmeticOnWhatIsEvaluated) {
  EXPECT_EQ(suspensions("f :: Int -> [Int]\nf x = if x > 0 then [x + 1] else []\n"), 1U);
  EXPECT_EQ(suspensions("f :: Int -> [Int]\nf x = if x > 0 then [x] else []\n"), 0U);
  EXPECT_EQ(suspensions("f :: Int -> [Int]\nf x = [x + 1]\n"), 1U);
}

TEST(Suspensions, NoneOfArgumentsThatAreDemanded) {
  EXPECT_EQ(suspensions("f :: Int -> Int\nf n = g n 0\n"
                        "g :: Int -> Int -> Int\n"
                        "g n s = if n == 0 then s else g (n - 1) (s + h n)\n"
                        "h :: Int -> Int\nh n = if n > 1 then h (n - 2) else n\n"),
            0U);
}

// A pair that is not asked for at once: what gives both, both together, and each that is kept.
TEST(Suspensions, OfSeveralResultsAtOnceAreMore) {
  const std::string both =
      "g :: Int -> (# Int, Int #)\n"
      "g x = if x > 0 then g (x - 1) else (# x, x #)\n";
  EXPECT_EQ(suspensions("f :: Int -> (Int, Int)\n"
                        "f x = let (# a, b #) = g x in (a, b)\n" +
                        both),
            4U);
}

// A part of a program of which nothing is known before it is evaluated.
const std::string half =
    "h :: Int -> Int\n"
    "h x = if x > 1 then h (x - 2) else x\n";

TEST(Suspensions, OfWhatSeveralSuspensionsWant) {
  EXPECT_EQ(suspensions("f :: Int -> [Int]\nf x = let p = h x in [h p, h (p + 1)]\n" + half), 3U);
  EXPECT_EQ(suspensions("f :: Int -> [Int]\nf x = let p = h x in [h (p * p), x]\n" + half), 1U);
}

// What gives both parts, and each of the two that are computed with a part.
TEST(Suspensions, OfWhatIsTakenApartInSeveralPlaces) {
  const std::string pair =
      "data P = P Int Int\n"
      "p :: Int -> P\np x = if x > 1 then p (x - 2) else P x x\n";
  EXPECT_EQ(suspensions("f :: Int -> [Int]\n"
                        "f x = let { P a b = p x } in [h a, h b]\n" +
                        pair + half),
            3U);
  EXPECT_EQ(suspensions("f :: Int -> [Int]\n"
                        "f x = let { P a b = p x } in [h a]\n" +
                        pair + half),
            1U);
}

// Nobody knows which of the two is asked for: at each of three levels both are left for later, and
// what gives both is, and what they are together.
TEST(Suspensions, OfResultsThatAreNotWantedTogether) {
  const std::string walk =
      "w :: Int -> (# Int, Int #)\n"
      "w x = if x == 0 then (# 0, 0 #) else let (# a, b #) = w (x - 1) in (# h a, h (b + 1) #)\n";
  const std::uint64_t few = suspensions(
      "f :: Int -> Int\n"
      "f x = let (# a, b #) = w x in if odd x then a else b\n" +
          walk + half,
      3);
  const std::uint64_t more = suspensions(
      "f :: Int -> Int\n"
      "f x = let (# a, b #) = w x in if odd x then a else b\n" +
          walk + half,
      4);
  EXPECT_EQ(more - few, 6U);
  EXPECT_EQ(suspensions("f :: Int -> Int\n"
                        "f x = let (# a, b #) = w x in h a + h b\n" +
                        walk + half),
            0U);
}

// Results that are several are not unboxed: two numbers at each of three levels, and the last two
// are literals.
TEST(Suspensions, OfNumbersAmongSeveralResults) {
  EXPECT_EQ(suspensions("f :: Int -> Int\n"
                        "f x = let (# a, b #) = w x in a + b\n"
                        "w :: Int -> (# Int, Int #)\n"
                        "w x = if x == 0 then (# 0, 0 #) else\n"
                        "  let (# a, b #) = w (x - 1) in (# a + x, b + 1 #)\n"),
            6U);
}

}  // namespace
}  // namespace deforest::eval
