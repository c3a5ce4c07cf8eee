// What users read of a run: decisions, statistics, dumps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "pipeline/explain.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/stats.hpp"
#include "sample.hpp"

namespace deforest::pipeline {
namespace {

using testing::HasSubstr;
using testing::Not;

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

TEST(Explain, SaysWhereWhatAndWhy) {
  EXPECT_EQ(render(fuse(true)), "3:7: fuse shift . sum in main: taken, called once");
  EXPECT_EQ(render(fuse(false)), "3:7: fuse shift . sum in main: refused, sum matches on nothing");
  EXPECT_EQ(render(cutOff()),
            "cut-off mul2pd in f: does not terminate naturally here, because it grows");
}

TEST(Explain, StartsEveryLineWithTheFile) {
  EXPECT_EQ(explain({fuse(true), cutOff()}, "a.hs.ir"),
            "a.hs.ir:3:7: fuse shift . sum in main: taken, called once\n"
            "a.hs.ir: cut-off mul2pd in f: does not terminate naturally here, because it grows\n");
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

std::string observed(const std::function<Observer(std::ostream&)>& make) {
  std::ostringstream out;
  Context context;
  RunReport ignored;
  RunOptions options;
  options.observers.push_back(make(out));
  run({{{sample::negatePass(), sample::nothingPass()}}}, sample::identity(), context, options,
      ignored);
  return out.str();
}

TEST(Observe, PrintsAfterOnePassAllOrThoseThatChange) {
  const auto print = [](const std::string& name) {
    return observed([&](std::ostream& out) { return printAfter(name, sample::printSizes, out); });
  };
  EXPECT_EQ(print("nothing"), "-- after 02-nothing (unchanged)\nf 1\n");
  EXPECT_EQ(print("all"), "-- after 01-negate\nf 1\n-- after 02-nothing (unchanged)\nf 1\n");
  EXPECT_EQ(print("changed"), "-- after 01-negate\nf 1\n-- after 02-nothing: unchanged\n");
}

TEST(Observe, DiffsWhatChanged) {
  const std::string out =
      observed([](std::ostream& stream) { return printDiff(sample::printSizes, stream); });
  EXPECT_EQ(out, "--- 00-input\n+++ 01-negate\n@@ -1 +1 @@\n-f 0\n+f 1\n");
}

TEST(Observe, DumpsEveryState) {
  const std::filesystem::path directory =
      std::filesystem::path(testing::TempDir()) / "deforest_dump_test";
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  observed([&](std::ostream&) { return dumpTo(directory.string(), sample::printSizes); });
  const auto content = [&](const std::string& name) {
    std::ifstream file(directory / name);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_EQ(content("00-input.ir"), "f 0\n");
  EXPECT_EQ(content("01-negate.ir"), "f 1\n");
  EXPECT_EQ(content("02-nothing.ir"), "f 1\n");
  std::filesystem::remove_all(directory);
  EXPECT_THROW(
      observed([&](std::ostream&) { return dumpTo(directory.string(), sample::printSizes); }),
      std::runtime_error);
}

}  // namespace
}  // namespace deforest::pipeline
