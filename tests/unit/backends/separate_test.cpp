// Which lists are made again for each of their readers, and what of a line of calls waits.
#include "backends/haskell/separate.hpp"

#include <gtest/gtest.h>

#include "backends/haskell.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"

namespace deforest::testing {
namespace {

const std::string functions = R"(
data Tree = Leaf | Node Tree Int Tree

rows :: Int -> Tree -> [Int]
rows _ Leaf = []
rows k (Node l n r) = n + k : rows k l ++ rows k r

total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs

most :: [Int] -> Int
most [] = 0
most (x : xs) = max x (most xs)
)";

std::string separated(const std::string& source, const std::string& made) {
  const auto before = text::parse("module M (f) where\n" + functions + source, "source.hs.ir");
  const auto after = text::parse("module M (f) where\n" + functions + made, "made.hs.ir");
  EXPECT_TRUE(before.ok() && after.ok()) << source << made;
  if (!before || !after) return "";
  return text::print(backends::separateLists(*before, *after));
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

const std::string joined = R"(
f :: Tree -> (Int, Int)
f t = let xs = rows 1 t in (total xs, most xs)
)";

TEST(Separate, WhatTheSourceMakesTwice) {
  const std::string source = R"(
f :: Tree -> (Int, Int)
f t = (total (rows 1 t), most (rows 1 t))
)";
  EXPECT_EQ(times(separated(source, joined), "= rows 1 t"), 2U);
}

TEST(Separate, NotWhatTheSourceSharesItself) {
  EXPECT_EQ(times(separated(joined, joined), "= rows 1 t"), 1U);
}

TEST(Separate, NotAnotherListOfTheSameFunction) {
  const std::string source = R"(
f :: Tree -> (Int, Int)
f t = (total (rows 1 t), most (rows 2 t))
)";
  EXPECT_EQ(times(separated(source, joined), "= rows 1 t"), 1U);
}

TEST(Separate, NotWhatIsKeptAnyway) {
  const std::string source = R"(
f :: Tree -> ([Int], Int, Int)
f t = (rows 1 t, total (rows 1 t), most (rows 1 t))
)";
  const std::string made = R"(
f :: Tree -> ([Int], Int, Int)
f t = let xs = rows 1 t in (xs, total xs, most xs)
)";
  EXPECT_EQ(times(separated(source, made), "= rows 1 t"), 1U);
}

std::string printed(const std::string& source) {
  const auto program = text::parse("module M (f) where\n" + functions + source, "source.hs.ir");
  EXPECT_TRUE(program.ok()) << source;
  return program ? backends::emitHaskell(*program, {ir::Semantics::Strict}) : "";
}

// Computed in turn, the two lists would be one to GHC.
TEST(Waiting, NumbersWhereAListIsMadeAgain) {
  const std::string out = printed(R"(
f :: Tree -> (Int, Int)
f t = let { n = total (rows 1 t) ; m = n * most (rows 1 t) } in (n, m)
)");
  EXPECT_NE(out.find(" n = total"), std::string::npos) << out;
  EXPECT_NE(out.find(" m = n *"), std::string::npos) << out;
}

TEST(Waiting, NotOtherNumbers) {
  const std::string out = printed(R"(
f :: Tree -> (Int, Int)
f t = let { n = total (rows 1 t) ; m = n * most (rows 2 t) } in (n, m)
)");
  EXPECT_NE(out.find("!n = total"), std::string::npos) << out;
}

TEST(Waiting, NotWhereCallsWereBroughtTogether) {
  const std::string out = printed(R"(
f :: Tree -> (Int, Int, Int)
f t = let { (# n, m #) = both t ; k = n * total (rows m t) ; l = most (rows m t) } in (n, k, l)

both :: Tree -> (# Int, Int #)
both Leaf = (# 0, 1 #)
both (Node l n r) = let { (# a, b #) = both l } in (# a + n, b #)
)");
  EXPECT_NE(out.find("!k = n *"), std::string::npos) << out;
}

}  // namespace
}  // namespace deforest::testing
