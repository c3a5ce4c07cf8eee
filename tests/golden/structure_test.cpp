// Structure tests: what the default pipeline must achieve, and what the search makes of it for
// users, as counts of the interpreter, which no change of names or of layout touches. Of each call
// that a file names, the transformed program must give the same value and may cost no more than the
// input.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "driver/call.hpp"
#include "driver/stats.hpp"
#include "program_test.hpp"
#include "text/print.hpp"

namespace deforest::golden {
namespace {

using Kind = pipeline::Decision::Kind;

const std::filesystem::path structureDirectory =
    std::filesystem::path(TESTS_DIRECTORY) / "structure";

class Structure : public testing::TestWithParam<std::string> {};

// `f (Leaf 1) visits 3 allocations 0`: a call, and what is known of its costs.
struct Costs {
  std::string call;
  std::vector<std::pair<std::string, std::uint64_t>> counts;
};

std::uint64_t countOf(const eval::Counts& counts, const std::string& name) {
  const std::map<std::string, std::uint64_t> named = {
      {"visits", counts.visits}, {"matches", counts.matches},         {"cases", counts.cases},
      {"calls", counts.calls},   {"allocations", counts.allocations}, {"words", counts.words}};
  return named.at(name);
}

bool isCount(const std::string& word) {
  return word == "visits" || word == "matches" || word == "cases" || word == "calls" ||
         word == "allocations" || word == "words";
}

// Read from the end: pairs of a name and a number, then the call.
Costs costsOf(const std::string& line) {
  std::vector<std::string> parts = words(line);
  Costs costs;
  while (parts.size() > 2 && isCount(parts[parts.size() - 2])) {
    costs.counts.emplace_back(parts[parts.size() - 2], std::stoull(parts.back()));
    parts.resize(parts.size() - 2);
  }
  std::reverse(costs.counts.begin(), costs.counts.end());
  for (const std::string& part : parts) costs.call += (costs.call.empty() ? "" : " ") + part;
  return costs;
}

std::string lineOf(const Costs& costs, const eval::Counts& measured) {
  std::string line = costs.call;
  for (const auto& [name, count] : costs.counts) {
    line += " " + name + " " + std::to_string(countOf(measured, name));
  }
  return line;
}

void expectNoDearer(const std::string& call, const eval::Counts& before,
                    const eval::Counts& after) {
  EXPECT_LE(after.visits, before.visits) << call;
  EXPECT_LE(after.matches, before.matches) << call;
  EXPECT_LE(after.allocations, before.allocations) << call;
}

// The value and the costs of a call, before and after.
struct Measured {
  driver::Evaluated before;
  driver::Evaluated after;
};

// Of a program that was printed. The value must be the same, and the costs no more.
Measured measureCall(const TestFile& file, const std::string& printed, const std::string& call) {
  Measured measured{driver::evaluateExpression(file.program(), "input", call, {}, {}),
                    driver::evaluateExpression(printed, "output", call, {}, {})};
  EXPECT_EQ(measured.after.text, measured.before.text) << call;
  expectNoDearer(call, measured.before.counts, measured.after.counts);
  return measured;
}

// A subject goes without the tree (`total . double`) or with it (`total . double on t`).
bool decided(const pipeline::Context& context, const std::string& subject, bool taken,
             bool fusionOnly) {
  return std::any_of(
      context.decisions.begin(), context.decisions.end(), [&](const pipeline::Decision& decision) {
        const bool same =
            decision.subject == subject || decision.subject.starts_with(subject + " on ");
        return same && decision.taken == taken && (!fusionOnly || decision.kind == Kind::Fuse);
      });
}

void checkDecisions(const TestFile& file, const pipeline::Context& context) {
  for (const std::string& subject : file.all("taken")) {
    EXPECT_TRUE(decided(context, subject, true, false)) << subject << " is not taken";
  }
  for (const std::string& subject : file.all("refused")) {
    EXPECT_TRUE(decided(context, subject, false, false)) << subject << " is not refused";
  }
  for (const std::string& subject : file.all("must-not-fuse")) {
    EXPECT_FALSE(decided(context, subject, true, true)) << subject << " is fused";
  }
  const bool natural = driver::cutOffs(context.decisions).empty();
  for (const std::string& ending : file.all("terminates")) {
    EXPECT_EQ(natural ? "naturally" : "cut-off", ending);
  }
}

const std::vector<std::string_view> directives = {
    "options", "structure", "chosen", "unfused", "taken", "refused", "must-not-fuse", "terminates"};

// With a price for code, and only for what gains: `chosen` says what comes of it, of the calls that
// `structure` names.
TEST_P(Structure, CostsUsersWhatItMay) {
  TestFile file(structureDirectory / GetParam(), directives);
  const ir::Program input = parsed(file.program());
  const Transformed output = transformAsChosen(file, input);
  expectRoundTrip(output.program);
  expectSameMeaning(input, output.program);
  const std::string printed = text::print(output.program);
  std::vector<std::string> chosen;
  for (const std::string& line : file.all("structure")) {
    const Costs costs = costsOf(line);
    chosen.push_back(lineOf(costs, measureCall(file, printed, costs.call).after.counts));
  }
  if (blessing()) {
    if (!chosen.empty()) file.blessAll("chosen", chosen);
    GTEST_SKIP() << "blessed";
  }
  EXPECT_EQ(chosen, file.all("chosen")) << printed;
}

TEST_P(Structure, CostsWhatItMay) {
  TestFile file(structureDirectory / GetParam(), directives);
  const ir::Program input = parsed(file.program());
  const Transformed output = transform(file, input);
  expectRoundTrip(output.program);
  expectSameMeaning(input, output.program);

  const std::string printed = text::print(output.program);
  std::map<std::string, Measured> measured;
  const auto measure = [&](const std::string& call) -> const Measured& {
    const auto [entry, isNew] = measured.try_emplace(call);
    if (isNew) entry->second = measureCall(file, printed, call);
    return entry->second;
  };
  std::vector<std::string> after;
  std::vector<std::string> before;
  for (const std::string& line : file.all("structure")) {
    const Costs costs = costsOf(line);
    after.push_back(lineOf(costs, measure(costs.call).after.counts));
  }
  for (const std::string& line : file.all("unfused")) {
    const Costs costs = costsOf(line);
    before.push_back(lineOf(costs, measure(costs.call).before.counts));
  }
  if (blessing()) {
    if (!after.empty()) file.blessAll("structure", after);
    if (!before.empty()) file.blessAll("unfused", before);
    GTEST_SKIP() << "blessed";
  }
  EXPECT_EQ(after, file.all("structure")) << printed;
  EXPECT_EQ(before, file.all("unfused"));
  checkDecisions(file, output.context);
}

INSTANTIATE_TEST_SUITE_P(Files, Structure, testing::ValuesIn(testFiles(structureDirectory)),
                         [](const auto& info) { return caseName(info.param); });

}  // namespace
}  // namespace deforest::golden
