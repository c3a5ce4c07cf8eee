#include "backends/haskell.hpp"

#include "backends/haskell/function.hpp"
#include "backends/haskell/prune.hpp"
#include "ir/library_calls.hpp"
#include "text/printing/module.hpp"

namespace deforest::backends {
namespace {

bool isNotGibbon(const text::ImportLine& line) {
  return !line.module.starts_with("Gibbon.");
}

}  // namespace

std::string emitHaskell(const ir::Program& program, HaskellOptions options) {
  ir::Program pruned = program;
  Uses uses;
  for (ir::Function& function : pruned.functions) {
    function = withoutUnused(std::move(function), options.semantics);
    uses.used.push_back(usedParameters(function));
  }
  uses.lines = linesOfCalls(pruned);
  if (options.semantics == ir::Semantics::Haskell) uses.laziness = lazinessOf(pruned);
  text::ModuleScope scope(program, program.module.untouched.empty() ? isNotGibbon : nullptr);
  text::ModuleParts parts;
  parts.types = text::TypePrinter(program, scope).declarations();
  bool bangs = false;
  bool tuples = false;
  const std::vector<bool> defined = ir::definedFunctions(program);
  for (std::uint32_t i = 0; i < pruned.functions.size(); ++i) {
    if (!defined[i]) continue;
    FunctionText emitted = emitFunction(pruned, ir::FunId{i}, uses, scope, options.semantics);
    bangs = bangs || emitted.usesBangs;
    tuples = tuples || emitted.usesTuples;
    parts.functions.push_back(std::move(emitted.text));
  }
  if (bangs) parts.extensions.emplace_back("BangPatterns");
  if (tuples) parts.extensions.emplace_back("UnboxedTuples");
  return text::renderModule(program.module, parts, scope);
}

}  // namespace deforest::backends
