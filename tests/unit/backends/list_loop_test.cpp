// Functions that are written as comprehensions: backends/haskell/list_loop.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/haskell.hpp"
#include "support/diagnostic.hpp"
#include "text/parse.hpp"

namespace deforest::backends {
namespace {

using testing::HasSubstr;
using testing::Not;

// `declarations` as they are printed anew, which is read again.
std::string printedLazily(const std::string& declarations) {
  const std::string source = "module M (f) where\ndata P = P Int Int\n" + declarations;
  text::ParseOptions options;
  options.lazy = true;
  const auto program = text::parse(source, "test.hs", options);
  if (!program) {
    ADD_FAILURE() << support::render(program.diagnostics(), "test.hs", source);
    return "";
  }
  const std::string text = emitHaskell(*program, {ir::Semantics::Haskell});
  const auto again = text::parse(text, "printed.hs", options);
  EXPECT_TRUE(again) << support::render(again.diagnostics(), "printed.hs", text);
  return text;
}

TEST(ListLoop, SaysWhatBecomesOfEachElement) {
  EXPECT_THAT(printedLazily("f :: [Int] -> Int -> [Int]\n"
                            "f [] _ = []\n"
                            "f (x : xs) n = x * n : f xs n\n"),
              HasSubstr("f xs n = [x * n | x <- xs]\n"));
}

TEST(ListLoop, DropsElements) {
  EXPECT_THAT(printedLazily("f :: [Int] -> Int -> [Int]\n"
                            "f [] _ = []\n"
                            "f (x : xs) n = if x > n then x : f xs n else f xs n\n"),
              HasSubstr("f xs n = [x | x <- xs, x > n]\n"));
  EXPECT_THAT(printedLazily("f :: [Int] -> [Bool]\n"
                            "f [] = []\n"
                            "f (x : xs) = if even x then f xs else (x > 3) : f xs\n"),
              HasSubstr("f xs = [b | x <- xs, not (even x), let !b = x > 3]\n"));
}

// What is taken apart is not looked at before it is wanted.
TEST(ListLoop, TakesElementsApartWhereTheyAreWanted) {
  EXPECT_THAT(printedLazily("f :: [P] -> [Int]\n"
                            "f [] = []\n"
                            "f (p : ps) = (case p of P a b -> a + b) : f ps\n"),
              HasSubstr("P a b = p"));
}

TEST(ListLoop, IsNoLoopThatDoesMore) {
  const auto isNone = [](const std::string& declarations) {
    EXPECT_THAT(printedLazily(declarations), Not(HasSubstr(" <- "))) << declarations;
  };
  // Another argument than its own, another end, two elements for one, the rest twice, or both.
  isNone("f :: [Int] -> Int -> [Int]\nf [] _ = []\nf (x : xs) n = x * n : f xs (n + 1)\n");
  isNone("f :: [Int] -> Int -> [Int]\nf [] n = [n]\nf (x : xs) n = x * n : f xs n\n");
  isNone("f :: [Int] -> [Int]\nf [] = []\nf (x : xs) = x : x + 1 : f xs\n");
  isNone("f :: [Int] -> [[Int]]\nf [] = []\nf (x : xs) = xs : f xs\n");
  isNone("f :: [Int] -> [Int]\nf [] = []\nf (x : xs) = if even x then x : f xs else xs\n");
  isNone("f :: [Int] -> [Int]\nf [] = []\nf (x : xs) = if even x then x : f xs else [x]\n");
}

// A line that is broken does not end the block that a `let` begins.
TEST(ListLoop, LongLinesHaveBraces) {
  const std::string sum = "aLongNameOfAField + anotherLongNameOfAField";
  EXPECT_THAT(
      printedLazily("f :: [P] -> [Int]\nf [] = []\n"
                    "f (p : ps) = (case p of P aLongNameOfAField anotherLongNameOfAField -> (" +
                    sum + ") * (" + sum + ")) : f ps\n"),
      HasSubstr("let {P "));
}

}  // namespace
}  // namespace deforest::backends
