// `deforest run IN`.
#include <charconv>
#include <cstdint>
#include <iostream>
#include <optional>
#include <sstream>
#include <string_view>

#include "backends/native/write_actions.hpp"
#include "backends/native/write_slots.hpp"
#include "driver/call.hpp"
#include "driver/commands.hpp"
#include "driver/destinations.hpp"
#include "driver/files.hpp"
#include "driver/module_texts.hpp"
#include "driver/usage.hpp"
#include "ir/main_action.hpp"
#include "text/lexing/characters.hpp"
#include "text/print.hpp"

namespace deforest::driver {
namespace {

eval::Limits limitsOf(const RunCommand& command) {
  eval::Limits limits;
  if (command.maxCalls) limits.calls = *command.maxCalls;
  return limits;
}

Evaluated evaluateMain(const RunCommand& command, Session& session) {
  const bool lazy = command.semantics == ir::Semantics::Haskell;
  ir::Program program = load(command.input, {{}, lazy}, session);
  if (!lazy && backends::usesFiles(program)) {
    throw Failure(displayName(command.input) +
                  ": error: the program reads or writes files, and strict evaluation does not\n"
                  "  help: let it be evaluated as Haskell does: --semantics haskell\n");
  }
  pipeline::Context context;
  const pipeline::Pass first = lazy ? backends::writeActions() : backends::writeSlots();
  program = first.run(std::move(program), context);
  for (const std::string_view name : {"main", "gibbon_main"}) {
    const std::optional<ir::FunId> function = program.find(name);
    if (!function) continue;
    if (ir::isMainAction(program, program.function(*function)) ||
        program.function(*function).parameters.empty()) {
      const auto input = [] {
        std::ostringstream text;
        text << std::cin.rdbuf();
        return text.str();
      };
      return evaluateFunction(program, *function, limitsOf(command), lazy,
                              command.count.has_value(), {command.arguments, input});
    }
  }
  throw Failure(displayName(command.input) +
                ": error: there is no main to run\n  help: name a function: deforest run " +
                command.input + " --call f ARGS\n");
}

Evaluated evaluateCall(const RunCommand& command, Session& session) {
  // An archive is read by way of its text, in which the call can be understood.
  const std::string content = readInput(command.input, session);
  const std::string module =
      isArchive(content) ? text::print(load(command.input, content, {})) : content;
  text::ParseOptions options;
  options.lazy = command.semantics == ir::Semantics::Haskell;
  if (!isArchive(content)) options.modules = moduleFilesOf(command.input, content);
  options.mayHaveRunTimeFunctions = true;
  Evaluated result =
      evaluateExpression(module, displayName(command.input), expressionOf(command.call),
                         limitsOf(command), options, command.count.has_value());
  if (result.kind == eval::Outcome::Kind::Values) result.text += '\n';
  return result;
}

// How a program ended that says so itself: the text of a failure, as runtime/deforest/show.hpp
// reads it too. Any other text that begins with the mark is the program's own message.
struct ProgramEnd {
  int status = 0;
  std::string printed;
  std::string errors;
};
std::optional<ProgramEnd> programEnd(const Evaluated& result) {
  if (result.kind != eval::Outcome::Kind::End) return std::nullopt;
  std::string_view rest = std::string_view(result.text).substr(ir::endMark.size());
  const auto number = [&]() -> std::optional<std::int64_t> {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (error != std::errc() || !rest.starts_with(' ')) return std::nullopt;
    rest.remove_prefix(1);
    return value;
  };
  const std::optional<std::int64_t> status = number();
  const std::optional<std::int64_t> characters = status ? number() : std::nullopt;
  if (!characters) return std::nullopt;
  std::size_t split = 0;
  for (std::int64_t i = 0; i < *characters; ++i) {
    if (split == rest.size()) return std::nullopt;
    split += text::decodeUtf8(rest, split).length;
  }
  return ProgramEnd{static_cast<int>(*status & 0xff), std::string(rest.substr(0, split)),
                    std::string(rest.substr(split))};
}

}  // namespace

int evaluate(const RunCommand& command, Session& session) {
  checkDestinations(command);
  const Evaluated result =
      command.call.empty() ? evaluateMain(command, session) : evaluateCall(command, session);
  if (const std::optional<ProgramEnd> end = programEnd(result)) {
    writeFile("-", result.printed + end->printed);
    std::cerr << result.errors << end->errors;
    if (command.count) report(*command.count, countsJson(result.counts));
    return end->status;
  }
  std::cerr << result.errors;
  if (result.kind != eval::Outcome::Kind::Values) {
    writeFile("-", result.printed);
    throw Failure("deforest: error: " + result.text + "\n");
  }
  writeFile("-", result.printed + result.text);
  if (command.count) report(*command.count, countsJson(result.counts));
  return 0;
}

}  // namespace deforest::driver
