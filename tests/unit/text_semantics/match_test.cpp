// Patterns and guards become decision trees. `expectElaborates` gives the tree as nested `case`s
// and `if`s, one test each.
#include "ir/measure.hpp"
#include "semantics.hpp"

namespace deforest::text {
namespace {

TEST(Match, OneTestPerConstructor) {
  expectElaborates(
      "data T = A | B Int T | C T T\n"
      "f :: T -> Int\n"
      "f A = 0\n"
      "f (B n A) = n\n"
      "f (B n (B m _)) = n + m\n"
      "f _ = 9\n",
      "data T = A | B Int T | C T T\n"
      "f :: T -> Int\n"
      "f t = case t of\n"
      "  A -> 0\n"
      "  B n u -> case u of\n"
      "    A -> n\n"
      "    B m v -> n + m\n"
      "    C x y -> 9\n"
      "  C x y -> 9\n");
}

TEST(Match, ColumnsFromTheLeft) {
  expectElaborates(
      "data L = N | C Int L\n"
      "zip' :: L -> L -> Int\n"
      "zip' (C x xs) (C y ys) = x + y\n"
      "zip' N N = 1\n"
      "zip' _ _ = 2\n",
      "data L = N | C Int L\n"
      "zip' :: L -> L -> Int\n"
      "zip' a b = case a of\n"
      "  N -> case b of\n"
      "    N -> 1\n"
      "    C y ys -> 2\n"
      "  C x xs -> case b of\n"
      "    N -> 2\n"
      "    C y ys -> x + y\n");
}

TEST(Match, LiteralsAreComparedOnce) {
  expectElaborates(
      "f :: Int -> Int -> Int\n"
      "f 0 1 = 1\n"
      "f 0 _ = 2\n"
      "f n (-3) = n\n"
      "f _ _ = 4\n",
      "f :: Int -> Int -> Int\n"
      "f a b =\n"
      "  let !x = a == 0 in\n"
      "  if x then let !y = b == 1 in if y then 1 else 2\n"
      "  else let !y = b == (-3) in if y then a else 4\n");
}

TEST(Match, SingleConstructorsAreUnpackedWithoutBranch) {
  expectElaborates(
      "data P = P Int (Int, Int)\n"
      "f :: P -> Int\n"
      "f (P a (b, c)) = a + b + c\n",
      "data P = P Int (Int, Int)\n"
      "f :: P -> Int\n"
      "f p =\n"
      "  let !(P a q) = p\n"
      "      !(b, c) = q\n"
      "      !s = a + b\n"
      "  in s + c\n");
}

TEST(Match, GuardsFallThrough) {
  expectElaborates(
      "f :: Int -> Int -> Int\n"
      "f x y | x > 10 = 1\n"
      "      | y > 10 = 2\n"
      "f 0 y = y\n"
      "f x _ = x\n",
      "f :: Int -> Int -> Int\n"
      "f x y =\n"
      "  let !a = x > 10 in\n"
      "  if a then 1 else\n"
      "  let !b = y > 10 in\n"
      "  if b then 2 else\n"
      "  let !c = x == 0 in\n"
      "  if c then y else x\n");
}

TEST(Match, NothingMatches) {
  expectElaborates(
      "f :: Maybe Int -> Int\n"
      "f (Just 0) = 1\n",
      "f :: Maybe Int -> Int\n"
      "f m = case m of\n"
      "  Nothing -> errorWithoutStackTrace \"test:2:1-14: Non-exhaustive patterns in function f\"\n"
      "  Just n -> let !b = n == 0 in\n"
      "    if b then 1 else errorWithoutStackTrace \"test:2:1-14: Non-exhaustive patterns in "
      "function f\"\n");
  EXPECT_EQ(evaluated("f x = case x of { 1 -> 'a' }\n", "f 2"),
            "error: test:1:7-28: Non-exhaustive patterns in case");
  EXPECT_EQ(evaluated("{-# LANGUAGE MultiWayIf #-}\nf x = if | x > 1 -> 'a'\n", "f 0"),
            "error: test:2:7-23: Non-exhaustive guards in multi-way if");
  EXPECT_EQ(evaluated("f x = let (y : _) = x in y + 1\n", "f []"),
            "error: test:1:11-21: Non-exhaustive patterns in y : _");
}

// A large right-hand side that several branches reach is a function of its own.
TEST(Match, SharedRightHandSides) {
  const std::string source =
      "data T = A | B Int | C Int Int\n"
      "f :: T -> T -> Int -> Int\n"
      "f A A n = n\n"
      "f (B x) (B y) n = x\n"
      "f _ t n = g t n + g t (n + 1) * g t (n + 2)\n"
      "g :: T -> Int -> Int\n"
      "g t n = n\n";
  EXPECT_EQ(functionNames(accepted(source)), (std::vector<std::string>{"f", "f_alt1", "g"}));
  expectElaborates(source,
                   "data T = A | B Int | C Int Int\n"
                   "f :: T -> T -> Int -> Int\n"
                   "f a b n = case a of\n"
                   "  A -> case b of { A -> n; B x -> f_alt1 b n; C x y -> f_alt1 b n }\n"
                   "  B x -> case b of { A -> f_alt1 b n; B y -> x; C y z -> f_alt1 b n }\n"
                   "  C x y -> f_alt1 b n\n"
                   "f_alt1 :: T -> Int -> Int\n"
                   "f_alt1 t n =\n"
                   "  let { !a = g t n; !m = n + 1; !c = g t m; !k = n + 2; !d = g t k\n"
                   "      ; !e = c * d } in a + e\n"
                   "g :: T -> Int -> Int\n"
                   "g t n = n\n");
}

TEST(Match, PatternsOfEveryKind) {
  const std::string source =
      "data R = R { a :: Int, b :: [Char] } | S Double\n"
      "f :: R -> Int\n"
      "f R { a = 1 } = 10\n"
      "f r@R { b = \"xy\", a = n } | n > 5 = n + length (b r)\n"
      "f (R n ('x' : _)) = n\n"
      "f R {} = 20\n"
      "f (S 1.5) = 30\n"
      "f (S d) | d < 0, let e = negate d, e > 2 = 40\n"
      "        | Just k <- h d = k\n"
      "f ~(S _) = 50\n"
      "h :: Double -> Maybe Int\n"
      "h d = if d > 100 then Just 60 else Nothing\n";
  const std::vector<std::pair<std::string, std::string>> table = {
      {"f (R 1 [])", "10"},
      {"f (R 7 \"xy\")", "9"},
      {"f (R 3 \"xy\")", "3"},
      {"f (R 3 \"y\")", "20"},
      {"f (S 1.5)", "30"},
      {"f (S (-3))", "40"},
      {"f (S (-1))", "50"},
      {"f (S 101)", "60"},
      {"f R { a = 4, b = \"x\" }", "4"},
      {"a (R 3 [])", "3"},
      {"b (R 3 \"q\")", "\"q\""},
      {"a (S 1)", "error: No match in record selector a"},
      {"a ((R 1 []) { a = 5 })", "5"},
  };
  for (const auto& [expression, value] : table) {
    EXPECT_EQ(evaluated(source, expression), value) << expression;
  }
}

TEST(Match, ZeroMatchesMinusZero) {
  const std::string source =
      "f :: Double -> Bool -> Int\nf 0 True = 1\nf (-0.0) _ = 2\nf _ _ = 3\n";
  EXPECT_EQ(evaluated(source, "(f 0 True, f (-0.0) True, f 0 False, f 1 True)"), "(1,1,2,3)");
}

// Every row tests another pair of columns: what is left to be done does not depend on the row, and
// stands once.
TEST(Match, WhatOtherColumnsTestIsNotRepeated) {
  std::string source = "f :: ";
  const int columns = 32;
  for (int i = 0; i < columns; ++i) source += "Bool -> ";
  source += "Int\n";
  for (int row = 0; row < columns / 2; ++row) {
    source += "f";
    for (int i = 0; i < columns; ++i) source += i / 2 == row ? " True" : " _";
    source += " = " + std::to_string(row) + "\n";
  }
  EXPECT_LT(ir::size(accepted(source)), 400U);
  std::string arguments;
  for (int i = 0; i < columns; ++i) arguments += i / 2 == 9 || i % 2 == 0 ? " True" : " False";
  EXPECT_EQ(evaluated(source, "f" + arguments), "9");
}

// What the columns are has to be known for the last rows, each of which looks at one of them.
TEST(Match, TooLargeATreeIsRefused) {
  const int columns = 16;
  std::string source = "f :: ";
  for (int i = 0; i < columns; ++i) source += "Bool -> ";
  source += "Int -> Int -> Int\n";
  for (int row = 0; row < 2 * columns; ++row) {
    source += "f";
    for (int i = 0; i < columns; ++i) source += i == row % columns ? " True" : " _";
    const std::string number = std::to_string(row);
    source += row < columns ? " _ " + number : " " + number + " _";
    source += " = " + number + "\n";
  }
  const std::vector<std::string> said = complaints(source);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0],
            "2:1: these patterns need a decision tree of more than 20000 nodes (match one argument "
            "at a time, in functions of their own)");
}

TEST(Match, UnboxedTuples) {
  const std::string source =
      "f :: Int -> (# Int, Bool #)\n"
      "f 0 = (# 1, True #)\n"
      "f n = let !(# a, b #) = f (n - 1) in (# a * n, not b #)\n"
      "g :: Int -> Int\n"
      "g n = case f n of (# a, True #) -> a; (# _, False #) -> 0\n"
      "h :: Int -> (# Int, Bool #)\n"
      "h n = if n > 5 then f n else (# n, False #)\n";
  EXPECT_EQ(evaluated(source, "(g 4, g 5, case h 6 of { (# a, _ #) -> a })"), "(24,0,720)");
  EXPECT_EQ(complaints("f x = ((# x, x #), not x)\n"),
            (std::vector<std::string>{
                "1:1: an unboxed tuple is used as a value (it can only be returned, and taken "
                "apart where it is returned: `let !(# a, b #) = ...`)"}));
  EXPECT_EQ(complaints("f :: Int -> (# Int, Int #)\nf x = (# x, x #)\ng :: Int -> Int\n"
                       "g x = case f x of y -> x\n"),
            (std::vector<std::string>{
                "4:19: an unboxed tuple is used as a value (it can only be returned, and taken "
                "apart where it is returned: `let !(# a, b #) = ...`)"}));
}

}  // namespace
}  // namespace deforest::text
