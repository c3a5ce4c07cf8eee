// Golden tests: a program, the passes to run, and the program they must leave. Of each file is
// checked, beside the outcome: the checker after every pass; that input and outcome survive
// printing and reading; that they agree on generated inputs; that running the passes again changes
// nothing, unless the file says `-- not-idempotent: why`.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "backends/native/notes.hpp"
#include "driver/decisions.hpp"
#include "driver/pipelines.hpp"
#include "program_test.hpp"
#include "text/print.hpp"

namespace deforest::golden {
namespace {

const std::filesystem::path directory = std::filesystem::path(TESTS_DIRECTORY) / "golden";

class Golden : public testing::TestWithParam<std::string> {};

std::vector<std::string> rendered(const std::vector<pipeline::Decision>& decisions) {
  std::vector<std::string> lines;
  for (const pipeline::Decision& decision : decisions) lines.push_back(driver::render(decision));
  if (lines.empty()) lines.emplace_back("none");
  return lines;
}

TEST_P(Golden, GivesTheExpectedProgram) {
  TestFile file(directory / GetParam(), {"run", "options", "decisions", "not-idempotent"});
  const ir::Program input = parsed(file.program());
  expectRoundTrip(input);

  const Transformed once = transform(file, input);
  // A comment that is no documentation is not read.
  ir::Program withoutNotes = once.program;
  backends::removeNotes(withoutNotes);
  expectRoundTrip(withoutNotes);
  expectSameMeaning(input, once.program);
  const std::string output = text::print(once.program);
  const bool decisions = file.has("decisions");
  if (blessing()) {
    file.blessExpected(output);
    if (decisions) file.blessAll("decisions", rendered(once.context.decisions));
    GTEST_SKIP() << "blessed";
  }
  EXPECT_EQ(output, file.expected());
  if (decisions) {
    EXPECT_EQ(rendered(once.context.decisions), file.all("decisions"));
  }
  if (!file.has("not-idempotent")) {
    EXPECT_EQ(text::print(transform(file, once.program).program), output)
        << "running the passes again changes the program";
  }
}

// Nine have nothing to show here: what `layout` chooses is seen in C++, `copy-inputs` does nothing
// unless roots consume what they are given, and what `written-output`, `write-actions`,
// `write-arrays`, `write-accumulations` and `write-slots` make, and `late-failures` and
// `apart-from-slots` read, is nothing that could be read again (native/code_test.cpp,
// native/printing_test.cpp).
TEST(GoldenFiles, ThereAreSomeForEveryPass) {
  const std::set<std::string_view> seenElsewhere = {
      "layout",           "copy-inputs",         "written-output", "write-actions",
      "write-arrays",     "write-accumulations", "write-slots",    "late-failures",
      "apart-from-slots", "drop-unmade",         "delay-lists"};
  for (const pipeline::Pass& pass : driver::allPasses()) {
    if (seenElsewhere.contains(pass.name)) continue;
    std::string name(pass.name);
    std::ranges::replace(name, '-', '_');
    EXPECT_TRUE(std::filesystem::exists(directory / name)) << pass.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Golden, testing::ValuesIn(testFiles(directory)),
                         [](const auto& info) { return caseName(info.param); });

}  // namespace
}  // namespace deforest::golden
