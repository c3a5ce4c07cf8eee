// Values as text: what a derived `Show` instance prints.
#pragma once

#include <limits>
#include <map>
#include <span>
#include <string>

#include "eval/value.hpp"
#include "ir/primitives.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

struct ShowOptions {
  /// That of the context: 11 for an argument of a function.
  int precedence = 0;
  /// Write infinities and NaN as expressions that denote them, so that the text is Haskell source.
  bool source = false;
  /// Longer texts end after so many bytes with `...`.
  std::size_t limit = std::numeric_limits<std::size_t>::max();
};

/// `showsPrec` of a value of type `type`, in UTF-8 (which is ASCII, but for names). Deep values
/// need no machine stack.
[[nodiscard]] std::string show(const ir::Program& program, ir::TypeId type, Value value,
                               const ShowOptions& options = {});

/// The characters of a value of type `[Char]`, in UTF-8.
[[nodiscard]] std::string stringOf(Value list);

/// What the program prints when its function `main` has these results, or begins with them.
[[nodiscard]] std::string printed(const ir::Program& program, std::span<const Value> results);

/// The fixities that the source declares, by operator.
[[nodiscard]] std::map<std::string, ir::Fixity> declaredFixities(const ir::Program& program);

}  // namespace deforest::eval
