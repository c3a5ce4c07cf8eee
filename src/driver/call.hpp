// Calls as people write them, evaluated by the reference interpreter.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/evaluate.hpp"
#include "ir/program.hpp"
#include "text/parse.hpp"

namespace deforest::driver {

struct Evaluated {
  eval::Outcome::Kind kind = eval::Outcome::Kind::Values;
  std::string text;  ///< The value as `Show` prints it, or the message of the error or limit.
  eval::Counts counts;
  std::string printed = {};  ///< Of a `main` that failed, or printed itself: what it has printed,
  std::string errors = {};   ///< and what to standard error.
};

/// A call taken apart.
struct SplitCall {
  ir::FunId callee;
  /// A function without parameters that results in the arguments; none if there are no arguments.
  std::optional<ir::FunId> arguments;
};

/// The call in whose results a function without parameters ends; none if it ends in something else.
/// Adds a function to the program.
std::optional<SplitCall> splitCall(ir::Program& program, ir::FunId function);

/// Evaluates an expression over the functions of a module, given as text. If it is a call, its
/// arguments are evaluated first and not counted: the counts are those of the call. `options` say
/// how the module is read; where `lazy`, evaluation is Haskell's, and everything that is evaluated
/// counts. Throws `Failure` if module or expression are wrong. `countsHeld`: the most cells that
/// are held, too, where evaluation is strict.
Evaluated evaluateExpression(std::string_view module, const std::string& file,
                             const std::string& expression, eval::Limits limits,
                             const text::ParseOptions& options, bool countsHeld = false);

/// What a `main` reads.
struct MainInput {
  std::vector<std::string> arguments;
  std::function<std::string()> text;  ///< Called if the program reads it.
};

/// Evaluates a function without parameters, or a `main`; the text is what a `main` prints, or else
/// the value on a line of its own.
Evaluated evaluateFunction(const ir::Program& program, ir::FunId function, eval::Limits limits,
                           bool lazy, bool countsHeld = false, const MainInput& input = {});

/// The expression that words of a command line mean: one word is an expression, several are a
/// function and its arguments, each an expression.
std::string expressionOf(const std::vector<std::string>& words);

/// `{"visits":1,"matches":1,...}`, one line with its end.
std::string countsJson(const eval::Counts& counts);

}  // namespace deforest::driver
