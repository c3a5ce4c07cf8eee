#include "graph/several_results.hpp"

#include <algorithm>

#include "ir/main_action.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"

namespace deforest::graph {
namespace {

std::vector<ir::FunId> calleesOfSeveral(const ir::Function& function) {
  std::vector<ir::FunId> callees;
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call != nullptr && binding.results.size() > 1) callees.push_back(call->callee);
  });
  return callees;
}

std::vector<ir::FunId> allOf(const ir::Program& program) {
  std::vector<ir::FunId> all;
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) all.push_back(ir::FunId{f});
  return all;
}

}  // namespace

SeveralResults::SeveralResults(const ir::Program& program, const Demands& demands) {
  (void)update(program, demands, allOf(program));
}

std::vector<ir::FunId> SeveralResults::update(const ir::Program& program, const Demands& demands,
                                              const std::vector<ir::FunId>& changed) {
  const std::vector<ResultFacts> before = std::move(facts_);
  known_.resize(program.functions.size());
  for (const ir::FunId id : changed) {
    const ir::Function& function = program.function(id);
    Known& known = known_[id.value];
    known.callees = calleesOfSeveral(function);
    const bool several = function.resultTypes.size() > 1 || !known.callees.empty();
    known.evaluated =
        several ? evaluatedWith(program, function, demands) : std::vector<VariableSet>();
  }
  assume(program);
  findWanted(program);
  findReady(program);

  std::vector<bool> hasChanged(program.functions.size());
  for (const ir::FunId id : changed) hasChanged[id.value] = true;
  const auto differs = [&](ir::FunId id) {
    return id.value < before.size() && facts_[id.value] != before[id.value];
  };
  std::vector<ir::FunId> others;
  for (const ir::FunId id : concerned_) {
    if (hasChanged[id.value]) continue;
    if (differs(id) || std::ranges::any_of(known_[id.value].callees, differs)) others.push_back(id);
  }
  return others;
}

void SeveralResults::assume(const ir::Program& program) {
  const std::vector<bool> reached = ir::reachable(program);
  facts_.clear();
  concerned_.clear();
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) {
    const ir::Function& function = program.functions[f];
    const std::size_t results = function.resultTypes.size();
    const bool unknown = !reached[f] || function.library;
    facts_.push_back({std::vector<bool>(results, !unknown || results == 1),
                      std::vector<bool>(results, !unknown && results > 1)});
    if (reached[f] && !known_[f].evaluated.empty()) concerned_.push_back(ir::FunId{f});
  }
  for (const ir::FunId root : program.roots) {
    // Actions are carried out one after the other: the first one is.
    std::vector<bool>& wanted = facts_[root.value].wanted;
    const bool first = wanted.size() == 1 || ir::isMainAction(program, program.function(root));
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = first && i == 0;
  }
}

// Every turn but the last takes something back.
void SeveralResults::findWanted(const ir::Program& program) {
  static const ResultFacts none;
  for (bool more = true; more;) {
    more = false;
    ContextVisitor visit;
    visit.binding = [&](const ir::Binding& binding, const VariableSet& known) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || binding.results.size() == 1) return;
      std::vector<bool>& wanted = facts_[call->callee.value].wanted;
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (!wanted[i] || known.contains(binding.results[i])) continue;
        wanted[i] = false;
        more = true;
      }
    };
    // What is ready is no reason to be wanted.
    const FactsOf facts = [&](ir::FunId) -> const ResultFacts& { return none; };
    for (const ir::FunId id : concerned_) {
      const std::vector<bool> wanted = facts_[id.value].wanted;
      (void)walkContexts(program.function(id), known_[id.value].evaluated, wanted, facts, visit);
    }
  }
}

void SeveralResults::findReady(const ir::Program& program) {
  const FactsOf facts = [&](ir::FunId id) -> const ResultFacts& { return of(id); };
  for (bool more = true; more;) {
    more = false;
    for (const ir::FunId id : concerned_) {
      ResultFacts& own = facts_[id.value];
      if (own.ready.size() == 1) continue;
      std::vector<bool> ready =
          walkContexts(program.function(id), known_[id.value].evaluated, own.wanted, facts, {});
      for (std::size_t i = 0; i < ready.size(); ++i) ready[i] = ready[i] && own.ready[i];
      if (ready == own.ready) continue;
      own.ready = std::move(ready);
      more = true;
    }
  }
}

Early SeveralResults::early(const ir::Function& function, ir::FunId id,
                            const std::vector<VariableSet>& evaluated) const {
  return evaluatedEarly(function, evaluated, of(id).wanted,
                        [&](ir::FunId callee) -> const ResultFacts& { return of(callee); });
}

bool SeveralResults::demanded(const Demands& demands, ir::FunId callee, std::size_t index) const {
  const std::vector<bool>& wanted = of(callee).wanted;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] && demands[callee.value][i][index]) return true;
  }
  return demandedByAll(demands, callee, index);
}

}  // namespace deforest::graph
