#include "backends/native/suspension/tied_elements.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "backends/native/suspension/list_classes.hpp"
#include "backends/native/suspension/lists.hpp"
#include "backends/native/suspension/tie_constants.hpp"
#include "graph/call_graph.hpp"
#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

class TiedElements {
 public:
  explicit TiedElements(const ir::Program& program) : program_(program), classes_(program) {}

  [[nodiscard]] bool run() {
    std::vector<FunId> makers;
    for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
      const ir::Function& function = program_.functions[i];
      if (!ir::tiesCall(function) || !listCtors(program_, function.resultTypes[0])) continue;
      tied_.insert(classes_.ofResult(FunId{i}, 0));
      makers.push_back(FunId{i});
    }
    const std::vector<bool> reached = graph::reachable(graph::callGraph(program_), makers);
    for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
      if (!reached[i] || ir::tiesCall(program_.functions[i])) continue;
      current_ = FunId{i};
      needed_.assign(program_.functions[i].variables.size(), false);
      if (needsEarly(program_.functions[i].body, true)) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] bool isTied(const Atom& atom) const {
    const VarId* variable = ir::variableOf(atom);
    return variable != nullptr &&
           listCtors(program_, program_.function(current_).variables[variable->value].type) &&
           tied_.contains(classes_.ofVariable(current_, *variable));
  }

  void need(const Atom& atom) {
    if (const VarId* variable = ir::variableOf(atom)) needed_[variable->value] = true;
  }

  // `isNeeded`: what the block results in is.
  bool needsEarly(const Block& block, bool isNeeded) {
    if (isNeeded) {
      for (const Atom& result : block.results) need(result);
    }
    for (std::size_t i = block.bindings.size(); i-- > 0;) {
      const Binding& binding = block.bindings[i];
      const bool needed = std::ranges::any_of(
          binding.results, [&](VarId result) -> bool { return needed_[result.value]; });
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr) {
        const bool given = std::ranges::any_of(
            call->arguments, [&](const Atom& argument) { return isTied(argument); });
        const bool waits = std::ranges::all_of(binding.results,
                                               [&](VarId result) { return isTied(Atom{result}); });
        if (given && !waits && !needed) return true;
        continue;
      }
      const bool makes = std::holds_alternative<ir::Construct>(binding.operation);
      if (needed && !makes) {
        // Of a match what is taken apart; the blocks come after.
        ir::forEachAtom(binding.operation, [&](const Atom& atom) { need(atom); });
      }
      bool early = false;
      ir::forEachBlock(binding.operation,
                       [&](const Block& inner) { early = early || needsEarly(inner, needed); });
      if (early) return true;
    }
    return false;
  }

  const ir::Program& program_;
  const ListClasses classes_;
  std::set<std::size_t> tied_;  // classes
  FunId current_;
  std::vector<bool> needed_;  // by variable of it: its value certainly is
};

}  // namespace

bool mayNeedOwnCells(ir::Program program) {
  tieConstants(program);
  return TiedElements(program).run();
}

}  // namespace deforest::backends
