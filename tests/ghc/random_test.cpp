// Random programs: what GHC makes of their printed and emitted forms is what the interpreter makes
// of them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "backends/haskell.hpp"
#include "eval/evaluate.hpp"
#include "eval/show.hpp"
#include "ghc.hpp"
#include "ir/checker.hpp"
#include "random_program.hpp"
#include "text/print.hpp"

namespace deforest::testing {
namespace {

struct Sample {
  std::uint64_t seed = 0;
  ir::Program program;
  std::string output;
};

unsigned environment(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

// Programs that do not fail, with what they print.
const std::vector<Sample>& samples() {
  static const std::vector<Sample> made = [] {
    std::vector<Sample> list;
    const unsigned wanted = environment("DEFOREST_GHC_PROGRAMS", 40);
    for (std::uint64_t seed = environment("DEFOREST_GHC_SEED", 1); list.size() < wanted; ++seed) {
      Sample sample{seed, randomProgram(seed), ""};
      ir::require(sample.program, "generating a program");
      eval::Limits limits;
      limits.calls = 20000;
      eval::Machine machine(sample.program, limits);
      const auto outcome = machine.call(*sample.program.find("main"), {});
      if (!outcome.ok()) continue;
      sample.output = eval::printed(sample.program, outcome.values);
      if (sample.output.size() > 100000) continue;
      sample.program.module.name = "M" + std::to_string(list.size());
      sample.program.module.exports = "main";
      list.push_back(std::move(sample));
    }
    return list;
  }();
  return made;
}

using Form = std::function<std::string(const ir::Program&)>;

std::string printed(const ir::Program& program) {
  return text::print(program);
}
std::string strict(const ir::Program& program) {
  return backends::emitHaskell(program);
}
std::string lazy(const ir::Program& program) {
  return backends::emitHaskell(program, {ir::Semantics::Haskell});
}

void expectSameOutputs(const Form& form, const std::string& flags) {
  if (!haveGhc()) GTEST_SKIP() << "skipped: no ghc";
  std::vector<std::string> modules;
  for (const auto& sample : samples()) modules.push_back(form(sample.program));
  const GhcResult result = runModules(modules, flags);
  ASSERT_TRUE(result.built) << result.messages;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    ASSERT_LT(i, result.outputs.size()) << result.messages << modules[i];
    ASSERT_EQ(result.outputs[i], samples()[i].output) << "seed " << samples()[i].seed << "\n"
                                                      << modules[i];
  }
}

TEST(RandomPrograms, Printed) {
  expectSameOutputs(printed, "-O0");
}
TEST(RandomPrograms, Strict) {
  expectSameOutputs(strict, "-O0");
}
TEST(RandomPrograms, StrictCompiledStrictly) {
  expectSameOutputs(strict, "-O0 -XStrict");
}
TEST(RandomPrograms, Lazy) {
  expectSameOutputs(lazy, "-O0");
}

}  // namespace
}  // namespace deforest::testing
