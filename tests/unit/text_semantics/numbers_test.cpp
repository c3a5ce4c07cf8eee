// Numbers: what type they get where nothing says, whether they fit, how a Float is rounded. The
// expected values are GHC's.
#include "semantics.hpp"

namespace deforest::text {
namespace {

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

}  // namespace
}  // namespace deforest::text
