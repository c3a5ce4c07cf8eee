// What makes printed functions shorter, and where it must not be done.
#include <gtest/gtest.h>

#include "backends/haskell.hpp"
#include "text/parse.hpp"

namespace deforest::testing {
namespace {

std::string printed(const std::string& source, ir::Semantics semantics = ir::Semantics::Strict) {
  const auto program = text::parse(source, "module.hs.ir");
  EXPECT_TRUE(program.ok()) << source;
  if (!program) return "";
  const std::string text = backends::emitHaskell(*program, {semantics});
  EXPECT_TRUE(text::parse(text, "printed.hs.ir").ok()) << text;
  return text;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string colour = "data Colour = Red | Green | Blue | Grey Int\n";

TEST(Shorter, AlternativesWithTheSameBodyAreOne) {
  const std::string out = printed(colour + R"(
f :: Colour -> Int -> Int
f Red n = if n < 1 then 1 else f Green (n - 1)
f Green n = n
f Blue n = if n < 1 then 1 else f Green (n - 1)
f (Grey _) n = if n < 1 then 1 else f Green (n - 1)
)");
  EXPECT_TRUE(has(out, "f Green n = n\nf _ n = if n < 1 then 1 else f Green (n - 1)\n")) << out;
}

TEST(Shorter, NotAlternativesThatUseTheirFields) {
  const std::string out = printed(colour + R"(
f :: Colour -> Int -> Int
f Red n = n
f Green n = n + 1
f Blue n = n + 2
f (Grey m) n = if m < n then m else n
)");
  EXPECT_TRUE(has(out, "f (Grey m) n =")) << out;
}

TEST(Shorter, WhereAllAgreeOnePatternIsLeft) {
  const std::string out = printed(colour + R"(
f :: Colour -> Int -> Int
f Red n = n
f Green n = n
f Blue n = n
f (Grey _) n = n
)",
                                  ir::Semantics::Haskell);
  EXPECT_TRUE(has(out, "f Red n = n\nf _ n = n\n")) << out;
}

TEST(Shorter, ComparisonsWithLiteralsAreACase) {
  const std::string out = printed(R"(
f :: Char -> Int -> Int
f c n = if c == 'a' then 1 else if c == 'b' then n else if c == 'c' then 3 else n * 2
)");
  EXPECT_TRUE(has(out, "  case c of\n    'a' -> 1\n    'b' -> n\n    'c' -> 3\n    _ -> n * 2\n"))
      << out;
}

TEST(Shorter, NotComparisonsOfSeveralVariables) {
  const std::string out = printed(R"(
f :: Int -> Int -> Int
f m n = if m == 1 then 1 else if n == 2 then n else 3
)");
  EXPECT_FALSE(has(out, "case")) << out;
}

TEST(Shorter, NotFloatingPoint) {
  const std::string out = printed(R"(
f :: Double -> Int
f d = if d == 1 then 1 else if d == 2 then 4 else 3
)");
  EXPECT_FALSE(has(out, "case")) << out;
}

TEST(Shorter, TruthValues) {
  const std::string out = printed(R"(
f :: [Int] -> Int -> Bool
f [] _ = False
f (x : xs) n = if x == n then True else f xs n

g :: [Int] -> Int -> Bool
g [] _ = True
g (x : xs) n = if x < n || x > 9 then g xs n else False

h :: [Int] -> Int -> Bool
h [] n = n > 3
h (x : xs) n = if x == n then False else h xs n
)");
  EXPECT_TRUE(has(out, "f (x : xs) n = x == n || f xs n\n")) << out;
  EXPECT_TRUE(has(out, "g (x : xs) n = (x < n || x > 9) && g xs n\n")) << out;
  EXPECT_TRUE(has(out, "h (x : xs) n = not (x == n) && h xs n\n")) << out;
}

TEST(Shorter, BeginningsOfStrings) {
  const std::string out = printed(R"(
f :: String -> String
f xs = 'n' : 'o' : ' ' : xs

g :: Char -> String -> String
g c xs = 'n' : c : xs
)");
  EXPECT_TRUE(has(out, "f !xs = \"no \" ++ xs\n")) << out;
  EXPECT_TRUE(has(out, "g !c !xs = 'n' : c : xs\n")) << out;
}

}  // namespace
}  // namespace deforest::testing
