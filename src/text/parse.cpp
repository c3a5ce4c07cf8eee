// Runs the phases of the front end.
#include "text/parse.hpp"

#include <algorithm>

#include "ir/alpha.hpp"
#include "text/lexing/lexer.hpp"
#include "text/lowering/elaborate.hpp"
#include "text/parsing/opaque.hpp"
#include "text/parsing/parser.hpp"
#include "text/scopes/scope.hpp"
#include "text/types/infer.hpp"

namespace deforest::text {
namespace {

support::Diagnostics sorted(support::Diagnostics diagnostics) {
  std::ranges::stable_sort(diagnostics, {}, [](const auto& d) { return d.span; });
  // One mistake may be met twice, for instance in two instances of a function.
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end()), diagnostics.end());
  return diagnostics;
}

support::Result<ir::Program> compile(const ast::Module& source, std::string_view text,
                                     std::string file, const std::vector<std::string>& roots,
                                     bool lazy, const ast::Expr* call, resolved::Module& module,
                                     support::Diagnostics* warnings, Original* original) {
  Reporter reporter;
  module.lazy = lazy;
  resolveModule(source, module, reporter, call);
  inferModule(module, reporter);
  if (reporter.any()) return sorted(reporter.take());
  if (original != nullptr) {
    *original = originalOf(source, text);
    // A function that prints is printed as the text that it makes, and so is what runs it.
    const bool actions = std::ranges::any_of(
        module.functions, [](const resolved::Function& function) { return function.isAction; });
    original->editable = original->editable && !module.gibbon && !actions;
  }
  ir::Program program =
      elaborate(module, source, text, std::move(file), {roots, lazy}, reporter, original);
  if (reporter.any()) return sorted(reporter.take());
  if (warnings != nullptr) *warnings = sorted(reporter.takeWarnings());
  ir::renumber(program);
  return program;
}

// What uses a declaration that has become opaque is found when names are looked up, so declarations
// are taken out until nothing is wrong with those that are left. Each turn takes one out at least.
support::Result<ir::Program> parseWithOpaque(std::string_view written, const std::string& file,
                                             const ParseOptions& options, Original* original) {
  const std::string text = withoutLineMarkers(written);
  support::Result<ast::Module> source = parseModuleWithOpaque(text);
  if (!source) return source.diagnostics();
  const Lexemes lexemes = lex(text);
  const OpaqueFinder finder(text, lexemes);
  while (true) {
    resolved::Module module;
    module.lines = LineOrigins(written, file);
    support::Diagnostics warnings;
    support::Result<ir::Program> program = support::Diagnostics();
    try {
      program = compile(*source, text, file, options.roots, options.lazy, nullptr, module,
                        &warnings, original);
    } catch (const support::LocatedLimit& limit) {
      program = support::Diagnostics{limit.diagnostic};
    }
    // A warning says that the program may mean something else than the source.
    const support::Diagnostics& wrong = program ? warnings : program.diagnostics();
    if (wrong.empty()) {
      if (original != nullptr) original->text = written;
      return program;
    }
    support::Diagnostics others = finder.takeOut(*source, wrong);
    if (!others.empty()) return others;
  }
}

}  // namespace

support::Result<ir::Program> parse(std::string_view text, std::string file,
                                   const ParseOptions& options, support::Diagnostics* warnings,
                                   Original* original) {
  if (options.keepsOpaque) return parseWithOpaque(text, file, options, original);
  const support::Result<ast::Module> source = parseModule(text);
  if (!source) return source.diagnostics();
  resolved::Module module;
  return compile(*source, text, std::move(file), options.roots, options.lazy, nullptr, module,
                 warnings, original);
}

support::Result<CalledProgram> parseCall(std::string_view text, std::string file,
                                         std::string_view expression, bool lazy) {
  const support::Result<ast::Module> source = parseModule(text);
  if (!source) return source.diagnostics();
  const support::Result<ast::Expr> call = parseExpression(expression, &*source);
  if (!call) return call.diagnostics();
  resolved::Module module;
  support::Result<ir::Program> program =
      compile(*source, text, std::move(file), {}, lazy, &*call, module, nullptr, nullptr);
  if (!program) return program.diagnostics();
  const std::optional<ir::FunId> id = program->find(module.function(module.call).name);
  CalledProgram result{std::move(*program), *id};
  result.program.roots = {*id};
  return result;
}

}  // namespace deforest::text
