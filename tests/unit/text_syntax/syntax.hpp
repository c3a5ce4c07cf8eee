// What the tests of the parser share: parsing to a dump, and errors as text.
#pragma once

#include <string>
#include <string_view>

#include "support/diagnostic.hpp"
#include "text/parsing/ast_dump.hpp"
#include "text/parsing/parser.hpp"

namespace deforest::text {

/// "line:column: message [hint]" per diagnostic, a line each.
inline std::string errors(const support::Diagnostics& diagnostics) {
  std::string out;
  for (const support::Diagnostic& d : diagnostics) {
    out += std::to_string(d.span.begin.line) + ":" + std::to_string(d.span.begin.column) + ": " +
           d.message + (d.hint.empty() ? "" : " [" + d.hint + "]") + "\n";
  }
  return out;
}

/// The dump of an expression, or its errors.
inline std::string expr(std::string_view text) {
  const auto result = parseExpression(text);
  return result ? dump(*result) : errors(result.diagnostics());
}

/// The dump of a module, or its errors.
inline std::string program(std::string_view text) {
  const auto result = parseModule(text);
  return result ? dump(*result) : errors(result.diagnostics());
}

/// A test case of a table: what is parsed, and the dump or the errors.
struct Case {
  std::string_view source;
  std::string_view expected;
};

}  // namespace deforest::text
