// Numbers: what type they get where nothing says, whether they fit, how a Float is rounded. The
// expected values are GHC's.
#include "semantics.hpp"

namespace deforest::text {
namespace {

using Strings = std::vector<std::string>;

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
