// The grid of a study: which points are of one line, and which is the deepest of it.
#include "driver/sweep/grid.hpp"

#include <gtest/gtest.h>

#include "driver/sweep/command.hpp"

namespace deforest::driver {
namespace {

const Grid grid{{"a", "b"},
                {{"stop-after", {"fusion", "redundancy"}},
                 {"max-depth", {"2", "12", "3"}},
                 {"cap", {"0", "1"}}}};

TEST(Grid, PointsOfALineDifferInDepthsAlone) {
  ASSERT_EQ(grid.points(), 24U);
  for (std::size_t a = 0; a < grid.points(); ++a) {
    for (std::size_t b = 0; b < grid.points(); ++b) {
      std::vector<std::string> of = grid.valuesOf(a);
      std::vector<std::string> other = grid.valuesOf(b);
      of[1] = other[1] = "";
      const bool line = grid.programOf(a) == grid.programOf(b) && of == other;
      EXPECT_EQ(grid.lineOf(a) == grid.lineOf(b), line) << a << ", " << b;
      EXPECT_EQ(grid.deepestOf(a) == grid.deepestOf(b), line) << a << ", " << b;
    }
    EXPECT_LT(grid.lineOf(a), 8U);
    EXPECT_EQ(grid.valuesOf(grid.deepestOf(a))[1], "12");
    EXPECT_EQ(grid.lineOf(grid.deepestOf(a)), grid.lineOf(a));
  }
}

TEST(Grid, ADepthOfItsOwnGoesBeforeTheOneForBoth) {
  EXPECT_EQ(grid.depthsOf(0).fusion, 2U);
  EXPECT_EQ(grid.depthsOf(0).tupling, 2U);
  const Grid both{{"a"}, {{"tupling-depth", {"7"}}, {"max-depth", {"0", "3"}}}};
  EXPECT_EQ(both.depthsOf(1).fusion, 3U);
  EXPECT_EQ(both.depthsOf(1).tupling, 7U);
  const Grid neither{{"a"}, {{"cap", {"1"}}}};
  EXPECT_EQ(neither.depthsOf(0).fusion, 10U);
  EXPECT_TRUE(both.depthsOf(1).allow({3, 7}));
  EXPECT_FALSE(both.depthsOf(1).allow({4, 0}));
  EXPECT_FALSE(both.depthsOf(1).allow({0, 8}));
}

TEST(Grid, ShardsAreOfWholeLinesAndHaveEveryPointOnce) {
  for (std::size_t point = 0; point < grid.points(); ++point) {
    unsigned times = 0;
    for (std::size_t index = 1; index <= 3; ++index) {
      const Shard shard{index, 3};
      times += shard.has(grid, point) ? 1 : 0;
      EXPECT_EQ(shard.has(grid, point), shard.has(grid, grid.deepestOf(point)));
    }
    EXPECT_EQ(times, 1U);
  }
}

}  // namespace
}  // namespace deforest::driver
