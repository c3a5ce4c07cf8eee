// Helpers: parse, check, run.
#include "semantics.hpp"

#include "eval/evaluate.hpp"
#include "eval/show.hpp"
#include "ir/alpha.hpp"
#include "ir/checker.hpp"
#include "text/print.hpp"

namespace deforest::text {
namespace {

void expectWellFormed(const ir::Program& program) {
  for (const std::string& reason : ir::check(program)) {
    ADD_FAILURE() << reason << "\n" << print(program);
  }
}

// The function's results, shown by `show`.
template <class Show>
std::string run(const ir::Program& program, ir::FunId function, Show show) {
  eval::Limits limits;
  limits.calls = 20'000'000;
  eval::Machine machine(program, limits);
  const eval::Outcome outcome = machine.call(function, {});
  return outcome.ok() ? show(outcome) : "error: " + outcome.message;
}

void expectSameFunctions(const ir::Program& a, const ir::Program& b) {
  ASSERT_EQ(functionNames(a), functionNames(b)) << print(a) << "----\n" << print(b);
  EXPECT_EQ(a.types, b.types);
  EXPECT_EQ(a.constructors, b.constructors);
  EXPECT_EQ(a.outputs, b.outputs);
  for (std::size_t i = 0; i < a.functions.size(); ++i) {
    EXPECT_TRUE(ir::alphaEquivalent(a.functions[i], b.functions[i]))
        << "function " << a.functions[i].name << "\n"
        << print(a) << "----\n"
        << print(b);
  }
}

std::vector<std::string> rendered(const support::Diagnostics& diagnostics) {
  std::vector<std::string> said;
  for (const support::Diagnostic& diagnostic : diagnostics) {
    said.push_back(std::to_string(diagnostic.span.begin.line) + ":" +
                   std::to_string(diagnostic.span.begin.column) + ": " + diagnostic.message + " (" +
                   diagnostic.hint + ")");
  }
  return said;
}

}  // namespace

ir::Program accepted(std::string_view source, const ParseOptions& options) {
  const support::Result<ir::Program> program = parse(source, "test", options);
  if (!program) {
    ADD_FAILURE() << support::render(program.diagnostics(), "test", source);
    return {};
  }
  expectWellFormed(*program);
  return *program;
}

std::vector<std::string> complaints(std::string_view source, const ParseOptions& options) {
  const support::Result<ir::Program> program = parse(source, "test", options);
  return program ? std::vector<std::string>{} : rendered(program.diagnostics());
}

std::vector<std::string> warnings(std::string_view source) {
  support::Diagnostics found;
  if (const auto program = parse(source, "test", {}, &found); !program) {
    ADD_FAILURE() << support::render(program.diagnostics(), "test", source);
  }
  return rendered(found);
}

std::string output(std::string_view source) {
  const ir::Program program = accepted(source);
  const auto main = program.find("main");
  if (!main) {
    ADD_FAILURE() << "no main";
    return {};
  }
  return run(program, *main,
             [&](const eval::Outcome& outcome) { return eval::printed(program, outcome.values); });
}

std::string evaluated(std::string_view source, std::string_view expression) {
  const support::Result<CalledProgram> called = parseCall(source, "test", expression);
  if (!called) {
    ADD_FAILURE() << support::render(called.diagnostics(), "call", expression);
    return {};
  }
  const ir::Program& program = called->program;
  expectWellFormed(program);
  return run(program, called->call, [&](const eval::Outcome& outcome) {
    return eval::show(program, program.function(called->call).resultTypes[0], outcome.values[0]);
  });
}

void expectValues(std::string_view source,
                  const std::vector<std::pair<std::string, std::string>>& values) {
  for (const auto& [expression, value] : values) {
    EXPECT_EQ(evaluated(source, expression), value) << expression;
  }
}

void expectElaborates(std::string_view source, std::string_view written) {
  expectSameFunctions(accepted(source), accepted(written));
}

void expectRoundTrip(std::string_view source) {
  const ir::Program program = accepted(source);
  const std::string printed = print(program);
  ParseOptions options;
  options.roots = rootNames(program);
  const support::Result<ir::Program> again = parse(printed, "test", options);
  ASSERT_TRUE(again.ok()) << support::render(again.diagnostics(), "printed", printed);
  expectSameFunctions(program, *again);
}

std::vector<std::string> functionNames(const ir::Program& program) {
  std::vector<std::string> names;
  for (const ir::Function& function : program.functions) names.push_back(function.name);
  return names;
}

std::vector<std::string> rootNames(const ir::Program& program) {
  std::vector<std::string> names;
  for (const ir::FunId root : program.roots) names.push_back(program.function(root).name);
  return names;
}

}  // namespace deforest::text
