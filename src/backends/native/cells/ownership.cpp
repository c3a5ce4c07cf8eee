#include "backends/native/cells/ownership.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "ir/measure.hpp"
#include "ir/reading.hpp"
#include "ir/slots.hpp"
#include "ir/traverse.hpp"
#include "support/match.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

using Live = std::vector<bool>;  // by variable

// So many versions of a function are told apart by what they own; further ones own nothing.
constexpr std::size_t mostVersions = 4;

struct Version : OwningVersion {
  std::vector<bool> shared;  // by variable
};

class OwnershipAnalysis {
 public:
  OwnershipAnalysis(const ir::Program& program, const CppLayout& layout, const CppFacts& facts,
                    const CompactFacts& compact, const std::vector<LoopPlan>& loops,
                    const std::vector<std::optional<SpinePlan>>& spines)
      : program_(program),
        facts_(facts),
        compact_(compact),
        loops_(loops),
        spines_(spines),
        cells_(typesWithCells(program, layout)) {}

  Ownership run(std::size_t consuming) {
    Ownership result;
    for (const FunId root : program_.roots) {
      const std::size_t count = program_.function(root).parameters.size();
      const bool consumes = result.roots.size() < consuming;
      result.roots.push_back(request(root, std::vector<bool>(count, consumes)));
      result.plain.push_back(request(root, std::vector<bool>(count)));
    }
    do {
      changed_ = false;
      for (std::size_t i = 0; i < versions_.size(); ++i) visit(i);
    } while (changed_);
    keepReached(result);
    return result;
  }

  [[nodiscard]] const ir::Program& program() const { return program_; }
  [[nodiscard]] bool hasCells(ir::TypeId type) const { return cells_[type.value]; }
  [[nodiscard]] Version& version(std::size_t index) { return versions_[index]; }

  // The version for a call from within `caller` that can give away the arguments in `given`.
  std::size_t callee(std::size_t caller, FunId function, const std::vector<bool>& given) {
    const std::size_t group = versions_[caller].group;
    const auto same = groups_[group].find(function);
    if (same == groups_[group].end()) return request(function, given);
    Version& found = versions_[same->second];
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (!given[i]) giveUp(found.owned, i);
    }
    return same->second;
  }

  [[nodiscard]] const LoopPlan& loopOf(FunId function) const { return loops_[function.value]; }

  // Whether the cells of its results lie in the order of the tree if those of what it owns do.
  [[nodiscard]] bool isCompact(const Version& version) const {
    const std::size_t id = version.function.value;
    std::size_t takenApart = 0;
    for (std::size_t i = 0; i < version.owned.size(); ++i) {
      if (version.owned[i] && !compact_.kept[id][i]) ++takenApart;
    }
    const bool gaps = takenApart != 0 && compact_.leavesGaps[id];
    return compact_.compact[id] && takenApart < 2 && !gaps;
  }

  void giveUp(std::vector<bool>& facts, std::size_t i) {
    changed_ = changed_ || facts[i];
    facts[i] = false;
  }

  void share(Version& version, VarId variable) {
    changed_ = changed_ || !version.shared[variable.value];
    version.shared[variable.value] = true;
  }

 private:
  void visit(std::size_t index);

  // Versions that were asked for while more was assumed may no longer be called.
  void keepReached(Ownership& result) {
    std::vector<std::optional<std::size_t>> number(versions_.size());
    std::vector<std::size_t> order;
    const auto reach = [&](std::size_t& version) {
      if (!number[version]) {
        number[version] = order.size();
        order.push_back(version);
      }
      version = *number[version];
    };
    for (auto* roots : {&result.roots, &result.plain}) {
      for (std::size_t& root : *roots) reach(root);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      OwningVersion version = std::move(versions_[order[i]]);
      for (std::size_t& callee : version.callees) reach(callee);
      result.versions.push_back(std::move(version));
    }
  }

  std::size_t request(FunId function, std::vector<bool> given) {
    const auto& parameters = program_.function(function).parameters;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (!hasCells(typeOf(function, parameters[i]))) given[i] = false;
    }
    const auto known = known_.find({function, given});
    if (known != known_.end()) return groups_[known->second].at(function);
    const auto nothing = std::vector<bool>(given.size());
    if (given != nothing && counts_[function] == mostVersions) {
      const std::size_t plain = request(function, nothing);
      known_[{function, given}] = known_.at({function, nothing});
      return plain;
    }
    if (given != nothing) ++counts_[function];
    known_[{function, given}] = groups_.size();
    groups_.emplace_back();
    for (const FunId member : facts_.components[facts_.component[function.value]]) {
      create(member, member == function ? given : std::vector<bool>{});
    }
    changed_ = true;
    return groups_.back().at(function);
  }

  // `given` is empty for what is only called from inside the component.
  void create(FunId id, const std::vector<bool>& given) {
    const ir::Function& function = program_.function(id);
    Version version;
    version.function = id;
    version.group = groups_.size() - 1;
    version.fresh.assign(function.resultTypes.size(), true);
    version.shared.resize(function.variables.size());
    const auto& spine = spines_[id.value];
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      const bool alone = !spine || (spine->parameter == i && leavesTheRest(function, id, *spine));
      version.owned.push_back(alone && hasCells(typeOf(id, function.parameters[i])) &&
                              (given.empty() || given[i]));
    }
    groups_.back()[id] = versions_.size();
    versions_.push_back(std::move(version));
  }

  // Whether nothing but going on reads what follows an element of the list. The rest may be another
  // thread's while this one does the element, whatever the element's results are needed for.
  [[nodiscard]] static bool leavesTheRest(const ir::Function& function, FunId id,
                                          const SpinePlan& spine) {
    const auto uses = ir::countUses(function);
    const auto& match = std::get<ir::Case>(function.body.bindings[0].operation);
    return std::all_of(match.alternatives.begin(), match.alternatives.end(),
                       [&](const auto& alternative) {
                         const auto step = spine.steps.find(alternative.ctor);
                         if (step == spine.steps.end()) return true;
                         unsigned jumps = 0;
                         ir::forEachBinding(alternative.body, [&](const Binding& binding) {
                           const auto* call = std::get_if<ir::Call>(&binding.operation);
                           if (call != nullptr && call->callee == id) ++jumps;
                         });
                         return uses[alternative.fields[step->second].value] == jumps;
                       });
  }

  [[nodiscard]] ir::TypeId typeOf(FunId function, VarId variable) const {
    return program_.function(function).variables[variable.value].type;
  }

  const ir::Program& program_;
  const CppFacts& facts_;
  const CompactFacts& compact_;
  const std::vector<LoopPlan>& loops_;
  const std::vector<std::optional<SpinePlan>>& spines_;
  std::vector<bool> cells_;
  std::deque<Version> versions_;
  std::vector<std::map<FunId, std::size_t>> groups_;
  std::map<std::pair<FunId, std::vector<bool>>, std::size_t> known_;
  std::map<FunId, std::size_t> counts_;
  bool changed_ = false;
};

// One version, from front to back, with what is assumed so far.
class Visit {
 public:
  Visit(OwnershipAnalysis& analysis, std::size_t index)
      : analysis_(analysis),
        index_(index),
        version_(analysis.version(index)),
        function_(analysis.program().function(version_.function)),
        lender_(function_.variables.size()),
        borrowers_(function_.variables.size()),
        madeOf_(function_.variables.size()),
        empty_(function_.variables.size()) {
    version_.consumed.clear();
    version_.lent.clear();
    version_.callees.clear();
  }

  void run() {
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
      const VarId parameter = function_.parameters[i];
      if (!hasCells(parameter)) continue;
      if (!version_.owned[i]) analysis_.share(version_, parameter);
      // What this function shares, its callers do not give away to it.
      if (version_.shared[parameter.value]) analysis_.giveUp(version_.owned, i);
    }
    std::vector<VarId> writes;
    const auto fresh = visit(function_.body, Live(function_.variables.size()), writes);
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      if (!fresh[i]) analysis_.giveUp(version_.fresh, i);
    }
  }

 private:
  // ------------------------------------------------------------------------------- variables

  [[nodiscard]] bool hasCells(VarId variable) const {
    return analysis_.hasCells(function_.variables[variable.value].type);
  }

  // The variable of an atom that may have cells.
  [[nodiscard]] const VarId* cellsOf(const Atom& atom) const {
    const VarId* variable = ir::variableOf(atom);
    return variable != nullptr && hasCells(*variable) && !empty_[variable->value] ? variable
                                                                                  : nullptr;
  }

  [[nodiscard]] bool owns(VarId variable) const {
    return !version_.shared[variable.value] && !lender_[variable.value];
  }

  // The value that a variable is or is a lent part of.
  [[nodiscard]] VarId whole(VarId variable) const {
    return lender_[variable.value].value_or(variable);
  }

  [[nodiscard]] bool isLive(VarId variable, const Live& live) const {
    const auto& parts = borrowers_[variable.value];
    return live[variable.value] ||
           std::any_of(parts.begin(), parts.end(), [&](VarId part) { return live[part.value]; });
  }

  [[nodiscard]] bool isConsumed(VarId variable, const std::vector<Atom>& atoms,
                                const Live& live) const {
    const auto uses = std::count_if(atoms.begin(), atoms.end(), [&](const Atom& atom) {
      const VarId* other = ir::variableOf(atom);
      return other != nullptr && whole(*other) == variable;
    });
    return owns(variable) && uses == 1 && !isLive(variable, live);
  }

  // Moves the atoms to where they are kept: whether each is owned there. `live` is what is used
  // afterwards; `targets` are what they become: one cell that holds them all, or one variable each.
  std::vector<bool> move(const std::vector<Atom>& atoms, const Live& live,
                         const std::vector<VarId>& targets) {
    std::vector<bool> owned(atoms.size(), true);
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      const VarId* variable = cellsOf(atoms[i]);
      if (variable == nullptr) continue;
      owned[i] = isConsumed(*variable, atoms, live);
      if (!owned[i]) {
        analysis_.share(version_, whole(*variable));
      } else if (!targets.empty()) {
        madeOf_[targets[targets.size() == 1 ? 0 : i].value].push_back(*variable);
      }
    }
    return owned;
  }

  void settle(const std::vector<VarId>& results, const std::vector<bool>& owned) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!owned[i] && hasCells(results[i])) analysis_.share(version_, results[i]);
    }
  }

  // ---------------------------------------------------------------------------------- blocks

  // What is used after each binding.
  [[nodiscard]] std::vector<Live> liveAfter(const Block& block, Live live) const {
    for (const auto& atom : block.results) {
      if (const VarId* variable = ir::variableOf(atom)) live[variable->value] = true;
    }
    std::vector<Live> after(block.bindings.size() + 1, live);
    for (std::size_t i = block.bindings.size(); i-- > 0;) {
      after[i] = live;
      for (const VarId read : variablesRead(block.bindings[i].operation)) live[read.value] = true;
    }
    after.back() = std::move(live);  // before the first
    return after;
  }

  // Whether each result is owned by who gets it. `writes` gains what is consumed.
  std::vector<bool> visit(const Block& block, const Live& live, std::vector<VarId>& writes,
                          const std::vector<VarId>& targets = {}) {
    const auto after = liveAfter(block, live);
    std::vector<std::vector<VarId>> written(block.bindings.size());
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      visit(block.bindings[i], after[i], written[i]);
    }
    keepOrder(block, written);
    for (const auto& variables : written) {
      writes.insert(writes.end(), variables.begin(), variables.end());
    }
    return move(block.results, live, targets);
  }

  void visit(const Binding& binding, const Live& live, std::vector<VarId>& writes) {
    support::match(
        binding.operation,
        [&](const ir::Copy& copy) {
          settle(binding.results, move(copy.atoms, live, binding.results));
        },
        [&](const ir::Primitive&) {},
        [&](const ir::Foreign& foreign) {
          // Nobody but the world has what is left of the input.
          if (ir::isInputCall(foreign)) {
            return settle(binding.results, move({ir::inputOf(foreign)}, live, binding.results));
          }
          // What has been in a slot is there still.
          settle(binding.results, std::vector<bool>(binding.results.size()));
          if (!ir::isSlotCall(foreign.name)) return;
          for (const Atom& argument : foreign.arguments) {
            const VarId* kept = ir::variableOf(argument);
            if (kept != nullptr) settle({*kept}, {false});
          }
        },
        [&](const ir::Construct& construct) {
          const VarId result = binding.results[0];
          if (construct.fields.empty()) empty_[result.value] = true;
          const auto owned = move(construct.fields, live, binding.results);
          settle(binding.results, {std::find(owned.begin(), owned.end(), false) == owned.end()});
        },
        [&](const ir::Call& call) { visit(binding, call, live, writes); },
        [&](const ir::Unpack& unpack) {
          takeApart(unpack.scrutinee, binding.results, live, writes);
        },
        [&](const ir::Fail&) {
          for (const VarId result : binding.results) empty_[result.value] = true;
        },
        [&](const ir::Conditional& conditional) {
          settle(binding.results, visit(conditional.whenTrue, live, writes, binding.results));
          settle(binding.results, visit(conditional.whenFalse, live, writes, binding.results));
        },
        [&](const ir::Case& match) {
          for (const auto& alternative : match.alternatives) {
            visit(match, alternative, live, writes, binding.results);
          }
        });
  }

  void visit(const ir::Case& match, const ir::Alternative& alternative, const Live& live,
             std::vector<VarId>& writes, const std::vector<VarId>& results) {
    const auto scrutinee = std::get<VarId>(match.scrutinee);
    const bool known = empty_[scrutinee.value];
    if (alternative.fields.empty()) {
      empty_[scrutinee.value] = true;
    } else {
      takeApart(match.scrutinee, alternative.fields, liveAfter(alternative.body, live).back(),
                writes);
    }
    settle(results, visit(alternative.body, live, writes, results));
    empty_[scrutinee.value] = known;
  }

  void takeApart(const Atom& scrutinee, const std::vector<VarId>& fields, const Live& live,
                 std::vector<VarId>& writes) {
    const VarId value = std::get<VarId>(scrutinee);
    if (!hasCells(value)) return;
    const VarId owner = whole(value);
    if (version_.shared[owner.value] || empty_[value.value]) {
      for (const VarId field : fields) {
        if (hasCells(field)) analysis_.share(version_, field);
      }
    } else if (owner != value || isLive(value, live)) {
      for (const VarId field : fields) {
        version_.lent.insert(field);
        if (!hasCells(field)) continue;
        lender_[field.value] = owner;
        borrowers_[owner.value].push_back(field);
      }
    } else {
      if (!fields.empty()) version_.consumed.insert(fields[0]);
      writes.push_back(value);
      for (const VarId field : fields) madeOf_[field.value].push_back(value);
    }
  }

  void visit(const Binding& binding, const ir::Call& call, const Live& live,
             std::vector<VarId>& writes) {
    std::vector<bool> given;
    for (const auto& atom : call.arguments) {
      const VarId* variable = cellsOf(atom);
      given.push_back(variable == nullptr || isConsumed(*variable, call.arguments, live));
    }
    const std::size_t target = analysis_.callee(index_, call.callee, given);
    version_.callees.push_back(target);
    const Version& callee = analysis_.version(target);
    bool keeps = false;
    for (std::size_t i = 0; i < binding.results.size(); ++i) {
      keeps = keeps || (!callee.fresh[i] && hasCells(binding.results[i]));
    }
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const VarId* variable = cellsOf(call.arguments[i]);
      if (variable == nullptr) continue;
      if (callee.owned[i]) {
        writes.push_back(*variable);
        for (const VarId result : binding.results) madeOf_[result.value].push_back(*variable);
      } else if (keeps) {
        analysis_.share(version_, whole(*variable));
      }
    }
    const bool compact = analysis_.isCompact(callee);
    settle(binding.results, compact ? callee.fresh : std::vector<bool>(callee.fresh.size()));
  }

  // --------------------------------------------------------------------- what may run together

  // What is lent to a binding and written by a later one that does not need its results is shared:
  // the later one might run at the same time, or before.
  void keepOrder(const Block& block, const std::vector<std::vector<VarId>>& written) {
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      if (written[i].empty()) continue;
      const auto* unpack = std::get_if<ir::Unpack>(&block.bindings[i].operation);
      const std::set<VarId> cells = partsOf(written[i]);
      std::optional<std::vector<bool>> needed;
      for (std::size_t j = 0; j < i; ++j) {
        // Fields are read where they are taken out, and nothing moves to before that.
        if (std::holds_alternative<ir::Unpack>(block.bindings[j].operation)) continue;
        for (const VarId read : variablesRead(block.bindings[j].operation)) {
          if (!hasCells(read) || !cells.contains(whole(read))) continue;
          // An `Unpack` writes nothing itself, and reuse.cpp leaves what is read by its name.
          if (unpack != nullptr && unpack->scrutinee == Atom(read)) continue;
          if (!needed) needed = neededBy(block, i);
          if (!(*needed)[j] || isLeftByLoop(block, j, i)) analysis_.share(version_, whole(read));
        }
      }
    }
  }

  // Whether the one at `jump` is a jump, before which what stands at `at` is done.
  [[nodiscard]] bool isLeftByLoop(const Block& block, std::size_t jump, std::size_t at) const {
    const LoopPlan& loop = analysis_.loopOf(version_.function);
    return loop.jumps.contains(block.bindings[jump].results[0]) && loop.isChained(block, at);
  }

  // The variables whose cells may be in the given ones.
  [[nodiscard]] std::set<VarId> partsOf(const std::vector<VarId>& variables) const {
    std::set<VarId> found;
    std::vector<VarId> open = variables;
    while (!open.empty()) {
      const VarId next = open.back();
      open.pop_back();
      if (!found.insert(next).second) continue;
      open.insert(open.end(), madeOf_[next.value].begin(), madeOf_[next.value].end());
    }
    return found;
  }

  // The bindings of the block whose results the one at `at` needs, directly or not.
  [[nodiscard]] static std::vector<bool> neededBy(const Block& block, std::size_t at) {
    std::vector<bool> needed(block.bindings.size());
    needed[at] = true;
    for (std::size_t i = at + 1; i-- > 0;) {
      if (!needed[i]) continue;
      for (const VarId read : variablesRead(block.bindings[i].operation)) {
        for (std::size_t j = 0; j < i; ++j) {
          const auto& results = block.bindings[j].results;
          if (std::find(results.begin(), results.end(), read) != results.end()) needed[j] = true;
        }
      }
    }
    return needed;
  }

  OwnershipAnalysis& analysis_;
  std::size_t index_;
  Version& version_;
  const ir::Function& function_;
  std::vector<std::optional<VarId>> lender_;   // of lent parts: what they are a part of
  std::vector<std::vector<VarId>> borrowers_;  // and back
  std::vector<std::vector<VarId>> madeOf_;     // what was consumed for it
  std::vector<bool> empty_;                    // without cells, where we are
};

void OwnershipAnalysis::visit(std::size_t index) {
  Visit(*this, index).run();
}

}  // namespace

Ownership findOwnership(const ir::Program& program, const CppLayout& layout, const CppFacts& facts,
                        const CompactFacts& compact, const std::vector<LoopPlan>& loops,
                        const std::vector<std::optional<SpinePlan>>& spines,
                        std::size_t consuming) {
  return OwnershipAnalysis(program, layout, facts, compact, loops, spines).run(consuming);
}

}  // namespace deforest::backends
