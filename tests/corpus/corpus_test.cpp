// Every line of corpus/expected.tsv holds for the program as written and after every stage.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driver/pipelines.hpp"
#include "evaluate_expression.hpp"
#include "expected_table.hpp"
#include "ir/measure.hpp"
#include "pipeline/run.hpp"
#include "support/diagnostic.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"

namespace deforest::corpus {
namespace {

const std::filesystem::path root = DEFOREST_ROOT;

/// Which program is to be evaluated: none of the stages stands for the program as it was written.
using Stage = std::optional<engine::Stage>;

ir::Program transformed(const ir::Program& program, Stage stage) {
  if (!stage) return program;
  pipeline::Context context;
  engine::Options engine;
  engine.stopAfter = *stage;
  pipeline::RunOptions options;
  options.print = [](const ir::Program& state) { return text::print(state); };
  pipeline::RunReport report;
  ir::Program result =
      pipeline::run(driver::defaultPipeline(engine), program, context, options, report);
  EXPECT_LE(static_cast<double>(ir::size(result)),
            engine.limits.maxGrowth * static_cast<double>(ir::size(program)));
  return result;
}

template <class T>
T orThrow(support::Result<T> result, const std::string& path, const std::string& text) {
  if (!result) throw std::runtime_error(support::render(result.diagnostics(), path, text));
  return std::move(*result);
}

/// The value of an expression that uses more of the module than its roots, in a program that has
/// nothing but this expression for a root.
std::string valueAlone(const std::string& path, const std::string& text,
                       const std::string& expression, Stage stage) {
  text::CalledProgram called =
      orThrow(text::parseCall(text, path, expression), expression, expression);
  const std::string name = called.program.function(called.call).name;
  return shownValue(transformed(called.program, stage), name);
}

void expectValues(const ExpectedFile& file, Stage stage) {
  const std::string text = readFile(root / file.path);
  const ir::Program program =
      transformed(orThrow(text::parse(text, file.path), file.path, text), stage);
  for (const auto& [expression, value] : file.expectations) {
    SCOPED_TRACE(file.path + ": " + expression);
    std::string shown;
    try {
      shown = shownValue(program, expression);
    } catch (const NotARoot&) {
      shown = valueAlone(file.path, text, expression, stage);
    }
    EXPECT_EQ(shown, expression == "main" ? value + "\n" : value);
  }
}

class Corpus : public testing::TestWithParam<ExpectedFile> {};

TEST_P(Corpus, AsWritten) {
  expectValues(GetParam(), std::nullopt);
}
TEST_P(Corpus, Normalised) {
  expectValues(GetParam(), engine::Stage::None);
}
TEST_P(Corpus, Fused) {
  expectValues(GetParam(), engine::Stage::Fusion);
}
TEST_P(Corpus, Tupled) {
  expectValues(GetParam(), engine::Stage::Tupling);
}
TEST_P(Corpus, WithoutRedundancy) {
  expectValues(GetParam(), engine::Stage::Redundancy);
}

/// `corpus/thesis/sum_square.hs.ir` is `thesis_sum_square`.
std::string nameOf(const testing::TestParamInfo<ExpectedFile>& info) {
  std::string name = info.param.path.substr(std::string_view("corpus/").size());
  name.resize(name.find('.'));
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Programs, Corpus,
                         testing::ValuesIn(readExpectations(root / "corpus" / "expected.tsv")),
                         nameOf);

/// No program of the corpus is left out. The natural ones have tables and tests of their own.
TEST(ExpectedTable, HasEveryProgram) {
  std::vector<std::string> expected;
  for (const ExpectedFile& file : readExpectations(root / "corpus" / "expected.tsv")) {
    expected.push_back(file.path);
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "corpus")) {
    const std::string path = std::filesystem::relative(entry.path(), root).string();
    if (!path.ends_with(".hs.ir") || path.starts_with("corpus/natural/")) continue;
    EXPECT_NE(std::find(expected.begin(), expected.end(), path), expected.end()) << path;
  }
}

TEST(EvaluateExpression, SaysWhatItCannotEvaluate) {
  const std::string path = "corpus/thesis/sum_square.hs.ir";
  const std::string text = readFile(root / path);
  const ir::Program program = orThrow(text::parse(text, path), path, text);
  EXPECT_EQ(shownValue(program, "program (input 2)"), "5");
  EXPECT_THROW(shownValue(program, "total (input 2)"), NotARoot);
  EXPECT_THROW(shownValue(program, "program"), std::runtime_error);
  EXPECT_THROW(shownValue(program, "input (1 + 1)"), std::runtime_error);
  EXPECT_THROW(shownValue(program, "input ("), std::runtime_error);
}

TEST(ExpectedTable, RefusesALineWithoutThreeColumns) {
  const std::filesystem::path table = std::filesystem::path(testing::TempDir()) / "wrong.tsv";
  std::ofstream(table) << "a.hs.ir\tf 1\n";
  EXPECT_THROW(readExpectations(table), std::runtime_error);
  EXPECT_THROW(readExpectations(table.string() + ".missing"), std::runtime_error);
  std::filesystem::remove(table);
}

}  // namespace
}  // namespace deforest::corpus
