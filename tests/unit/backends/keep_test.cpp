// What is printed for a module of which some functions were replaced, here by hand: the program
// that replaces it is written as a module with the same types.
#include "backends/haskell/keep.hpp"

#include <gtest/gtest.h>

#include "backends/haskell.hpp"
#include "ir/checker.hpp"
#include "ir/primitives.hpp"
#include "replaced.hpp"
#include "text/parse.hpp"

namespace deforest::testing {
namespace {

std::string edited(const std::string& source, const std::string& replaced) {
  return printedAfter(source, replaced);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The text with one piece in place of another.
std::string with(std::string text, const std::string& piece, const std::string& other) {
  const std::size_t at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  return text.replace(at, piece.size(), other);
}

TEST(Keep, NothingReplaced) {
  const std::string text =
      "module M (f) where\n\nf :: Int -> Int\nf x = g (x  +  1)\n\n"
      "g :: Int -> Int\ng y = y*y -- square\n";
  EXPECT_EQ(edited(text, text), text);
}

TEST(Keep, CallersOfAReplacedFunctionStay) {
  const std::string f = "f x = g x + g 1   -- calls\n";
  const std::string text =
      "module M (f) where\n\nf :: Int -> Int\n" + f + "\ng :: Int -> Int\ng y = y * y\n";
  EXPECT_EQ(edited(text, with(text, "y * y", "y * y * y")), R"(module M (f) where

f :: Int -> Int
f x = g x + g 1   -- calls

g :: Int -> Int
g y = y * y * y
)");
}

TEST(Keep, LocalFunctionsBelongToTheirDeclaration) {
  const std::string text = R"(module M (f, g) where

f :: Int -> Int
f x = go x 0 where
  go n a = if n < 1 then a else go (n - 1) (a + n)

g :: Int -> Int
g x = x
)";
  EXPECT_EQ(edited(text, with(text, "g x = x", "g x = x + 1")),
            with(text, "g x = x", "g x = x + 1"));
  const std::string out = edited(text, with(text, "(a + n)", "(a - n)"));
  EXPECT_TRUE(has(out, "f x = f_go x 0\n\nf_go :: Int -> Int -> Int\n")) << out;
  EXPECT_TRUE(has(out, "g x = x\n")) << out;
}

TEST(Keep, NewFunctionsStandBehindTheFirstThatCallsThem) {
  const std::string text = R"(module M (f, g) where

-- | First.
f :: Int -> Int
f x = x

-- | Second.
g :: Int -> Int
g x = x
)";
  const std::string out =
      edited(text, with(text, "f x = x\n", "f x = h x\n\nh :: Int -> Int\nh x = h (x + 1)\n"));
  EXPECT_EQ(out, with(text, "f x = x\n", "f x = h x\n\nh :: Int -> Int\nh x = h (x + 1)\n"));
}

TEST(Keep, NamesOfNewFunctionsStayClearOfTheText) {
  const std::string text = R"(module M (f, g) where

import Data.List (sort)

f :: Int -> Int
f x = x

g :: [Int] -> Int
g xs = sum (sort xs) + helper 2

helper :: Int -> Int
helper x = x
)";
  std::string replaced = with(text, "f x = x\n",
                              "f x = lookUp x\n\nlookUp :: Int -> Int\n"
                              "lookUp x = lookUp (x + 1)\n");
  EXPECT_TRUE(has(edited(text, replaced), "\nlookUp x = lookUp (x + 1)\n"));
  // A local variable of the kept text has the name of a new function.
  const std::string shadowing = with(text, "helper x = x", "helper lookUp = lookUp");
  replaced = with(replaced, "helper x = x", "helper lookUp = lookUp");
  EXPECT_TRUE(has(edited(shadowing, replaced), "\nlookUp_2 x = lookUp_2 (x + 1)\n"));
}

TEST(Keep, LibraryFunctionsAndDerivedOperations) {
  const std::string text = R"(module M (f, g) where

data Colour = Blue | Green deriving (Eq, Ord, Enum)

f :: Colour -> [Int] -> [Int] -> Int
f c xs ys = if c == Blue then sum (xs ++ ys ++ [1]) else xs !! fromEnum c

g :: Colour -> [Int] -> [Int] -> Int
g c sum ys = case compare c Green of
  LT -> if elem 3 sum then length [1, 2 :: Int] else 4
  _ -> maximum ys
)";
  std::string replaced = with(text, "else xs", "else ys");
  replaced = with(replaced, "else 4", "else 5");
  EXPECT_EQ(edited(text, replaced), R"({-# LANGUAGE BangPatterns #-}
module M (f, g) where

data Colour = Blue | Green deriving (Eq, Ord, Enum)

f :: Colour -> [Int] -> [Int] -> Int
f c !xs !ys = if c == Blue then sum (xs ++ ys ++ [1]) else ys !! fromEnum c

g :: Colour -> [Int] -> [Int] -> Int
g c !sum1 !ys =
  case compare c Green of
    LT -> if elem 3 sum1 then length ([1, 2] :: [Int]) else 5
    _ -> maximum ys
)");
}

TEST(Keep, LibraryNamesThatTheModuleDefines) {
  const std::string text = R"(module M (f, elem) where

import Prelude hiding (elem)
import qualified Prelude as Q

elem :: Int -> Int
elem x = x

f :: [Int] -> Int
f xs = if Q.elem 3 xs then elem 1 else 4
)";
  EXPECT_EQ(edited(text, with(text, "else 4", "else 5")), with(text, "else 4", "else 5"));
  const std::string implicit = R"(module M (f) where

import Prelude hiding (reverse)

f :: [Int] -> [Int]
f xs = concat [xs, []]

reverse :: Int -> Int
reverse x = x
)";
  const std::string out = edited(implicit, with(implicit, "[xs, []]", "[[], xs]"));
  EXPECT_TRUE(has(out, "f !xs = concat [[], xs]\n")) << out;
  EXPECT_TRUE(has(out, "import Prelude hiding (reverse)\n")) << out;
}

TEST(Keep, TuplesOfKeptFunctions) {
  const std::string text = R"(module M (f, g) where

both :: Int -> (Int, Int)
both n = (n, n + 1)

f :: Int -> Int
f x = case both x of (a, b) -> a + b

g :: Int -> Int
g x = case both x of (a, b) -> a * b
)";
  // What passes make of it: the tuple is returned as its parts.
  const std::string replaced = R"(module M (f, g) where

data Unused = Unused (Int, Int)

both :: Int -> (# Int, Int #)
both n = (# n, n + 1 #)

f :: Int -> Int
f x = case both x of (# a, b #) -> a - b

g :: Int -> Int
g x = case both x of (# a, b #) -> a * b
)";
  const std::string source = with(text, "both ::", "data Unused = Unused (Int, Int)\n\nboth ::");
  text::Original original;
  const auto before = text::parse(source, "module.hs.ir", {}, nullptr, &original);
  const auto after = text::parse(replaced, "replaced.hs.ir");
  ASSERT_TRUE(before.ok() && after.ok());
  ir::Program unfused = *after;
  // Without fusion, only f is another.
  const auto fOf = [](const ir::Program& program) { return program.find("f")->value; };
  const auto plain = text::parse(with(replaced, "a - b", "a + b"), "unfused.hs.ir");
  unfused.functions[fOf(unfused)] = plain->functions[fOf(*plain)];
  ir::Program result = *after;
  const std::size_t roots = result.roots.size();
  const backends::Kept kept = backends::chooseKept(original, *before, unfused, result);
  ir::require(result, "choosing what is kept");
  result.roots.resize(roots);
  const std::string out = backends::emitHaskell(result, original, kept);
  EXPECT_TRUE(has(out, "both n = (n, n + 1)\n")) << out;
  EXPECT_TRUE(has(out, "g x = case both x of (a, b) -> a * b\n")) << out;
  EXPECT_TRUE(has(out, "!(a, b) = both x\n")) << out;
  EXPECT_FALSE(has(out, "(#")) << out;
}

// Two callers, of which the first passes 3.
std::string scaledBy(const std::string& second) {
  return R"(module M (f, g) where

scale :: Int -> Int -> Int -> Int
scale x k y = x * k + y

f :: Int -> Int
f x = scale x 3 (x + 1)

g :: Int -> Int
g x = scale 1 )" +
         second + " x\n";
}

// Every caller passes the same, so the parameter went; kept text still passes it.
TEST(Keep, ParametersThatAreGone) {
  const std::string text = scaledBy("3");
  const std::string replaced = R"(module M (f, g) where

scale :: Int -> Int -> Int
scale x y = x + x + x + y

f :: Int -> Int
f x = scale x (x + 1)

g :: Int -> Int
g x = scale 1 x
)";
  text::Original original;
  const auto before = text::parse(text, "module.hs.ir", {}, nullptr, &original);
  const auto after = text::parse(replaced, "replaced.hs.ir");
  ASSERT_TRUE(before.ok() && after.ok());
  // Without fusion, only `scale` is another.
  const auto plain = text::parse(with(replaced, "x + x + x", "x * 3"), "unfused.hs.ir");
  ASSERT_TRUE(plain.ok());
  ir::Program result = *after;
  const std::size_t roots = result.roots.size();
  const backends::Kept kept = backends::chooseKept(original, *before, *plain, result);
  ir::require(result, "choosing what is kept");
  result.roots.resize(roots);
  const std::string out = backends::emitHaskell(result, original, kept);
  EXPECT_TRUE(has(out, "f x = scale x 3 (x + 1)\n")) << out;
  EXPECT_TRUE(has(out, "scale x _ y = x + x + x + y\n")) << out;
}

// Only those callers pass the same into which the function was not unfolded; kept text of the
// others still calls it, with something else.
TEST(Keep, ParametersThatAreGoneWhereACallerIsMerelyUnfolded) {
  const std::string text = scaledBy("x");
  text::Original original;
  const auto before = text::parse(text, "module.hs.ir", {}, nullptr, &original);
  const auto after = text::parse(R"(module M (f, g) where

scale :: Int -> Int -> Int
scale x y = x * 3 + y

f :: Int -> Int
f x = scale x (x + 1)

g :: Int -> Int
g x = 1 * x + x
)",
                                 "replaced.hs.ir");
  ASSERT_TRUE(before.ok() && after.ok());
  ir::Program result = *after;
  const std::size_t roots = result.roots.size();
  const backends::Kept kept =
      backends::chooseKept(original, *before, *before, result, backends::Unfolded::Keep);
  ir::require(result, "choosing what is kept");
  result.roots.resize(roots);
  const std::string out = backends::emitHaskell(result, original, kept);
  EXPECT_TRUE(has(out, "g x = scale 1 x x\n")) << out;
  EXPECT_TRUE(has(out, "scale x k y = x * k + y\n")) << out;
}

TEST(Keep, AnInstanceThatIsReplacedTakesItsCallersAlong) {
  const std::string text = R"(module M (f, g) where

size :: [a] -> Int
size [] = 0
size (_ : xs) = 1 + size xs

f :: [Int] -> Int
f xs = size xs

g :: String -> Int
g cs = size cs  -- stays
)";
  // Both are made of the same text, but one instance is what it counts.
  text::Original original;
  const auto before = text::parse(text, "module.hs.ir", {}, nullptr, &original);
  ASSERT_TRUE(before.ok());
  ir::Program result = *before;
  ir::Function& size = result.functions[result.find("size_Int")->value];
  std::get<ir::Case>(size.body.bindings[0].operation).alternatives[0].body.results = {
      ir::intLiteral(7)};
  const std::size_t roots = result.roots.size();
  const backends::Kept kept = backends::chooseKept(original, *before, *before, result);
  result.roots.resize(roots);
  EXPECT_EQ(backends::emitHaskell(result, original, kept), R"(module M (f, g) where

size :: [a] -> Int
size [] = 0
size (_ : xs) = 1 + size xs

size_Int :: [Int] -> Int
size_Int [] = 7
size_Int (_ : xs) = 1 + size_Int xs

f :: [Int] -> Int
f xs = size_Int xs

g :: String -> Int
g cs = size cs  -- stays
)");
}

TEST(Keep, InstancesThatAreNotReplacedStay) {
  const std::string text = R"(module M (f, g, h, i) where

size :: [a] -> Int
size [] = 0
size (_ : xs) = 1 + size xs

f :: [Int] -> Int
f xs = size xs

g :: String -> Int
g cs = size cs  -- stays

h :: [Int] -> Int
h xs = f xs  -- stays, too

i :: [Int] -> Int
i xs = size xs  -- stays, too
)";
  const std::string replaced = R"(module M (f, g, h, i) where

size :: [a] -> Int
size [] = 0
size (_ : xs) = 1 + size xs

f :: [Int] -> Int
f xs = sizes xs 1

sizes :: [Int] -> Int -> Int
sizes [] n = n
sizes (_ : xs) n = sizes xs (n + 1)

g :: String -> Int
g cs = size cs

h :: [Int] -> Int
h xs = f xs

i :: [Int] -> Int
i xs = size xs
)";
  const std::string out = edited(text, replaced);
  EXPECT_TRUE(has(out, "size (_ : xs) = 1 + size xs\n")) << out;
  EXPECT_TRUE(has(out, "f xs = sizes xs 1\n")) << out;
  EXPECT_TRUE(has(out, "g cs = size cs  -- stays\n")) << out;
  EXPECT_TRUE(has(out, "h xs = f xs  -- stays, too\n")) << out;
}

TEST(Keep, WhatIsDroppedGoesWithItsSignatureCommentsAndPragmas) {
  const std::string text = R"(module M (f) where

f :: Int -> Int
f x = x *** 2

infixl 7 ***

-- | Not needed
-- any more.
{-# INLINE (***) #-}
(***) :: Int -> Int -> Int
a *** b = a * b + b

-- The end.
)";
  const std::string replaced = with(text, "x *** 2", "x * 2");
  EXPECT_EQ(edited(text, replaced), R"(module M (f) where

f :: Int -> Int
f x = x * 2

-- The end.
)");
}

}  // namespace
}  // namespace deforest::testing
