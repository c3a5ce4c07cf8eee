#include "backends/native/plan/pockets.hpp"

#include <algorithm>
#include <utility>

#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::VarId;

// Walks a function as it runs, with what is on scratch and in pockets.
class Walk {
 public:
  Walk(const CppFacts& facts, const std::set<VarId>& candidates, ScratchPlan& plan)
      : facts_(facts), candidates_(candidates), plan_(plan) {
    plan.ends.clear();
  }

  void visit(const Block& block, std::set<VarId>& open) {
    for (const auto& binding : block.bindings) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr && facts_.heavy[call->callee.value]) giveBack(binding, *call, open);
      std::set<VarId> after = open;
      ir::forEachBlock(binding.operation, [&](const Block& inner) {
        std::set<VarId> inside = open;
        visit(inner, inside);
        after.merge(inside);
      });
      open = std::move(after);
      const VarId made = binding.results[0];
      if (!plan_.sites.contains(made)) continue;
      open.insert(made);
      if (call != nullptr && facts_.heavy[call->callee.value])
        plan_.ends.emplace(made, std::nullopt);
    }
  }

 private:
  void giveBack(const Binding& binding, const ir::Call& call, std::set<VarId>& open) {
    const auto& needed = plan_.needed.at(binding.results[0]);
    const auto inPocket = [&](VarId site) { return plan_.pockets.contains(site); };
    const bool waits = std::any_of(open.begin(), open.end(), [&](VarId site) {
      return needed.contains(site) && !inPocket(site);
    });
    std::erase_if(open, [&](VarId site) {
      if (needed.contains(site)) return false;
      if (waits && !inPocket(site)) {
        const bool makes = facts_.allocates[call.callee.value];
        if (makes && candidates_.contains(site)) plan_.pockets.insert(site);
        return false;
      }
      plan_.ends[site] = binding.results[0];
      return true;
    });
  }

  const CppFacts& facts_;
  const std::set<VarId>& candidates_;
  ScratchPlan& plan_;
};

}  // namespace

bool ScratchPlan::isReadFrom(const ir::Block& block, std::optional<ir::VarId> site) const {
  return std::any_of(block.results.begin(), block.results.end(), [&](const ir::Atom& atom) {
    const ir::VarId* result = ir::variableOf(atom);
    const auto found = result == nullptr ? readFrom.end() : readFrom.find(*result);
    if (found == readFrom.end()) return false;
    return site ? found->second.contains(*site) : !found->second.empty();
  });
}

void findEnds(const Block& body, const CppFacts& facts, ScratchPlan& plan) {
  plan.pockets.clear();
  std::set<VarId> open;
  const std::set<VarId> none;
  Walk(facts, none, plan).visit(body, open);
}

void choosePockets(const Block& body, const CppFacts& facts, ScratchPlan& plan) {
  for (std::size_t before = plan.pockets.size() + 1; before != plan.pockets.size();) {
    before = plan.pockets.size();
    std::set<VarId> open;
    Walk(facts, plan.candidates, plan).visit(body, open);
  }
}

}  // namespace deforest::backends
