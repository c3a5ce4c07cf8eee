#include "program_test.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <variant>

#include "backends/native/code.hpp"
#include "driver/command_line.hpp"
#include "driver/pipelines.hpp"
#include "driver/usage.hpp"
#include "driver/verify.hpp"
#include "search/portfolio.hpp"
#include "support/diagnostic.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"

namespace deforest::golden {
namespace {

std::string joined(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) out += (out.empty() ? "" : ",") + value;
  return out;
}

driver::CompileCommand commandOf(const TestFile& file) {
  std::vector<std::string> line;
  for (const std::string& options : file.all("options")) {
    for (const std::string& word : words(options)) line.push_back(word);
  }
  if (file.has("run")) line.push_back("--passes=" + joined(file.all("run")));
  line.insert(line.end(), {"test", "-o", "-"});
  return std::get<driver::CompileCommand>(driver::parseCommandLine(line));
}

Transformed transformed(const pipeline::Pipeline& pipeline, const ir::Program& program) {
  Transformed result;
  pipeline::RunOptions options;
  options.print = [](const ir::Program& state) { return text::print(state); };
  pipeline::RunReport report;
  result.program = pipeline::run(pipeline, program, result.context, options, report);
  return result;
}

}  // namespace

ir::Program parsed(const std::string& text) {
  support::Result<ir::Program> program = text::parse(text, "test", {});
  if (!program) throw std::runtime_error(support::render(program.diagnostics(), "test", text));
  return std::move(*program);
}

Transformed transform(const TestFile& file, const ir::Program& program) {
  const driver::CompileCommand command = commandOf(file);
  const auto native =
      std::make_shared<backends::NativeCode>(backends::NativeOptions{.serial = command.serial});
  return transformed(command.passes ? driver::pipelineOf(*command.passes, command.engine, native)
                                    : driver::defaultPipeline(command.engine),
                     program);
}

Transformed transformAsChosen(const TestFile& file, const ir::Program& program) {
  const search::Selection selection = search::choose(program, commandOf(file).engine);
  return transformed(driver::defaultPipeline(selection.options), program);
}

void expectRoundTrip(const ir::Program& program) {
  const std::string printed = text::print(program);
  support::Result<ir::Program> again = text::parse(printed, "printed", {});
  ASSERT_TRUE(again.ok()) << support::render(again.diagnostics(), "printed", printed) << printed;
  EXPECT_EQ(text::print(*again), printed) << "reading what was printed changes the program";
}

void expectSameMeaning(const ir::Program& before, const ir::Program& after) {
  driver::Verification verification;
  verification.inputs = 60;
  try {
    driver::verify(before, after, verification, ir::Semantics::Strict);
  } catch (const driver::Failure& failure) {
    ADD_FAILURE() << failure.what() << text::print(after);
  }
}

}  // namespace deforest::golden
