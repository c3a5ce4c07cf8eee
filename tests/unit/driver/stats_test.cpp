// What users read of a run: decisions, statistics.
#include "driver/stats.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver/decisions.hpp"

namespace deforest::driver {
namespace {

using pipeline::Decision;
using pipeline::PassReport;
using pipeline::RunReport;
using testing::HasSubstr;

Decision fuse(bool taken) {
  Decision decision;
  decision.taken = taken;
  decision.function = "main";
  decision.subject = "shift . sum";
  decision.reason = taken ? "called once" : "sum matches on nothing";
  decision.position = {3, 7};
  return decision;
}

Decision cutOff() {
  Decision decision;
  decision.kind = Decision::Kind::CutOff;
  decision.taken = false;
  decision.subject = "mul2pd";
  decision.function = "f";
  decision.reason = "does not terminate naturally here, because it grows";
  return decision;
}

TEST(Decisions, SayWhereWhatAndWhy) {
  EXPECT_EQ(render(fuse(true)), "3:7: fuse shift . sum in main: taken, called once");
  EXPECT_EQ(render(fuse(false)), "3:7: fuse shift . sum in main: refused, sum matches on nothing");
  EXPECT_EQ(render(cutOff()),
            "cut-off mul2pd in f: does not terminate naturally here, because it grows");
}

TEST(Decisions, EveryLimitHasAnOption) {
  using pipeline::Limit;
  EXPECT_EQ(optionOf(Limit::FusionDepth), "--fusion-depth");
  EXPECT_EQ(optionOf(Limit::MaxGrowth), "--max-growth");
  for (int limit = 0; limit <= static_cast<int>(Limit::Guard); ++limit) {
    EXPECT_TRUE(optionOf(static_cast<Limit>(limit)).starts_with("--")) << limit;
  }
}

RunReport report() {
  RunReport result;
  PassReport entry;
  entry.name = "fuse";
  entry.seconds = 0.25;
  entry.sizeBefore = 10;
  entry.sizeAfter = 14;
  entry.taken = 2;
  entry.refused = 1;
  entry.changed = true;
  result.passes.push_back(entry);
  entry.sizeBefore = 14;
  entry.sizeAfter = 13;
  entry.changed = false;
  result.passes.push_back(entry);
  result.sizeBefore = 10;
  result.sizeAfter = 13;
  result.functionsBefore = 2;
  result.functionsAfter = 3;
  result.seconds = 1;
  return result;
}

TEST(Stats, AddsUpTheRunsOfAPass) {
  const std::vector<PassTotal> sums = totals(report());
  ASSERT_EQ(sums.size(), 1u);
  EXPECT_EQ(sums[0].runs, 2u);
  EXPECT_EQ(sums[0].changes, 1u);
  EXPECT_EQ(sums[0].taken, 4u);
  EXPECT_EQ(sums[0].refused, 2u);
  EXPECT_EQ(sums[0].growth, 3);
  EXPECT_DOUBLE_EQ(sums[0].seconds, 0.5);
}

TEST(Stats, SaysHowTheRunEnded) {
  const std::string natural = renderStats(report(), {fuse(false)});
  EXPECT_THAT(natural, HasSubstr("functions    2 -> 3\nsize         10 -> 13\n"));
  EXPECT_THAT(natural, HasSubstr("growth       1.30x\n"));
  EXPECT_THAT(natural, HasSubstr("termination  natural\n"));
  const std::string stopped = renderStats(report(), {fuse(true), cutOff()});
  EXPECT_THAT(stopped, HasSubstr("termination  cut off\n  cut-off mul2pd in f: "));
}

TEST(Stats, GrowthOfNothingIsOne) {
  EXPECT_EQ(growth(RunReport{}), 1);
}

TEST(Stats, TimesAddUp) {
  const std::string times = renderTimes(report());
  EXPECT_THAT(times, testing::ContainsRegex("fuse +2 +500.000 +50.0\n"));
  EXPECT_THAT(times, testing::ContainsRegex("checks and dumps +500.000 +50.0\n"));
}

}  // namespace
}  // namespace deforest::driver
