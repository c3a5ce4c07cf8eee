// Where strict evaluation has no value and Haskell's may have one: graph/eager_failures.
#include "graph/eager_failures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/parse.hpp"

namespace deforest::graph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// As they are told: who calls what.
std::vector<std::string> found(const std::string& source) {
  const auto program = text::parse(source, "test.hs");
  EXPECT_TRUE(program);
  std::vector<std::string> calls;
  for (const EagerFailure& failure : eagerFailures(*program)) {
    calls.push_back(failure.function + " " + failure.callee);
  }
  return calls;
}

TEST(EagerFailures, AreArgumentsAndFieldsThatNobodyMayWant) {
  EXPECT_THAT(found("module M (f) where\n"
                    "f :: Maybe Int -> Int\nf m = orElse (failure 1) m\n"
                    "orElse :: Int -> Maybe Int -> Int\norElse d m = maybe d id m\n"
                    "failure :: Int -> Int\nfailure n = error (show n)\n"),
              ElementsAre("f failure"));
  EXPECT_THAT(found("module M (from) where\n"
                    "from :: Int -> [Int]\nfrom n = n : from (n + 1)\n"),
              ElementsAre("from from"));
}

TEST(EagerFailures, SayWhatTheFirstFailureSays) {
  const auto program = text::parse(
      "module M (f, from) where\n"
      "f :: Maybe Int -> Int\nf m = orElse (outer 1) m\n"
      "orElse :: Int -> Maybe Int -> Int\norElse d m = maybe d id m\n"
      "outer, inner :: Int -> Int\nouter n = 1 + inner n\ninner _ = error \"none\"\n"
      "from :: Int -> [Int]\nfrom n = n : from (n + 1)\n",
      "test.hs");
  ASSERT_TRUE(program);
  std::vector<std::string> reasons;
  for (const EagerFailure& failure : eagerFailures(*program)) reasons.push_back(failure.reason);
  EXPECT_THAT(reasons, testing::Contains("none"));
  EXPECT_THAT(reasons, testing::Contains(""));
}

// A loop that only an error ends has no value, whoever evaluates it.
TEST(EagerFailures, AreNotLoopsThatAreWantedAndEndInAFailure) {
  const std::string loop =
      "loop :: Int -> Int\nloop n = if n > 9 then error (show n) else loop (n + 1)\n";
  EXPECT_THAT(found("module M (f) where\nf :: Int -> Int\nf n = loop n + 1\n" + loop), IsEmpty());
  EXPECT_THAT(found("module M (f) where\nf :: Int -> Int -> Int\nf n m = other (loop n) m\n"
                    "other :: Int -> Int -> Int\nother x n = if n > 0 then x else n\n" +
                    loop),
              ElementsAre("f loop"));
}

TEST(EagerFailures, AreNotWhatIsWantedAnyway) {
  EXPECT_THAT(found("module M (f) where\n"
                    "f :: Int -> Int\nf n = if n > 0 then n else failure n\n"
                    "failure :: Int -> Int\nfailure n = error (show n)\n"),
              IsEmpty());
}

// One fails in one branch, another one in the other.
TEST(EagerFailures, AreNotWhatIsWantedAnywayInEitherBranch) {
  EXPECT_THAT(found("module M (f) where\n"
                    "f :: Int -> Int\nf n = (if n > 0 then first n else second n) + 1\n"
                    "first :: Int -> Int\nfirst n = error (show n)\n"
                    "second :: Int -> Int\nsecond n = error (show (n + 1))\n"),
              IsEmpty());
}

// A result of several that comes of such a call by way of others is wanted if the call is.
TEST(EagerFailures, AreNotWhatAllResultsComeFrom) {
  EXPECT_THAT(found("module M (run) where\n"
                    "run :: [Int] -> Int -> (Int, Int)\n"
                    "run [a, b] s = (a + b, s)\nrun _ s = stop \"no\" s\n"
                    "stop, end :: String -> Int -> (Int, Int)\n"
                    "stop m s = end m (s + 1)\nend m _ = error m\n"),
              IsEmpty());
}

// The end of a program is no failure: it comes where that action is due.
TEST(EagerFailures, AreNoEndsOfPrograms) {
  EXPECT_THAT(found("module Main (main) where\n"
                    "import System.Exit\n"
                    "ends :: Int -> IO Int\n"
                    "ends n = do { putStrLn (show n); exitWith (ExitFailure n) }\n"
                    "main :: IO ()\n"
                    "main = do { s <- getLine; n <- ends (length s); print 1 }\n"),
              IsEmpty());
}

}  // namespace
}  // namespace deforest::graph
