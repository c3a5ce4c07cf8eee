#include "text/typing.hpp"

#include <set>

#include "text/scopes/scope.hpp"
#include "text/types/infer.hpp"
#include "text/types/self_defined.hpp"

namespace deforest::text {
namespace {

// Whether more is known than when the module was resolved: of local values that are defined by
// themselves, that they are functions; of lists without an end, that they are read again and again.
// The module is empty then, to be read again, and knows it.
bool knowsMore(resolved::Module& module, std::size_t readAgain) {
  std::set<support::Position> all = findSelfDefined(module);
  if (all.empty() && module.readAgain.size() == readAgain) return false;
  all.merge(module.selfDefined);
  resolved::Module again;
  again.lines = std::move(module.lines);
  again.lazy = module.lazy;
  again.defaultsToInteger = module.defaultsToInteger;
  again.mayHaveTables = module.mayHaveTables;
  again.keepsLists = module.keepsLists;
  again.endlessAsLists = module.endlessAsLists;
  again.hasWorlds = module.hasWorlds;
  again.hasRunTimeFunctions = module.hasRunTimeFunctions;
  again.selfDefined = std::move(all);
  again.readAgain = std::move(module.readAgain);
  module = std::move(again);
  return true;
}

}  // namespace

void typeModule(const ast::Module& source, resolved::Module& module, Reporter& reporter,
                const ast::Expr* call, Interfaces* interfaces) {
  std::size_t readAgain = 0;
  do {
    reporter = {};
    readAgain = module.readAgain.size();
    resolveModule(source, module, reporter, call, interfaces);
    inferModule(module, reporter);
  } while (knowsMore(module, readAgain));
}

}  // namespace deforest::text
