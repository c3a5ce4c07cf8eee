#include "parse_property.hpp"

#include <algorithm>
#include <string>

#include "ir/checker.hpp"
#include "support/check.hpp"
#include "text/parse.hpp"
#include "text/parsing/ast_dump.hpp"
#include "text/parsing/parser.hpp"
#include "text/print.hpp"

namespace deforest::fuzz {
namespace {

using support::check;

void checkDiagnostics(const support::Diagnostics& diagnostics, std::string_view text) {
  check(!diagnostics.empty(), "a failure without a diagnostic");
  const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const support::Diagnostic& diagnostic : diagnostics) {
    check(diagnostic.span.begin.line <= lines, "a diagnostic behind the end of the text");
    check(diagnostic.span.begin <= diagnostic.span.end, "a diagnostic that ends before it begins");
    check(!diagnostic.message.empty(), "a diagnostic without a message");
    check(diagnostic.message.find('\n') == std::string::npos, "a message of several lines");
  }
  check(!support::render(diagnostics, "file", text).empty(), "diagnostics that render to nothing");
}

void checkSyntax(std::string_view text) {
  const auto module = text::parseModule(text);
  if (module) {
    check(text::dump(*module).find("(unresolved") == std::string::npos,
          "an operator application is left unresolved");
    return;
  }
  checkDiagnostics(module.diagnostics(), text);
  check(std::is_sorted(module.diagnostics().begin(), module.diagnostics().end(),
                       [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; }),
        "diagnostics out of order");
  for (const support::Diagnostic& diagnostic : module.diagnostics()) {
    check(diagnostic.span.begin.known(), "a syntax error that is nowhere");
  }
}

}  // namespace

void checkFrontEnd(std::string_view text) {
  checkSyntax(text);
  try {
    const auto program = text::parse(text, "file");
    if (!program) return checkDiagnostics(program.diagnostics(), text);
    ir::require(*program, "reading");
    const std::string printed = text::print(*program);
    const auto again = text::parse(printed, "file");
    check(again.ok(), "what was printed is not accepted");
    check(text::print(*again) == printed, "what was printed is read as another program");
  } catch (const support::LimitError&) {
    // A stated limit of the implementation is a proper answer.
  }
}

}  // namespace deforest::fuzz
