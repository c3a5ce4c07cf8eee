#include "text/typing.hpp"

#include <set>

#include "text/scopes/scope.hpp"
#include "text/types/infer.hpp"
#include "text/types/self_defined.hpp"

namespace deforest::text {
namespace {

// Whether there are local values that are defined by themselves and are functions of which that was
// not known. The module is empty then, to be read again, and knows it.
bool findsSelfDefined(resolved::Module& module) {
  std::set<support::Position> all = findSelfDefined(module);
  if (all.empty()) return false;
  all.merge(module.selfDefined);
  resolved::Module again;
  again.lines = std::move(module.lines);
  again.lazy = module.lazy;
  again.defaultsToInteger = module.defaultsToInteger;
  again.mayHaveTables = module.mayHaveTables;
  again.hasWorlds = module.hasWorlds;
  again.hasRunTimeFunctions = module.hasRunTimeFunctions;
  again.selfDefined = std::move(all);
  module = std::move(again);
  return true;
}

}  // namespace

void typeModule(const ast::Module& source, resolved::Module& module, Reporter& reporter,
                const ast::Expr* call, Interfaces* interfaces) {
  do {
    reporter = {};
    resolveModule(source, module, reporter, call, interfaces);
    inferModule(module, reporter);
  } while (findsSelfDefined(module));
}

}  // namespace deforest::text
