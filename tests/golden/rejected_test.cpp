// Wrong programs and exactly what is said about them: `-- error: LINE:COLUMN: message` and, below
// it, `-- help: hint` where there is one.
#include <gtest/gtest.h>

#include <algorithm>

#include "test_file.hpp"
#include "text/parse.hpp"

namespace deforest::golden {
namespace {

const std::filesystem::path rejectedDirectory = std::filesystem::path(TESTS_DIRECTORY) / "rejected";

class Rejected : public testing::TestWithParam<std::string> {};

struct Said {
  std::vector<std::string> errors;
  std::vector<std::string> hints;
};

Said saidAbout(const std::string& program) {
  const support::Result<ir::Program> result = text::parse(program, "test", {});
  if (result.ok()) return {};
  support::Diagnostics diagnostics = result.diagnostics();
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
  Said said;
  for (const support::Diagnostic& diagnostic : diagnostics) {
    said.errors.push_back(std::to_string(diagnostic.span.begin.line) + ":" +
                          std::to_string(diagnostic.span.begin.column) + ": " + diagnostic.message);
    if (!diagnostic.hint.empty()) said.hints.push_back(diagnostic.hint);
  }
  return said;
}

TEST_P(Rejected, IsToldWhatIsWrong) {
  TestFile file(rejectedDirectory / GetParam(), {"error", "help"});
  const Said said = saidAbout(file.program());
  ASSERT_FALSE(said.errors.empty()) << "the program is accepted";
  if (blessing()) {
    // Comments at the end of the program move no position.
    file.blessAll("error", said.errors);
    file.blessAll("help", said.hints);
    GTEST_SKIP() << "blessed";
  }
  EXPECT_EQ(said.errors, file.all("error"));
  EXPECT_EQ(said.hints, file.all("help"));
}

INSTANTIATE_TEST_SUITE_P(Files, Rejected, testing::ValuesIn(testFiles(rejectedDirectory)),
                         [](const auto& info) { return caseName(info.param); });

}  // namespace
}  // namespace deforest::golden
