#include "tupling/sink.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>

#include "graph/printing_order.hpp"
#include "ir/alpha.hpp"
#include "ir/printing.hpp"
#include "ir/traverse.hpp"

namespace deforest::tupling {
namespace {

using Index = std::uint32_t;

using Reads = std::vector<ir::VarId>;  // Ascending.

Reads joined(const Reads& a, const Reads& b) {
  Reads result;
  std::ranges::set_union(a, b, std::back_inserter(result));
  return result;
}

Reads without(const Reads& reads, const std::set<ir::VarId>& variables) {
  Reads result;
  std::ranges::set_difference(reads, variables, std::back_inserter(result));
  return result;
}

bool readsAny(const Reads& reads, const std::set<ir::VarId>& variables) {
  return std::ranges::any_of(
      variables, [&](ir::VarId variable) { return std::ranges::binary_search(reads, variable); });
}

// Whether some call in the block, nested ones included, branches on one of the variables.
bool traversesAny(const Site& site, const ir::Block& block, const std::set<ir::VarId>& variables) {
  bool found = false;
  ir::forEachBinding(block, [&](const ir::Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call == nullptr) return;
    const auto& matched = site.facts[call->callee.value].matched;
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      const auto* variable = ir::variableOf(call->arguments[i]);
      found = found || (variable != nullptr && matched[i] && variables.contains(*variable));
    }
  });
  return found;
}

// What may move: the groups, and single bindings that are cheap to copy as code.
std::vector<std::vector<Index>> units(const ir::Block& region, const Partition& partition) {
  std::vector<std::vector<Index>> result;
  for (const auto& [number, group] : partition.groups) result.push_back(group.members);
  for (Index i = 0; i < region.bindings.size(); ++i) {
    const ir::Operation& operation = region.bindings[i].operation;
    const bool movable = std::holds_alternative<ir::Primitive>(operation) ||
                         std::holds_alternative<ir::Construct>(operation) ||
                         std::holds_alternative<ir::Unpack>(operation) ||
                         std::holds_alternative<ir::Conditional>(operation);
    if (movable && !partition.groups.contains(partition.grouping[i])) result.push_back({i});
  }
  return result;
}

class Sinker {
 public:
  Sinker(const Site& site, ir::Function& target, ir::Block& region)
      : site_(site), target_(target), region_(region) {
    for (const ir::Binding& binding : region.bindings) {
      reads_.push_back(graph::readsOf(binding.operation));
    }
    branchReads_.resize(reads_.size());
  }

  // Of the region as it now is.
  [[nodiscard]] graph::Dependence dependence() const {
    graph::Dependence found(region_, reads_);
    graph::keepBehindOutput(found, site_.source, target_, region_, site_.facts, site_.semantics);
    return found;
  }

  // Moves one unit, if one can.
  bool step(const graph::Dependence& dependence, const Partition& partition) {
    const auto branches = [](const ir::Binding& binding) {
      return std::holds_alternative<ir::Conditional>(binding.operation);
    };
    if (std::none_of(region_.bindings.begin(), region_.bindings.end(), branches)) return false;
    for (const std::vector<Index>& unit : units(region_, partition)) {
      if (const auto user = onlyUser(dependence, unit); user && move(unit, *user)) return true;
    }
    return false;
  }

 private:
  std::set<ir::VarId> resultsOf(const std::vector<Index>& unit) const {
    std::set<ir::VarId> results;
    for (const Index i : unit) {
      const auto& bound = region_.bindings[i].results;
      results.insert(bound.begin(), bound.end());
    }
    return results;
  }

  // The one binding outside the unit that reads it, if it is one and the region does not return
  // what the unit makes.
  std::optional<Index> onlyUser(const graph::Dependence& dependence,
                                const std::vector<Index>& unit) const {
    const std::set<ir::VarId> results = resultsOf(unit);
    // What prints is done before what follows, which may fail.
    if (ir::prints(site_.source, target_, results)) return std::nullopt;
    for (const ir::Atom& atom : region_.results) {
      const auto* variable = ir::variableOf(atom);
      if (variable != nullptr && results.contains(*variable)) return std::nullopt;
    }
    const auto inUnit = [&](Index i) {
      return std::find(unit.begin(), unit.end(), i) != unit.end();
    };
    std::optional<Index> user;
    for (Index reader = 0; reader < dependence.size(); ++reader) {
      if (inUnit(reader)) continue;
      const auto& uses = dependence.uses(reader);
      if (std::none_of(uses.begin(), uses.end(), inUnit)) continue;
      if (user) return std::nullopt;
      user = reader;
    }
    return user;
  }

  bool move(const std::vector<Index>& unit, Index user) {
    auto* conditional = std::get_if<ir::Conditional>(&region_.bindings[user].operation);
    if (conditional == nullptr) return false;
    const std::set<ir::VarId> results = resultsOf(unit);
    if (const auto* condition = ir::variableOf(conditional->condition)) {
      if (results.contains(*condition)) return false;
    }
    ir::Block* branches[2] = {&conditional->whenTrue, &conditional->whenFalse};
    if (!branchReads_[user]) {
      branchReads_[user] = {graph::readsOf(*branches[0]), graph::readsOf(*branches[1])};
    }
    std::array<Reads, 2>& branchReads = *branchReads_[user];
    const bool reads[2] = {readsAny(branchReads[0], results), readsAny(branchReads[1], results)};
    if (reads[0] && reads[1]) {
      const bool isGroup =
          std::holds_alternative<ir::Call>(region_.bindings[unit.front()].operation);
      const bool traverses = isGroup && (traversesAny(site_, *branches[0], results) ||
                                         traversesAny(site_, *branches[1], results));
      if (!traverses) return false;
    }
    Reads ofUnit;
    for (const Index i : unit) ofUnit = joined(ofUnit, reads_[i]);
    ofUnit = without(ofUnit, results);
    reads_[user].clear();
    if (const auto* condition = ir::variableOf(conditional->condition)) {
      reads_[user].push_back(*condition);
    }
    for (int side = 0; side < 2; ++side) {
      if (reads[side]) {
        prepend(unit, results, *branches[side], reads[1 - side]);
        branchReads[side] = joined(without(branchReads[side], results), ofUnit);
      }
      reads_[user] = joined(reads_[user], branchReads[side]);
    }
    Index kept = 0;
    for (Index i = 0; i < region_.bindings.size(); ++i) {
      if (std::find(unit.begin(), unit.end(), i) != unit.end()) continue;
      if (kept != i) {
        region_.bindings[kept] = std::move(region_.bindings[i]);
        reads_[kept] = std::move(reads_[i]);
        branchReads_[kept] = std::move(branchReads_[i]);
      }
      ++kept;
    }
    region_.bindings.erase(region_.bindings.begin() + kept, region_.bindings.end());
    reads_.resize(kept);
    branchReads_.resize(kept);
    return true;
  }

  // Puts the unit in front of the branch; where the other branch gets it, too, a fresh copy, which
  // the branch then reads.
  void prepend(const std::vector<Index>& unit, const std::set<ir::VarId>& results,
               ir::Block& branch, bool copies) {
    ir::Block copy;
    for (const Index i : unit) copy.bindings.push_back(region_.bindings[i]);
    if (copies) {
      copy.results.assign(results.begin(), results.end());
      ir::Substitution fresh;
      copy = ir::freshCopy(copy, fresh, target_, target_);
      ir::Substitution renaming;
      std::size_t next = 0;
      for (const ir::VarId result : results) renaming.set(result, copy.results[next++]);
      ir::substitute(branch, renaming);
    }
    copy.bindings.insert(copy.bindings.end(), std::make_move_iterator(branch.bindings.begin()),
                         std::make_move_iterator(branch.bindings.end()));
    branch.bindings = std::move(copy.bindings);
  }

  const Site& site_;
  ir::Function& target_;
  ir::Block& region_;
  // By binding: what it reads from outside; of a conditional, by branch, once it was asked for.
  std::vector<Reads> reads_;
  std::vector<std::optional<std::array<Reads, 2>>> branchReads_;
};

}  // namespace

Sunk sink(const Site& site, ir::Function& target, ir::Block region) {
  Sinker sinker(site, target, region);
  for (bool moved = false;; moved = true) {
    const graph::Dependence dependence = sinker.dependence();
    Partition grouped = partition(site, region, dependence);
    if (!sinker.step(dependence, grouped)) return {std::move(region), std::move(grouped), moved};
  }
}

}  // namespace deforest::tupling
