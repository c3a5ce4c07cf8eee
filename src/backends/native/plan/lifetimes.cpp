#include "backends/native/plan/lifetimes.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "backends/native/plan/bits.hpp"
#include "backends/native/plan/pockets.hpp"
#include "backends/native/plan/summaries.hpp"
#include "ir/measure.hpp"
#include "ir/printing.hpp"
#include "ir/reading.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "support/match.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::CtorId;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

TypeId typeNumber(std::size_t i) {
  return TypeId{static_cast<std::uint32_t>(i)};
}

// One function, with what is known of those it calls.
class Flow {
 public:
  // `loop` says how the function goes on from its end to its beginning.
  Flow(CellSummaries& analysis, FunId id, const ir::Function& function, const LoopPlan& loop)
      : analysis_(analysis),
        id_(id),
        function_(function),
        loop_(loop),
        reuse_(analysis.reuse[id.value]),
        summary_(analysis.summaries[id.value]),
        uses_(ir::countUses(function_)) {
    for (const auto& [field, count] : reuse_.unchanged) uses_[field.value] -= count;
    ir::forEachBinding(function_.body, [&](const Binding& binding) {
      if (!makes(binding)) return;
      siteOf_.emplace(binding.results[0], brought() + sites_.size());
      sites_.push_back(binding.results[0]);
    });
    const std::size_t count = brought() + sites_.size();
    const std::size_t types = analysis_.program.types.size();
    types_.assign(count, Bits(types));
    sitesWith_.assign(types, Bits(count));
    sitesIn_.assign(types, Bits(count));
    stays_ = Bits(count);
    inResults_ = Bits(count);
    writtenAt_ = Bits(count);
    for (std::size_t i = 0; i < brought(); ++i) makeAt(i, summary_.brought[i].type);
  }

  // Finds what the function does; whether its callers have to look again.
  bool run() {
    const Summary before = summary_;
    if (isTooLarge()) {
      assumeTheWorst();
      return hasChanged(before);
    }
    do {
      grown_ = false;
      clear();
      for (std::size_t i = 0; i < summary_.brought.size(); ++i) {
        held_[function_.parameters[summary_.brought[i].parameter].value].insert(i);
      }
      visit(function_.body);
    } while (grown_);
    for (std::size_t i = 0; i < function_.resultTypes.size(); ++i) {
      const Bits held = parts(heldBy(function_.body.results[i]), function_.resultTypes[i]);
      stays_.unite(held);
      inResults_.unite(held);
      held.forEach([&](std::size_t site) {
        if (site < brought()) {
          summary_.through[i].insert(site);
        } else {
          Bits types = types_[site];
          types.keep(analysis_.cellsOf(function_.resultTypes[i]));
          summary_.fresh[i].unite(types);
        }
      });
    }
    for (std::size_t i = 0; i < brought(); ++i) {
      summary_.rewritten[i].unite(types_[i]);
      summary_.rewritten[i].erase(summary_.brought[i].type.value);
      if (writtenAt_.contains(i)) summary_.written.insert(i);
    }
    keepForTails(function_.body, true);
    ir::forEachBinding(function_.body, [&](const Binding& binding) {
      const auto site = siteOf_.find(binding.results[0]);
      if (site != siteOf_.end() && stays_.contains(site->second) && grows(binding)) {
        summary_.grows = true;
      }
    });
    return hasChanged(before);
  }

  // `before` has the pockets that there may be, which are chosen later; without it they are chosen.
  ScratchPlan plan(const ScratchPlan* before) {
    if (isTooLarge()) return {};
    onScratch_ = Bits(types_.size());
    // What is made for the message of an error is not given back: nobody comes to do it.
    ir::forEachReturning(function_.body, [&](const Binding& binding) {
      const auto site = siteOf_.find(binding.results[0]);
      if (site == siteOf_.end() || !grows(binding)) return;
      if (!stays_.contains(site->second)) {
        plan_.sites.insert(binding.results[0]);
        onScratch_.insert(site->second);
      } else if (takesLong(binding) && !inResults_.contains(site->second)) {
        plan_.handedOn.insert(binding.results[0]);
      }
    });
    if (!plan_.sites.empty()) {
      Bits live(types_.size());
      lookBack(function_.body, live);
      findCandidates(function_.body, true);
      plan_.candidates = std::move(candidates_);
      if (before == nullptr) {
        choosePockets(function_.body, analysis_.facts, plan_);
      } else {
        std::erase_if(plan_.candidates,
                      [&](VarId site) { return !before->pockets.contains(site); });
        findEnds(function_.body, analysis_.facts, plan_);
      }
    }
    return std::move(plan_);
  }

 private:
  [[nodiscard]] std::size_t brought() const { return summary_.brought.size(); }

  // What is held takes a bit for each site and variable, of which there may be 64 MiB. A function
  // with more is a table, or a text, and all of it stays.
  [[nodiscard]] bool isTooLarge() const {
    constexpr std::size_t most = std::size_t{1} << 29U;
    return sites_.size() > most / std::max<std::size_t>(function_.variables.size(), 1);
  }

  void assumeTheWorst() {
    for (std::size_t i = 0; i < function_.resultTypes.size(); ++i) {
      for (std::size_t j = 0; j < brought(); ++j) summary_.through[i].insert(j);
      summary_.fresh[i] = analysis_.cellsOf(function_.resultTypes[i]);
    }
    for (std::size_t i = 0; i < brought(); ++i) {
      for (std::size_t t = 0; t < analysis_.program.types.size(); ++t) {
        summary_.rewritten[i].insert(t);
      }
      summary_.rewritten[i].erase(summary_.brought[i].type.value);
      summary_.written.insert(i);
    }
    summary_.grows = true;
  }

  [[nodiscard]] bool hasChanged(const Summary& before) const {
    return before.through != summary_.through || before.fresh != summary_.fresh ||
           before.rewritten != summary_.rewritten || before.written != summary_.written ||
           before.grows != summary_.grows;
  }

  void clear() {
    held_.assign(function_.variables.size(), Bits(types_.size()));
    late_.assign(function_.variables.size(), Bits(types_.size()));
  }

  // Whether a binding may make cells of its own.
  [[nodiscard]] bool makes(const Binding& binding) const {
    const auto* construct = std::get_if<ir::Construct>(&binding.operation);
    if (construct != nullptr) {
      return analysis_.layout.allocates(construct->ctor) &&
             !reuse_.taken.contains(binding.results[0]);
    }
    const auto* foreign = std::get_if<ir::Foreign>(&binding.operation);
    if (foreign != nullptr) return foreign->name == ir::fileTextCall;
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    return call != nullptr ? analysis_.facts.allocates[call->callee.value]
                           : makesInteger(analysis_.program, function_, binding);
  }

  // Of bindings that may: whether as far as known it does so in the place that it is given.
  [[nodiscard]] bool grows(const Binding& binding) const {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    return call == nullptr || analysis_.summaries[call->callee.value].grows;
  }

  // -------------------------------------------------------------------------- what holds what

  [[nodiscard]] Bits heldBy(const Atom& atom) const {
    const VarId* variable = ir::variableOf(atom);
    const bool holds = variable != nullptr && constants_.count(*variable) == 0;
    return holds ? held_[variable->value] : Bits(types_.size());
  }

  // The sites that can be in a part of the type.
  [[nodiscard]] Bits parts(Bits held, TypeId type) const {
    held.keep(sitesIn_[type.value]);
    return held;
  }

  // The sites of the outermost cell of a value of the type.
  [[nodiscard]] Bits outermost(const Atom& atom, TypeId type) const {
    Bits held = heldBy(atom);
    held.keep(sitesWith_[type.value]);
    return held;
  }

  [[nodiscard]] TypeId typeOf(VarId variable) const {
    return function_.variables[variable.value].type;
  }

  void hold(VarId variable, const Bits& sites) {
    held_[variable.value].unite(parts(sites, typeOf(variable)));
  }

  // What is read where it is used, if that is once.
  void postpone(VarId variable, const Bits& sites) {
    if (uses_[variable.value] <= 1) late_[variable.value].unite(sites);
  }

  void postpone(VarId variable, const std::vector<Atom>& atoms) {
    for (const auto& atom : atoms) {
      if (const VarId* read = ir::variableOf(atom)) postpone(variable, late_[read->value]);
    }
  }

  void makeAt(std::size_t site, TypeId type) {
    if (types_[site].contains(type.value)) return;
    grown_ = true;
    types_[site].insert(type.value);
    sitesWith_[type.value].insert(site);
    for (std::uint32_t i = 0; i < sitesIn_.size(); ++i) {
      if (analysis_.cellsOf(TypeId{i}).contains(type.value)) sitesIn_[i].insert(site);
    }
  }

  void visit(const Block& block) {
    for (const auto& binding : block.bindings) visit(binding);
  }

  void visit(const Binding& binding) {
    const auto& results = binding.results;
    support::match(
        binding.operation, [](const ir::Fail&) {},
        [&](const ir::Foreign& foreign) {
          if (foreign.name == ir::fileTextCall) make(results[0], siteOf_.at(results[0]));
          // What is read is put behind what is there, and is never given back.
          if (ir::isInputCall(foreign)) copy(ir::inputOf(foreign), results[0]);
        },
        [&](const ir::Copy& copied) {
          for (std::size_t i = 0; i < results.size(); ++i) copy(copied.atoms[i], results[i]);
        },
        [&](const ir::Primitive& primitive) { visit(results[0], primitive); },
        [&](const ir::Construct& construct) { visit(results[0], construct); },
        [&](const ir::Call& call) { visit(binding, call); },
        [&](const ir::Unpack& unpack) {
          for (const VarId field : results) open(unpack.scrutinee, field);
        },
        [&](const ir::Conditional& conditional) {
          for (const Block* block : {&conditional.whenTrue, &conditional.whenFalse}) {
            visit(*block);
            for (std::size_t i = 0; i < results.size(); ++i) {
              hold(results[i], heldBy(block->results[i]));
            }
          }
        },
        [&](const ir::Case& match) {
          for (const auto& alternative : match.alternatives) {
            for (const VarId field : alternative.fields) open(match.scrutinee, field);
            // A constant has no cell: where it is returned as it is, nothing of the tree is.
            const VarId* value = ir::variableOf(match.scrutinee);
            const bool constant =
                analysis_.constants && value != nullptr && alternative.fields.empty();
            if (constant) constants_.insert(*value);
            visit(alternative.body);
            for (std::size_t i = 0; i < results.size(); ++i) {
              hold(results[i], heldBy(alternative.body.results[i]));
            }
            if (constant) constants_.erase(*value);
          }
        });
  }

  void copy(const Atom& atom, VarId result) {
    hold(result, heldBy(atom));
    if (const VarId* read = ir::variableOf(atom)) late_[result.value].unite(late_[read->value]);
  }

  void make(VarId result, std::size_t site) {
    makeAt(site, typeOf(result));
    held_[result.value].insert(site);
  }

  // Of Integers, limbs are looked at where the result is used.
  void visit(VarId result, const ir::Primitive& primitive) {
    const auto site = siteOf_.find(result);
    if (site != siteOf_.end()) return make(result, site->second);
    for (const auto& atom : primitive.arguments) {
      hold(result, heldBy(atom));
      postpone(result, heldBy(atom));
    }
    postpone(result, primitive.arguments);
  }

  void open(const Atom& scrutinee, VarId field) {
    const VarId* value = ir::variableOf(scrutinee);
    if (value == nullptr) return;
    hold(field, held_[value->value]);
    postpone(field, outermost(scrutinee, typeOf(*value)));
    postpone(field, late_[value->value]);
  }

  void visit(VarId result, const ir::Construct& construct) {
    for (const auto& field : construct.fields) hold(result, heldBy(field));
    if (construct.fields.empty()) return;
    const TypeId type = typeOf(result);
    if (!analysis_.layout.allocates(construct.ctor)) {
      postpone(result, construct.fields);
      return;
    }
    const auto taken = reuse_.taken.find(result);
    if (taken == reuse_.taken.end()) return make(result, siteOf_.at(result));
    const Bits old = outermost(Atom(taken->second), typeOf(taken->second));
    old.forEach([&](std::size_t site) { makeAt(site, type); });
    for (const auto& field : construct.fields) {
      const VarId* held = ir::variableOf(field);
      const bool same = held == nullptr || reuse_.unchanged.contains(*held);
      if (!same && !(held_[held->value] == Bits(types_.size()))) writtenAt_.unite(old);
    }
    held_[result.value].unite(old);
  }

  void visit(const Binding& binding, const ir::Call& call) {
    const Summary& callee = analysis_.summaries[call.callee.value];
    std::vector<Bits> given;
    for (const auto& [parameter, type] : callee.brought) {
      given.push_back(outermost(call.arguments[parameter], type));
    }
    for (std::size_t j = 0; j < given.size(); ++j) {
      callee.rewritten[j].forEach([&](std::size_t t) {
        given[j].forEach([&](std::size_t each) { makeAt(each, typeNumber(t)); });
      });
      if (callee.written.contains(j)) writtenAt_.unite(given[j]);
    }
    const auto site = siteOf_.find(binding.results[0]);
    for (std::size_t i = 0; i < binding.results.size(); ++i) {
      for (std::size_t j = 0; j < given.size(); ++j) {
        if (callee.through[i].contains(j)) hold(binding.results[i], given[j]);
      }
      if (site == siteOf_.end()) continue;
      bool fresh = false;
      callee.fresh[i].forEach([&](std::size_t t) {
        makeAt(site->second, typeNumber(t));
        fresh = true;
      });
      if (fresh) held_[binding.results[i].value].insert(site->second);
    }
  }

  // ------------------------------------------------------------------------- what has to stay

  // What the next round of a loop gets, and a call of the same recursion at the end.
  void keepForTails(const Block& block, bool tail) {
    const LoopJump* jump = loop_.jumpIn(block);
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      const Binding& binding = block.bindings[i];
      const bool last = tail && ir::endsIn(block, i);
      ir::forEachBlock(binding.operation, [&](const Block& inner) { keepForTails(inner, last); });
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr) continue;
      const auto& component = analysis_.facts.component;
      const bool same = component[call->callee.value] == component[id_.value];
      const bool goesOn = jump != nullptr && jump->call == i;
      if (!goesOn && !(last && same)) continue;
      endsInRecursion_ = endsInRecursion_ || !goesOn;
      for (const auto& atom : call->arguments) stays_.unite(heldBy(atom));
    }
  }

  // ---------------------------------------------------------------------------- what is needed

  void look(const Atom& atom, Bits& live) const {
    const VarId* variable = ir::variableOf(atom);
    if (variable == nullptr) return;
    live.unite(held_[variable->value]);
    live.unite(late_[variable->value]);
  }

  void look(const Binding& binding, Bits& live) const {
    for (const VarId read : variablesRead(binding.operation)) look(Atom(read), live);
    const auto taken = reuse_.taken.find(binding.results[0]);
    if (taken != reuse_.taken.end()) look(Atom(taken->second), live);
  }

  [[nodiscard]] std::set<VarId> onScratch(Bits live) const {
    std::set<VarId> found;
    live.keep(onScratch_);
    live.forEach([&](std::size_t site) { found.insert(sites_[site - brought()]); });
    return found;
  }

  // `live` is what is needed after the block, and then from its beginning on.
  void lookBack(const Block& block, Bits& live) {
    Bits results(types_.size());
    for (const auto& atom : block.results) {
      const VarId* result = ir::variableOf(atom);
      if (result == nullptr) continue;
      Bits here(types_.size());
      look(atom, here);
      plan_.readFrom.emplace(*result, onScratch(here));
      results.unite(here);
    }
    live.unite(results);
    // What leads to the next round is done at the end of this one.
    std::vector<bool> atEnd(block.bindings.size());
    if (const LoopJump* jump = loop_.jumpIn(block)) {
      atEnd[jump->call] = true;
      for (const auto& chain : jump->chains) {
        for (const std::size_t i : chain) atEnd[i] = true;
      }
    }
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      if (atEnd[i]) look(block.bindings[i], live);
    }
    for (std::size_t i = block.bindings.size(); i-- > 0;) {
      const Binding& binding = block.bindings[i];
      Bits before = live;
      ir::forEachBlock(binding.operation, [&](const Block& inner) {
        Bits inside = live;
        lookBack(inner, inside);
        before.unite(inside);
      });
      look(binding, before);
      live = std::move(before);
      if (std::holds_alternative<ir::Call>(binding.operation)) {
        plan_.needed.emplace(binding.results[0], onScratch(live));
      }
    }
  }

  // ---------------------------------------------------------------------------------- pockets

  [[nodiscard]] bool sameRecursion(const ir::Call& call) const {
    const auto& component = analysis_.facts.component;
    return analysis_.facts.recursive[id_.value] &&
           component[call.callee.value] == component[id_.value];
  }

  // Calls that make something of any size which no block hands on to the one around it, and during
  // which, and while it is needed, the function is not entered again.
  void findCandidates(const Block& block, bool tail) {
    if (endsInRecursion_) return;
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      const Binding& binding = block.bindings[i];
      const bool last = tail && i + 1 == block.bindings.size();
      ir::forEachBlock(binding.operation, [&](const Block& inner) { findCandidates(inner, last); });
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || !plan_.sites.contains(binding.results[0])) continue;
      const auto& facts = analysis_.facts;
      if (!facts.heavy[call->callee.value] || sameRecursion(*call)) continue;
      const bool leaves = !tail && plan_.isReadFrom(block, binding.results[0]);
      if (!leaves && isUnbounded(types_[siteOf_.at(binding.results[0])])) {
        candidates_.insert(binding.results[0]);
      }
    }
    for (const auto& binding : block.bindings) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || !sameRecursion(*call)) continue;
      for (const VarId site : plan_.needed.at(binding.results[0])) candidates_.erase(site);
    }
  }

  // Whether cells of the types can hold cells of their own type.
  [[nodiscard]] bool isUnbounded(const Bits& types) const {
    bool found = false;
    types.forEach([&](std::size_t t) {
      for (const CtorId ctor : analysis_.program.type(typeNumber(t)).constructors) {
        for (const auto& field : analysis_.program.constructor(ctor).fields) {
          found = found || analysis_.cellsOf(field.type).contains(t);
        }
      }
    });
    return found;
  }

  [[nodiscard]] bool takesLong(const Binding& binding) const {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    return call != nullptr && analysis_.facts.heavy[call->callee.value];
  }

  CellSummaries& analysis_;
  FunId id_;
  const ir::Function& function_;
  const LoopPlan& loop_;
  const CellReuse& reuse_;
  Summary& summary_;
  std::vector<unsigned> uses_;
  std::vector<Bits> types_;              // by site: of the cells there
  std::vector<Bits> sitesWith_;          // by type: sites with cells of it
  std::vector<Bits> sitesIn_;            // by type: sites with cells that its values may hold
  std::map<VarId, std::size_t> siteOf_;  // by first result
  std::vector<VarId> sites_;             // those of bindings
  std::vector<Bits> held_;               // by variable: sites
  std::set<VarId> constants_;            // variables that are such in the alternative looked at
  std::vector<Bits> late_;               // by variable: sites that its text reads from
  Bits writtenAt_;                       // by site: whether its cells are written in place
  Bits inResults_;                       // by site: whether a result may hold it
  Bits stays_;                           // by site: whether it is made in the destination
  Bits onScratch_;                       // by site: whether it is made there
  bool grown_ = false;
  bool endsInRecursion_ = false;  // by another call than a jump
  std::set<VarId> candidates_;    // for pockets
  ScratchPlan plan_;
};

ScratchPlans solve(CellSummaries& known, const std::vector<ir::Function>& forked,
                   const std::vector<LoopPlan>& forkedLoops, const ScratchPlans* before) {
  const ir::Program& program = known.program;
  const CppFacts& facts = known.facts;
  const std::size_t count = program.functions.size();
  ScratchPlans plans{std::vector<ScratchPlan>(count), std::vector<ScratchPlan>(count),
                     std::vector<bool>(count), std::vector<bool>(count)};
  for (const auto& component : facts.components) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (const FunId id : component) {
        if (!facts.emitted[id.value]) continue;
        changed = Flow(known, id, program.function(id), known.loops[id.value]).run() || changed;
      }
    }
    for (const FunId id : component) {
      if (!facts.emitted[id.value]) continue;
      Flow flow(known, id, program.function(id), known.loops[id.value]);
      flow.run();
      plans.serial[id.value] = flow.plan(before == nullptr ? nullptr : &before->serial[id.value]);
      Flow parallel(known, id, forked[id.value], forkedLoops[id.value]);
      parallel.run();
      plans.parallel[id.value] =
          parallel.plan(before == nullptr ? nullptr : &before->parallel[id.value]);
      const Summary& summary = known.summaries[id.value];
      plans.grows[id.value] = summary.grows;
      plans.writes[id.value] = !(summary.written == Bits(summary.brought.size()));
    }
  }
  return plans;
}

}  // namespace

// Where a constant that is returned holds nothing, more is known apart. That is worth a place on
// scratch, but no pocket: functions on short lists would have many (regex took 1.07 of the
// instructions).
ScratchPlans planScratch(const ir::Program& program, const std::vector<ir::Function>& forked,
                         const CppLayout& layout, const CppFacts& facts,
                         const std::vector<CellReuse>& reuse, const std::vector<LoopPlan>& loops,
                         const std::vector<LoopPlan>& forkedLoops) {
  CellSummaries coarse(program, layout, facts, reuse, loops);
  coarse.constants = false;
  const ScratchPlans before = solve(coarse, forked, forkedLoops, nullptr);
  CellSummaries known(program, layout, facts, reuse, loops);
  return solve(known, forked, forkedLoops, &before);
}

}  // namespace deforest::backends
