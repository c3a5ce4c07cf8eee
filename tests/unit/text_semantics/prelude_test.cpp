// The language's own Prelude gives what Haskell's gives.
#include "semantics.hpp"

namespace deforest::text {
namespace {

void expectPreludeValues(const std::string& source,
                         const std::vector<std::pair<std::string, std::string>>& table) {
  for (const auto& [expression, value] : table) {
    EXPECT_EQ(evaluated(source, expression), value) << expression;
  }
}

TEST(Prelude, Arithmetic) {
  expectPreludeValues(
      "import Data.Bits\n",
      {
          {"(7 `div` (-2), 7 `mod` (-2), 7 `quot` (-2), 7 `rem` (-2))", "(-4,-1,-3,1)"},
          {"(divMod (-7) 2, quotRem (-7) 2)", "((-4,1),(-3,-1))"},
          {"(abs (-3), signum (-3), negate 4, even 4, odd 4, - (-3))", "(3,-1,-4,True,False,3)"},
          {"(2 ^ 10, 2 ** 0.5, 1 / 4, sqrt 2, pi)",
           "(1024,1.4142135623730951,0.25,1.4142135623730951,3.141592653589793)"},
          {"(truncate (-2.5) :: Int, round 2.5 :: Int, ceiling 2.1 :: Int, floor (-2.1) :: Int)",
           "(-2,2,3,-3)"},
          {"maxBound + (1 :: Int)", "-9223372036854775808"},
          {"(0x1F, 0b101, 0o17, 1_000, 1e3, 0x10 / 2)", "(31,5,15,1000,1000.0,8.0)"},
          {"(-1 :: Word, fromIntegral (-1 :: Int) :: Word)",
           "(18446744073709551615,18446744073709551615)"},
          {"(5 .&. 3 :: Int, 5 .|. 3 :: Int, xor 5 3 :: Int, complement 0 :: Int)", "(1,7,6,-1)"},
          {"(shiftL 1 10 :: Int, shiftR (-8) 1 :: Int, popCount (7 :: Int), testBit (4 :: Int) 2)",
           "(1024,-4,3,True)"},
          {"(gcd 12 (-18), lcm 4 6, subtract 1 5, min 1 2, max 'a' 'b')", "(6,12,4,1,'b')"},
          {"(1 / 0, -1 / 0, -0.0, 1.0e-2)", "(Infinity,-Infinity,-0.0,1.0e-2)"},
          {"1 `div` 0", "error: divide by zero"},
          {"(1.5 .+. 2, 'a' *==* 'a', intToFloat 3, floatToInt 2.9)", "(3.5,True,3.0,2)"},
      });
}

TEST(Prelude, Lists) {
  expectPreludeValues(
      "",
      {
          {"([1, 2] ++ [3], length \"abc\", null [], null [1])", "([1,2,3],3,True,False)"},
          {"(head [1, 2], tail [1, 2], last [1, 2, 3], init [1, 2, 3])", "(1,[2],3,[1,2])"},
          {"(reverse [1, 2, 3], sum [1, 2, 3], product [2, 3], maximum [1, 3, 2])",
           "([3,2,1],6,6,3)"},
          {"(concat [[1], [], [2, 3]], replicate 3 'x', take 2 \"abc\", drop 2 \"abc\")",
           "([1,2,3],\"xxx\",\"ab\",\"c\")"},
          {"(splitAt 1 \"abc\", elem 2 [1, 2], notElem 2 [1, 2], lookup 2 [(1, 'a'), (2, 'b')])",
           "((\"a\",\"bc\"),True,False,Just 'b')"},
          {"(zip [1, 2, 3] \"ab\", unzip [(1, 'a'), (2, 'b')], zip3 [1] [2] [3])",
           "([(1,'a'),(2,'b')],([1,2],\"ab\"),[(1,2,3)])"},
          {"(and [True, False], or [True, False], [10, 20, 30] !! 1, and [], or [])",
           "(False,True,20,True,False)"},
          {"(sum [0.1, 0.2, 0.3], const 1 'x', id 4, fst (1, 2), snd (1, 2))",
           "(0.6000000000000001,1,4,1,2)"},
          {"head []", "error: Prelude.head: empty list"},
          {"[1] !! (-1)", "error: Prelude.!!: negative index"},
          {"maximum [1 .. 0]", "error: Prelude.maximum: empty list"},
          {"(take (-1) [1], drop 5 [1], replicate (-1) 2)", "([],[],[])"},
          {"(words \" a b  c \", unwords [\"x\", \"y\"], lines \"a\\n\\nb\", unlines [\"p\"])",
           "([\"a\",\"b\",\"c\"],\"x y\",[\"a\",\"\",\"b\"],\"p\\n\")"},
      });
}

TEST(Prelude, Libraries) {
  expectPreludeValues(
      "import Data.Char\nimport Data.List\nimport Data.Maybe\n",
      {
          {"(sort [3, 1, 2], nub [1, 2, 1], insert 2 [1, 3], delete 2 [1, 2, 3, 2])",
           "([1,2,3],[1,2],[1,2,3],[1,3,2])"},
          {"(intercalate \", \" [\"a\", \"b\"], intersperse '-' \"abc\", tails [1, 2], inits "
           "\"ab\")",
           "(\"a, b\",\"a-b-c\",[[1,2],[2],[]],[\"\",\"a\",\"ab\"])"},
          {"(isPrefixOf \"ab\" \"abc\", isSuffixOf \"bc\" \"abc\", isInfixOf \"x\" \"abc\")",
           "(True,True,False)"},
          {"(fromMaybe 1 Nothing, fromJust (Just 2), isJust (Just 1), catMaybes [Just 1, Nothing])",
           "(1,2,True,[1])"},
          {"(ord 'a', chr 98, isDigit '7', digitToInt 'f', intToDigit 11)", "(97,'b',True,15,'b')"},
          {"(isUpper 'A', isLower 'A', isAlpha '\\233', isAlphaNum '_', isSpace '\\t', "
           "isPunctuation '!')",
           "(True,False,True,False,True,True)"},
          {"(toUpper 'z', toLower 'Z', toUpper '\\255', toUpper '1', toUpper '\\223')",
           "('Z','z','\\376','1','\\223')"},
          {"(isUpper '\\1000', isAlpha '\\955', isMark '\\768', isSymbol '\\8364', isNumber "
           "'\\188')",
           "(True,True,True,True,True)"},
          {"(map toUpper \"\\955\\64257\", map toLower \"\\1046\", isPunctuation '\\8220')",
           "(\"\\923\\64257\",\"\\1078\",True)"},
      });
}

TEST(Prelude, Show) {
  expectPreludeValues("", {
                              {"(show 120, show (-5), show (minBound :: Int), show True)",
                               "(\"120\",\"-5\",\"-9223372036854775808\",\"True\")"},
                              {"show (maxBound :: Word) ++ show 0", "\"184467440737095516150\""},
                          });
  EXPECT_EQ(output("f x = show (x + 1.5)\nmain = putStrLn (f 1)\n"), "2.5\n");
}

TEST(Prelude, EqualsHaskellsErrors) {
  expectPreludeValues("", {
                              {"error \"a\"", "error: a"},
                              {"undefined + 1", "error: Prelude.undefined"},
                              {"seq (1 `div` 0) 2", "error: divide by zero"},
                              {"(error (\"x = \" ++ show 1 ++ \"!\") :: Int)", "error: x = 1!"},
                          });
}

}  // namespace
}  // namespace deforest::text
