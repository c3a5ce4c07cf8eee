#include "driver/given_inputs.hpp"

#include <algorithm>

#include "driver/call.hpp"
#include "driver/session.hpp"
#include "driver/usage.hpp"
#include "eval/evaluate.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"
#include "text/samples.hpp"

namespace deforest::driver {
namespace {

// What the arguments of a sample may take. They are built again for every evaluation of it.
constexpr eval::Limits argumentLimits = {
    .calls = 100'000'000, .bytes = std::size_t{2} << 30U, .milliseconds = 0};
constexpr std::size_t mostNodes = 4'000'000;

// One sample, and how its mistakes are shown.
class Reader {
 public:
  Reader(const ir::Program& program, const std::string& module, const std::string& file,
         const text::ParseOptions& options, bool warns)
      : program_(program), module_(module), file_(file), options_(options), warns_(warns) {}

  eval::GivenInput read(const text::SampleText& sample) const {
    support::Result<text::CalledProgram> parsed =
        text::parseCall(module_, file_, sample.expression, options_);
    if (!parsed) fail(sample, parsed.diagnostics());
    ir::Program& called = parsed->program;
    const std::optional<SplitCall> call = splitCall(called, parsed->call);
    if (!call) {
      fail(sample, "a sample is a call of a function", "for instance `program (input 10)`");
    }
    const eval::Correspondence same = eval::correspond(called, program_);
    const std::string& name = called.function(call->callee).name;
    const std::optional<ir::FunId> function = counterpart(called, call->callee, same);
    if (!function) {
      fail(sample, "`" + name + "` is no function that the program keeps",
           "a sample calls a function of the module that a root reaches; --root names roots");
    }
    return {*function, argumentsOf(sample, called, *call, same), sample.expression};
  }

 private:
  // The function of this name and type.
  [[nodiscard]] std::optional<ir::FunId> counterpart(const ir::Program& called, ir::FunId callee,
                                                     const eval::Correspondence& same) const {
    const ir::Function& wanted = called.function(callee);
    const std::optional<ir::FunId> found = program_.find(wanted.name);
    if (!found) return std::nullopt;
    const ir::Function& function = program_.function(*found);
    const bool equal =
        std::ranges::equal(wanted.parameters, function.parameters, [&](ir::VarId a, ir::VarId b) {
          return same.types[wanted.variables[a.value].type.value] ==
                 function.variables[b.value].type;
        });
    return equal ? found : std::nullopt;
  }

  [[nodiscard]] eval::Arguments argumentsOf(const text::SampleText& sample,
                                            const ir::Program& called, const SplitCall& call,
                                            const eval::Correspondence& same) const {
    eval::Arguments result;
    if (!call.arguments) return result;
    eval::Machine machine(called, argumentLimits);
    const eval::Outcome outcome = machine.call(*call.arguments, {});
    if (!outcome.ok()) fail(sample, "the arguments have no value: " + outcome.message, "");
    const std::vector<ir::TypeId>& types = called.function(*call.arguments).resultTypes;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const auto term = eval::termOf(called, types[i], outcome.values[i], mostNodes);
      if (!term) fail(sample, "the arguments are too large to be counted on", "take smaller ones");
      result.push_back(eval::translated(*term, same).value());
    }
    return result;
  }

  [[noreturn]] void fail(const text::SampleText& sample, const std::string& message,
                         const std::string& hint) const {
    const auto end = static_cast<std::uint32_t>(1 + sample.expression.size());
    fail(sample, {{{{1, 1}, {1, end}}, message, hint}});
  }

  // Positions are in the expression, which in a module stands on one line.
  [[noreturn]] void fail(const text::SampleText& sample, support::Diagnostics diagnostics) const {
    for (support::Diagnostic& diagnostic : diagnostics) {
      if (!warns_) continue;
      diagnostic.severity = support::Severity::Warning;
      diagnostic.message = "this sample is not counted on: " + diagnostic.message;
    }
    if (!sample.position.known()) {
      throw Failure(support::render(diagnostics, "the sample", sample.expression));
    }
    for (support::Diagnostic& diagnostic : diagnostics) {
      for (support::Position* position : {&diagnostic.span.begin, &diagnostic.span.end}) {
        if (!position->known()) continue;
        if (position->line == 1) position->column += sample.position.column - 1;
        position->line += sample.position.line - 1;
      }
    }
    throw Failure(support::render(diagnostics, file_, module_));
  }

  const ir::Program& program_;
  const std::string& module_;
  const std::string& file_;
  const text::ParseOptions& options_;
  bool warns_;  // What is wrong is no error.
};

}  // namespace

std::vector<eval::GivenInput> givenInputs(const ir::Program& program, const std::string& module,
                                          const std::string& file,
                                          const std::vector<std::string>& expressions,
                                          const text::ParseOptions& options,
                                          const WrongSample& wrong) {
  const bool archive = isArchive(module);
  std::vector<text::SampleText> samples;
  if (!archive) samples = text::samplesIn(module);
  for (const std::string& expression : expressions) samples.push_back({expression, {}});
  std::vector<eval::GivenInput> result;
  if (samples.empty()) return result;
  const std::string text = archive ? text::print(program) : module;
  const Reader reader(program, text, file, options, wrong != nullptr);
  for (const text::SampleText& sample : samples) {
    try {
      result.push_back(reader.read(sample));
    } catch (const Failure& failure) {
      if (!wrong) throw;
      wrong(failure.what());
    }
  }
  return result;
}

}  // namespace deforest::driver
