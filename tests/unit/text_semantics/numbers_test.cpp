// Numbers: what type they get where nothing says, whether they fit, how a Float is rounded. The
// expected values are GHC's.
#include "semantics.hpp"

namespace deforest::text {
namespace {

using Strings = std::vector<std::string>;

const std::string chosen =
    "nothing says which numbers these are: Haskell would choose `Integer`; here they are `Int`, "
    "whose arithmetic wraps at 64 bits";

TEST(Numbers, DefaultsThatWouldBeIntegerAreWarnedOf) {
  EXPECT_EQ(warnings("fact n = if n <= 1 then 1 else n * fact (n - 1)\n"
                     "main = do { print (fact 25); print (2 ^ 64) }\n"),
            (Strings{"2:20: " + chosen + " (write `fact :: Int -> Int`)"}));
  EXPECT_EQ(warnings("c = 2 ^ 64\nmain = print c\n"),
            (Strings{"1:5: " + chosen + " (write `c :: Int`)"}));
  EXPECT_EQ(
      warnings("main = print (product [1 .. 22])\n"),
      (Strings{"1:15: " + chosen + " (write its type behind the expression: `(... :: Int)`)"}));
  EXPECT_EQ(warnings("f :: [a] -> Bool\nf xs = even (count xs)\n"
                     "count [] = 0\ncount (_ : xs) = 1 + count xs\nmain = print (f \"\")\n"),
            (Strings{"2:14: " + chosen + " (write `count :: [a] -> Int`)"}));
}

TEST(Numbers, WhatIsDeterminedOrNotComputedIsNotWarnedOf) {
  for (const std::string source : {
           "fact :: Int -> Int\nfact n = n * fact (n - 1)\nmain = print (fact 25)\n",
           "fact n = n * fact (n - 1)\nf :: Int -> Int\nf x = fact x\nmain = print (f 3)\n",
           "c = 2 ^ 64\nf :: Int -> Int\nf x = x + c\nmain = print (f c)\n",
           "main = print (1, [2, 3], length [1 .. 5])\n",
           "main = print (2 ^ 3 + 0.5)\n",
           "main = print (3 * 4 :: Int)\n",
           "h :: [Int] -> Int\nh xs = go 0 xs where { go n [] = n; go n (_ : r) = go (n + 1) r }\n",
           // Gibbon's numbers are of its own types.
           "gibbon_main = 2 + 3\n",
       }) {
    EXPECT_EQ(warnings(source), Strings{}) << source;
  }
}

TEST(Numbers, LiteralsThatDoNotFit) {
  const std::string ints =
      "`Int` (`Int` holds -9223372036854775808 to 9223372036854775807, `Integer` any whole "
      "number)";
  EXPECT_EQ(complaints("main = print 9223372036854775808\n"),
            (Strings{"1:14: 9223372036854775808 does not fit " + ints}));
  EXPECT_EQ(complaints("f :: Int -> Int\nf (-9223372036854775809) = 1\nf x = x\n"),
            (Strings{"2:3: -9223372036854775809 does not fit " + ints}));
  EXPECT_EQ(complaints("f :: Int\nf = 0xFFFFFFFFFFFFFFFF\n"),
            (Strings{"2:5: 0xFFFFFFFFFFFFFFFF does not fit " + ints}));
  EXPECT_EQ(complaints("f :: Word\nf = 18446744073709551616\n"),
            (Strings{"2:5: 18446744073709551616 does not fit `Word` (`Word` holds 0 to "
                     "18446744073709551615)"}));
  EXPECT_EQ(evaluated("", "(9223372036854775807 :: Int, -9223372036854775808 :: Int)"),
            "(9223372036854775807,-9223372036854775808)");
  EXPECT_EQ(evaluated("", "(0xFFFFFFFFFFFFFFFF :: Word, -1 :: Word, 1e30 :: Double)"),
            "(18446744073709551615,18446744073709551615,1.0e30)");
  EXPECT_EQ(evaluated("", "99999999999999999999 :: Float"), "1.0e20");
}

TEST(Numbers, IntegersAreOfAnySize) {
  const std::string source =
      "f :: Integer -> Int\nf 18446744073709551616 = 1\nf 0 = 2\nf (-9223372036854775809) = 3\n"
      "f _ = 4\n"
      "fact :: Integer -> Integer\nfact n = if n == 0 then 1 else n * fact (n - 1)\n";
  EXPECT_EQ(evaluated(source, "(fact 25, f (2 ^ 64), f 0, f (negate (2 ^ 63) - 1), f 1)"),
            "(15511210043330985984000000,1,2,3,4)");
  EXPECT_EQ(evaluated(source, "show (Just (-99999999999999999999 :: Integer))"),
            "\"Just (-99999999999999999999)\"");
  EXPECT_EQ(evaluated(source, "divMod (-18446744073709551617) (5 :: Integer)"),
            "(-3689348814741910324,3)");
  EXPECT_EQ(evaluated(source, "[2 ^ 64 .. 2 ^ 64 + 2 :: Integer]"),
            "[18446744073709551616,18446744073709551617,18446744073709551618]");
  EXPECT_EQ(evaluated(source, "quot 1 (0 :: Integer)"), "error: divide by zero");
  EXPECT_EQ(evaluated(source, "read \"-123456789012345678901234567890\" :: Integer"),
            "-123456789012345678901234567890");
  expectRoundTrip(source);
}

TEST(Numbers, WhatNothingDecidesIsIntegerInHaskell) {
  ParseOptions haskell;
  haskell.lazy = true;
  const ir::Program program = accepted("main = print (product [1 .. 22])\n", haskell);
  const ir::TypeId type = program.function(*program.find("main")).resultTypes[0];
  EXPECT_EQ(program.type(type).kind, ir::TypeKind::Integer);
}

TEST(Numbers, FloatsAreRoundedTo32BitsByEveryOperation) {
  const std::string source =
      "fl :: Float -> Float\nfl x = x * 0.1 + 0.2\n"
      "ops :: Float -> Float -> [Float]\n"
      "ops x y = [x + y, x / y, x ** y, x ^ 3, sqrt x, exp y, log x, sin x, cos y]\n";
  EXPECT_EQ(evaluated(source, "(fl 0.1, 16777217 :: Float, pi :: Float)"),
            "(0.21000001,1.6777216e7,3.1415927)");
  EXPECT_EQ(evaluated(source, "ops 7 0.3"),
            "[7.3,23.333332,1.79279,343.0,2.6457512,1.3498589,1.9459101,0.6569866,0.9553365]");
  EXPECT_EQ(evaluated(source, "(1.0e-45 :: Float, 3.4028235e38 :: Float, 1.0e39 :: Float)"),
            "(1.0e-45,3.4028235e38,Infinity)");
  EXPECT_EQ(evaluated(source, "(fromIntegral (16777217 :: Int) :: Float, truncate (0.7 :: Float))"),
            "(1.6777216e7,0)");
}

TEST(Numbers, GibbonDividesWholeNumbers) {
  const std::string mid = "mid :: Int -> Int -> Int\nmid st end = (st + end) / 2\n";
  EXPECT_EQ(evaluated(mid + "gibbon_main = mid 1 5\n", "(mid 1 5, mid 0 (-7))"), "(3,-3)");
  EXPECT_EQ(evaluated("import Gibbon.Prim\n" + mid, "mid 1 0"), "0");
  EXPECT_EQ(evaluated("gibbon_main = 1\nf :: Float -> Float\nf x = x / 2\n", "f 1"), "0.5");
  EXPECT_EQ(evaluated("gibbon_main = 1\nf :: Int -> Bool\nf x = x /= 0 && 6 / x > 2\n", "f 0"),
            "False");
  EXPECT_EQ(complaints(mid),
            (Strings{"2:15: type `Int` has no fractions (`Double` and `Float` have; `fromIntegral` "
                     "converts, `div` divides whole numbers)"}));
}

TEST(Numbers, GibbonsPrimitives) {
  const std::string source =
      "module M where\ndata L = C Int L | N\n"
      "gibbon_main = let { n = sizeParam; l = iterate (C n N) } in copyPacked l\n";
  EXPECT_EQ(evaluated(source, "gibbon_main"), "C 1 N");
  EXPECT_EQ(complaints("gibbon_main = let _ = printint 3 in 4\n"),
            (Strings{"1:23: `printint` is Gibbon's: it prints while the program is evaluated, "
                     "which the language has no way to say (drop it: the value of `gibbon_main` "
                     "is printed in any case)"}));
  EXPECT_EQ(complaints("f :: Int\nf = sizeParam\n"),
            (Strings{"2:5: `sizeParam` is not in scope (define it, or correct the spelling)"}));
}

}  // namespace
}  // namespace deforest::text
