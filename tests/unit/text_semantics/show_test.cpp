// `show` in pure code: the text is GHC's.
#include <array>
#include <cstdint>

#include "semantics.hpp"

namespace deforest::text {
namespace {

TEST(Show, EveryType) {
  const std::string source =
      "infixl 6 :+:\n"
      "infix 4 `Foo`\n"
      "data E = Lit Int | E :+: E | Neg E deriving Show\n"
      "data P = P { px :: Int, py :: Maybe Int } | Int `Foo` Int | (:*:) Int deriving Show\n"
      "newtype Own = Own Int\n"
      "instance Show Own where\n"
      "  showsPrec d (Own n) = showParen (d > 10) $ showString \"Own# \" . showsPrec 11 n\n"
      "data Box a = Box a\n"
      "instance Show a => Show (Box a) where show (Box a) = '<' : show a ++ \">\"\n"
      "data Bit = O | I\n"
      "instance Show Bit where\n"
      "  show O = \"0\"\n"
      "  show I = \"1\"\n"
      "  showList bs s = concat (texts bs) ++ s\n"
      "texts :: [Bit] -> [String]\n"
      "texts [] = []\n"
      "texts (b : bs) = show b : texts bs\n";
  const std::vector<std::pair<std::string, std::string>> table = {
      {"show (Lit 3 :+: Neg (Lit (-4)) :+: Lit 0)", "(Lit 3 :+: Neg (Lit (-4))) :+: Lit 0"},
      {"show [P { px = -1, py = Just (-2) }, 3 `Foo` (-4), (:*:) 5]",
       "[P {px = -1, py = Just (-2)},3 `Foo` -4,(:*:) 5]"},
      {"show (Just (Left (3, 'x') :: Either (Int, Char) [Bool]), [LT], ())",
       "(Just (Left (3,'x')),[LT],())"},
      {"show [Just (Own 3), Nothing] ++ show (Own (-3), Box \"s\")",
       "[Just (Own# 3),Nothing](Own# (-3),<\\\"s\\\">)"},
      {"show (Just [O, I, I], O)", "(Just 011,0)"},
      {"showList [1, 2 :: Int] \"!\" ++ showList \"a\" (showList [O, I] \".\")",
       "[1,2]!\\\"a\\\"01."},
      {"shows (12 :: Word) (showChar '-' (showsPrec 7 (-3) \"\"))", "12-(-3)"},
      {"show ([] :: [Int]) ++ show [[1], []] ++ show \"\"", "[][[1],[]]\\\"\\\""},
  };
  for (const auto& [expression, value] : table) {
    EXPECT_EQ(evaluated(source, expression), "\"" + value + "\"") << expression;
  }
  EXPECT_EQ(output(source + "main = do { print [Own 3]; print (Box 'c') }\n"), "[Own# 3]\n<'c'>\n");
}

TEST(Show, CharactersAreEscaped) {
  EXPECT_EQ(output("main = putStrLn (show \"a\\\"b\\\\\\n\\t\\1234\\&5\\SO\\&H\\DEL\\200x\")\n"),
            "\"a\\\"b\\\\\\n\\t\\1234\\&5\\SO\\&H\\DEL\\200x\"\n");
  EXPECT_EQ(output("main = putStrLn (show ['a', '\\'', '\"', '\\0'] ++ show '\\'' ++ show '\"')\n"),
            "\"a'\\\"\\NUL\"'\\'''\"'\n");
}

// What `print` shows by itself and what pure code shows is the same text.
TEST(Show, Fractions) {
  std::string numbers =
      "0, 1, 0.1, 3.14, 1e7, 9999999, 0.01, 1e23, 1.7976931348623157e308, 5.0e-324, 100, "
      "2.2250738585072014e-308, 9007199254740993, 4.35, 12345.678, 1e-310, 1e21, 1e22";
  std::uint64_t state = 88172645463325252ULL;
  for (int i = 0; i < 150; ++i) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    const std::uint64_t mantissa = state % 1000000000000000ULL;
    numbers += ", " + std::to_string(mantissa) + "e" + std::to_string(i % 25 * 13 - 170);
  }
  const std::string source =
      "shown :: Show a => [a] -> [String]\n"
      "shown [] = []\n"
      "shown (x : xs) = show x : shown xs\n"
      "joined :: [String] -> String\n"
      "joined [] = \"]\"\n"
      "joined (s : ss) = s ++ (if null ss then \"\" else \",\") ++ joined ss\n"
      "doubles :: [Double]\n"
      "doubles = [" +
      numbers +
      ", 1/0, -1/0, 0/0, -0.0, -2.5]\n"
      "floats :: [Float]\n"
      "floats = [1.1, 3.4028235e38, 1.0e-45, 16777216, 0.1, 1.17549435e-38, 33554432, -0.5]\n";
  EXPECT_EQ(output(source + "main = putStrLn ('[' : joined (shown doubles))\n"),
            output(source + "main = print doubles\n"));
  EXPECT_EQ(output(source + "main = putStrLn ('[' : joined (shown floats))\n"),
            output(source + "main = print floats\n"));
  EXPECT_EQ(output("main = putStrLn (show (Just (-1.5 :: Double)))\n"), "Just (-1.5)\n");
}

}  // namespace
}  // namespace deforest::text
