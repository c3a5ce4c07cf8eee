// What share of a program's work each function has: search/shares.
#include "search/shares.hpp"

#include <gtest/gtest.h>

#include "text/parse.hpp"

namespace deforest::search {
namespace {

std::map<std::string, double> sharesIn(const std::string& text, std::uint64_t calls = 100'000) {
  text::ParseOptions options;
  options.lazy = true;
  options.roots = {"main"};
  const auto program = text::parse(text, "test.hs", options);
  EXPECT_TRUE(program);
  return sharesOfMain(*program, calls);
}

const std::string functions = R"(
data Tree = Leaf | Node Tree Int Tree
build, lean :: Int -> Tree
build n = if n == 0 then Leaf else Node (build (n - 1)) n (build (n - 1))
lean n = if n == 0 then Leaf else Node (lean (n - 1)) n Leaf
total, height, unused :: Tree -> Int
total Leaf = 0
total (Node l n r) = total l + n + total r
height Leaf = 0
height (Node l _ _) = 1 + height l
unused Leaf = 1
unused (Node l _ r) = unused l - unused r
)";

TEST(Shares, AreOfWhatMainDoes) {
  const auto shares =
      sharesIn("main = print (total (build 10)) >> print (height (build 3))\n" + functions);
  EXPECT_DOUBLE_EQ(shares.at("main"), 1);
  EXPECT_GT(shares.at("total"), 0.3);
  EXPECT_GT(shares.at("build"), 0.3);
  EXPECT_LT(shares.at("height"), 0.01);
  EXPECT_FALSE(shares.contains("unused"));
}

TEST(Shares, AreThoseOfTheBeginningIfItTakesLong) {
  // A text is as long as it is.
  const auto shares = sharesIn(
      "main = print (total (build (length \"some letters\"))) >> print (unused Leaf)\n" + functions,
      1000);
  EXPECT_GT(shares.at("total"), 0.3);
}

TEST(Shares, AreOfAProgramThatIsGivenNothing) {
  const auto shares = sharesIn(
      "import System.Environment (getArgs)\n"
      "main = do\n"
      "  args <- getArgs\n"
      "  let n = case args of { [s] -> read s; _ -> 9 }\n"
      "  print (total (build n))\n  print (height (lean n))\n" +
      functions);
  EXPECT_GT(shares.at("total"), 0.3);
  EXPECT_LT(shares.at("height"), 0.05);
}

TEST(Shares, AreOfWhatItReadsWhereItReads) {
  const auto shares = sharesIn(
      "main = do\n  n <- fmap read getLine\n  print (height (lean n))\n"
      "  print (total (lean n) + unused Leaf)\n" +
      functions);
  EXPECT_GT(shares.at("lean"), 0.2);
  EXPECT_GT(shares.at("height"), 0.1);
  EXPECT_LT(shares.at("unused"), 0.1);
  EXPECT_TRUE(sharesIn("main = print (total (error \"none\"))\n" + functions).empty());
}

TEST(Shares, ThereAreNoneWithoutMain) {
  text::ParseOptions options;
  options.lazy = true;
  const auto program = text::parse("module M (total) where\n" + functions, "test.hs", options);
  ASSERT_TRUE(program);
  EXPECT_TRUE(sharesOfMain(*program, 1000).empty());
}

}  // namespace
}  // namespace deforest::search
