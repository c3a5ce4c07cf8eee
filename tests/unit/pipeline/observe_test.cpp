// Dumps and differences of what passes leave.
#include "pipeline/observe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "sample.hpp"

namespace deforest::pipeline {
namespace {

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
