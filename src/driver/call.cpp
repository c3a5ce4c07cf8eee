#include "driver/call.hpp"

#include <nlohmann/json.hpp>
#include <span>

#include "deforest/files.hpp"
#include "driver/usage.hpp"
#include "eval/lazy/machine.hpp"
#include "eval/show.hpp"
#include "ir/main_action.hpp"
#include "ir/reading.hpp"
#include "support/check.hpp"
#include "text/lexing/characters.hpp"
#include "text/parse.hpp"

namespace deforest::driver {
namespace {

using OutcomeKind = eval::Outcome::Kind;

std::string shown(const ir::Program& program, const ir::Function& function,
                  std::span<const eval::Value> values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += (i > 0 ? "," : "") + eval::show(program, function.resultTypes[i], values[i]);
  }
  return values.size() == 1 ? text : "(" + text + ")";
}

// If `function` ends in a call whose results are its own: that call.
const ir::Call* finalCall(const ir::Function& function) {
  if (function.body.bindings.empty()) return nullptr;
  const ir::Binding& last = function.body.bindings.back();
  const std::vector<ir::Atom> results(last.results.begin(), last.results.end());
  return results == function.body.results ? std::get_if<ir::Call>(&last.operation) : nullptr;
}

// What is left of a function that ends in a call: it results in the arguments of that call.
ir::Function argumentsOf(const ir::Program& program, const ir::Function& function,
                         const ir::Call& call) {
  ir::Function arguments = function;
  arguments.name += "'";
  arguments.body.results = call.arguments;
  arguments.body.bindings.pop_back();
  arguments.resultTypes.clear();
  const ir::Function& callee = program.function(call.callee);
  for (const ir::VarId parameter : callee.parameters) {
    arguments.resultTypes.push_back(callee.variables[parameter.value].type);
  }
  return arguments;
}

eval::Value listValue(eval::Heap& heap, const ir::Program& program, const ir::Type& type,
                      const std::vector<eval::Value>& elements) {
  eval::Value list = heap.construct(program, type.constructors[0], {});
  for (std::size_t i = elements.size(); i-- > 0;) {
    const eval::Value fields[] = {elements[i], list};
    list = heap.construct(program, type.constructors[1], fields);
  }
  return list;
}

eval::Value textValue(eval::Heap& heap, const ir::Program& program, const ir::Type& type,
                      const std::string& text, const std::string& reader) {
  std::vector<eval::Value> characters;
  for (std::size_t i = 0; i < text.size();) {
    const text::CodePoint point = text::decodeUtf8(text, i);
    if (point.length == 0) {
      throw Failure("deforest: error: " + reader + ": invalid argument (invalid byte sequence)\n");
    }
    characters.push_back(eval::Value{point.value});
    i += point.length;
  }
  return listValue(heap, program, type, characters);
}

// The arguments of a `main`: the words of the command line, what stands in the standard input.
std::vector<eval::Value> valuesGiven(eval::Heap& heap, const ir::Program& program, ir::FunId id,
                                     const MainInput& input) {
  const ir::Function& function = program.function(id);
  std::vector<eval::Value> given;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const ir::Type& type = program.type(function.variables[function.parameters[i].value].type);
    support::check(type.shape == ir::DataShape::List, "a `main` with a parameter of its own");
    const ir::Type& element = program.type(type.arguments[0]);
    if (element.kind == ir::TypeKind::Char) {
      const bool reads = input.text && (ir::readsAhead(program) || !ir::isUnread(program, id, i));
      given.push_back(textValue(heap, program, type, reads ? input.text() : std::string(),
                                "<stdin>: hGetContents"));
    } else {
      std::vector<eval::Value> words;
      for (const std::string& word : input.arguments) {
        words.push_back(textValue(heap, program, element, word, "getArgs"));
      }
      given.push_back(listValue(heap, program, type, words));
    }
  }
  return given;
}

Evaluated evaluated(const ir::Program& program, const ir::Function& function,
                    const eval::Outcome& outcome) {
  return {outcome.kind, outcome.ok() ? shown(program, function, outcome.values) : outcome.message,
          outcome.counts};
}

}  // namespace

std::optional<SplitCall> splitCall(ir::Program& program, ir::FunId function) {
  const ir::Function caller = program.function(function);
  const ir::Call* call = finalCall(caller);
  if (call == nullptr) return std::nullopt;
  SplitCall result{call->callee, std::nullopt};
  if (!call->arguments.empty()) {
    program.functions.push_back(argumentsOf(program, caller, *call));
    result.arguments = ir::FunId{static_cast<std::uint32_t>(program.functions.size() - 1)};
  }
  return result;
}

Evaluated evaluateExpression(std::string_view module, const std::string& file,
                             const std::string& expression, eval::Limits limits,
                             const text::ParseOptions& options, bool countsHeld) {
  support::Result<text::CalledProgram> parsed = text::parseCall(module, file, expression, options);
  if (!parsed) {
    // A wrong module is not the expression's fault; the positions tell only one of them.
    const support::Result<ir::Program> alone = text::parse(module, file, options);
    throw Failure(alone ? support::render(parsed.diagnostics(), "the call", expression)
                        : support::render(alone.diagnostics(), file, module));
  }
  ir::Program& program = parsed->program;
  if (options.lazy) {
    eval::LazyMachine machine(program, limits);
    return evaluated(program, program.function(parsed->call), machine.call(parsed->call, {}));
  }
  const std::optional<SplitCall> call = splitCall(program, parsed->call);
  eval::Machine machine(program, limits);
  std::vector<eval::Value> values;
  if (call && call->arguments) {
    eval::Outcome outcome = machine.call(*call->arguments, {});
    if (!outcome.ok()) return evaluated(program, program.function(*call->arguments), outcome);
    values = std::move(outcome.values);
  }
  if (countsHeld) machine.countHeld();
  const ir::FunId function = call ? call->callee : parsed->call;
  return evaluated(program, program.function(function), machine.call(function, values));
}

Evaluated evaluateFunction(const ir::Program& program, ir::FunId function, eval::Limits limits,
                           bool lazy, bool countsHeld, const MainInput& input) {
  // The values of the outcome are on the heap of the machine.
  std::optional<eval::Machine> strict;
  Files files;
  std::optional<eval::LazyMachine> byNeed;
  eval::Outcome outcome;
  if (lazy) {
    byNeed.emplace(program, limits);
    byNeed->use(files);
    outcome = byNeed->call(function, valuesGiven(byNeed->heap(), program, function, input));
  } else {
    strict.emplace(program, limits);
    const std::vector<eval::Value> given = valuesGiven(strict->heap(), program, function, input);
    if (countsHeld) strict->countHeld();
    outcome = strict->call(function, given);
  }
  Evaluated result = evaluated(program, program.function(function), outcome);
  if (outcome.kind == eval::Outcome::Kind::Limit) return result;
  if (byNeed) {
    result.printed = byNeed->printed();
    result.errors = byNeed->errors();
  }
  const bool isMain = ir::isMainAction(program, program.function(function));
  if (!outcome.ok()) {
    // A line of which the end fails is not printed.
    const std::string lines = outcome.begun.substr(0, outcome.begun.rfind('\n') + 1);
    if (isMain) result.printed += eval::printed(program, outcome.values) + lines;
    return result;
  }
  if (isMain) {
    result.text = eval::printed(program, outcome.values);
  } else {
    result.text += '\n';
  }
  return result;
}

std::string expressionOf(const std::vector<std::string>& words) {
  if (words.size() == 1) return words.front();
  std::string expression = words.empty() ? "" : words.front();
  for (std::size_t i = 1; i < words.size(); ++i) expression += " (" + words[i] + ")";
  return expression;
}

std::string countsJson(const eval::Counts& counts) {
  const nlohmann::ordered_json json = {{"visits", counts.visits},
                                       {"matches", counts.matches},
                                       {"cases", counts.cases},
                                       {"calls", counts.calls},
                                       {"allocations", counts.allocations},
                                       {"words", counts.words},
                                       {"suspensions", counts.suspensions},
                                       {"held", counts.held}};
  return json.dump() + "\n";
}

}  // namespace deforest::driver
