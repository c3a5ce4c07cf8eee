// Unified diffs: against examples, and against their own meaning (a diff that is applied gives the
// second text).
#include "pipeline/diff.hpp"

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <vector>

namespace deforest::pipeline {
namespace {

std::string diff(std::string_view before, std::string_view after, std::size_t context = 3) {
  return unifiedDiff(before, after, "a", "b", context);
}

TEST(Diff, EqualTextsHaveNone) {
  EXPECT_EQ(diff("", ""), "");
  EXPECT_EQ(diff("x\ny\n", "x\ny\n"), "");
}

TEST(Diff, ShowsAChangeInItsContext) {
  EXPECT_EQ(diff("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nfive\n6\n7\n8\n", 1),
            "--- a\n+++ b\n@@ -4,3 +4,3 @@\n 4\n-5\n+five\n 6\n");
}

TEST(Diff, AnEmptySideIsNamedByTheLineBefore) {
  EXPECT_EQ(diff("", "x\n"), "--- a\n+++ b\n@@ -0,0 +1 @@\n+x\n");
  EXPECT_EQ(diff("x\ny\n", "", 0), "--- a\n+++ b\n@@ -1,2 +0,0 @@\n-x\n-y\n");
  EXPECT_EQ(diff("1\n2\n", "1\nnew\n2\n", 0), "--- a\n+++ b\n@@ -1,0 +2 @@\n+new\n");
}

TEST(Diff, DistantChangesAreSeparateHunks) {
  EXPECT_EQ(diff("1\n2\n3\n4\n5\n6\n", "one\n2\n3\n4\n5\nsix\n", 1),
            "--- a\n+++ b\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n@@ -5,2 +5,2 @@\n 5\n-6\n+six\n");
  EXPECT_EQ(diff("1\n2\n3\n4\n", "one\n2\n3\nfour\n", 1),
            "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n-4\n+four\n");
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// What `patch` does.
std::string patched(const std::string& before, const std::string& patch) {
  const std::vector<std::string> source = linesOf(before);
  std::string out;
  std::size_t at = 0;
  for (const std::string& line : linesOf(patch)) {
    if (line.starts_with("--- ") || line.starts_with("+++ ")) continue;
    if (line.starts_with("@@ -")) {
      const bool empty = line.substr(0, line.find(" +")).ends_with(",0");
      const std::size_t start = std::stoul(line.substr(4)) - (empty ? 0 : 1);
      while (at < start) out += source.at(at++) + "\n";
    } else if (line[0] == '+') {
      out += line.substr(1) + "\n";
    } else {
      EXPECT_EQ(source.at(at), line.substr(1));
      if (line[0] == ' ') out += source[at] + "\n";
      ++at;
    }
  }
  while (at < source.size()) out += source[at++] + "\n";
  return out;
}

TEST(Diff, AppliedGivesTheSecondText) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 500; ++trial) {
    const auto text = [&] {
      std::string result;
      for (std::size_t i = random() % 12; i > 0; --i) {
        result += static_cast<char>('a' + random() % 4);
        result += '\n';
      }
      return result;
    };
    const std::string before = text();
    const std::string after = text();
    EXPECT_EQ(patched(before, diff(before, after, random() % 4)), after);
  }
}

TEST(Diff, VeryDifferentTextsAreReplacedWhole) {
  std::string before;
  std::string after;
  for (int i = 0; i < 3000; ++i) {
    before += "x" + std::to_string(i) + "\n";
    after += "y" + std::to_string(i) + "\n";
  }
  EXPECT_EQ(patched(before, diff(before, after)), after);
}

}  // namespace
}  // namespace deforest::pipeline
