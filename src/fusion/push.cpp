// PUSH: what is driven in the branches of a conditional that was met before (fusion/drive.hpp).
#include <algorithm>

#include "fusion/run.hpp"
#include "graph/dependence.hpp"
#include "ir/alpha.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::fusion {

// What is read by the item, from outside it if it has branches.
std::set<ir::VarId> Driver::Run::readBy(const Item& item) {
  if (item.split == nullptr) return graph::freeVariables(item.binding.operation);
  std::set<ir::VarId> read;
  if (const auto* condition = ir::variableOf(item.split->condition)) read.insert(*condition);
  for (const auto& branch : item.split->branches) read.merge(branch->readsFromOutside());
  return read;
}

std::set<ir::VarId> Driver::Run::readsFromOutside() const {
  std::set<ir::VarId> read;
  if (failure_) {
    read = graph::freeVariables(failure_->operation);
  } else {
    for (const ir::Atom& atom : known_.resolve(agenda_.results)) {
      if (const auto* variable = ir::variableOf(atom)) read.insert(*variable);
    }
  }
  for (auto item = out_.rbegin(); item != out_.rend(); ++item) {
    for (const ir::VarId result : item->results()) read.erase(result);
    read.merge(readBy(*item));
  }
  return read;
}

// What is known of the results of a conditional from the `first` on.
void Driver::Run::learnResults(const std::shared_ptr<Split>& split, std::size_t first) {
  auto learned =
      addCommonShapes(driver_.source_, target_, split->results, first,
                      {split->branches[0]->end(), split->branches[1]->end()}, driver_.lazy_);
  for (std::size_t i = first; i < split->results.size(); ++i) {
    splits_[split->results[i]] = split;
    if (!driver_.lazy_) continue;
    const bool evaluated = std::ranges::all_of(split->branches, [&](const auto& branch) {
      return !branch->failure_ &&
             !branch->known_.forcing(branch->known_.resolve(branch->agenda_.results[i]));
    });
    // Its value is there as soon as the condition is.
    if (evaluated) known_.learnForcing(split->results[i], split->condition);
  }
  for (auto& [variable, shape] : learned) {
    // What is made of values from outside might also be made before the conditional.
    const bool fresh = std::ranges::any_of(shape.fields, [&](const ir::Atom& field) {
      const auto* read = ir::variableOf(field);
      return read != nullptr && splits_.contains(*read);
    });
    if (fresh) {
      known_.learn(variable, std::move(shape));
    } else {
      known_.expect(variable, std::move(shape));
    }
  }
}

// PUSH: if `atom` is the result of a conditional, the binding that reads it goes on in its
// branches. If that is a conditional before the one around, all of that goes there.
bool Driver::Run::open(const ir::Atom& atom, ir::Binding& binding, const Unfolding* unfolding) {
  const auto* variable = ir::variableOf(atom);
  if (variable == nullptr) return false;
  const auto found = splits_.find(*variable);
  if (found == splits_.end()) {
    for (const Run* run = around_; run != nullptr; run = run->around_) {
      const auto outer = run->splits_.find(*variable);
      if (outer == run->splits_.end()) continue;
      if (!outer->second->opened && driver_.pushes_ == 0) return false;
      if (driver_.restarts_ == 0) return false;
      if (!run->mayPush(*outer->second, run->resolved(*run->driven_))) return false;
      --driver_.restarts_;
      wanted_ = *variable;
      return true;
    }
    return false;
  }
  const std::shared_ptr<Split> split = found->second;
  if (!mayPush(*split, binding)) return false;
  if (!split->opened) {
    if (driver_.pushes_ == 0) return false;
    --driver_.pushes_;
    split->opened = true;
  }
  std::vector<Work> pushed = takeWhatNeeds(*split, binding);
  pushed.push_back({std::move(binding), unfolding});
  push(split, std::move(pushed));
  return true;
}

// Whether `binding` may go into the branches, with what it needs: all of that then waits for
// the condition. So where evaluation is Haskell's, each of its results, when it is evaluated,
// must certainly evaluate a result of the conditional, and with it the condition.
bool Driver::Run::mayPush(const Split& split, const ir::Binding& binding) const {
  if (!driver_.lazy_) return true;
  std::vector<graph::VariableSet> known(target_.variables.size());
  for (const ir::VarId result : split.results) known[result.value].insert(result);
  const auto waits = [&](ir::VarId variable) {
    return std::ranges::any_of(
        split.results, [&](ir::VarId result) { return known[variable.value].contains(result); });
  };
  std::set<ir::VarId> reads(split.results.begin(), split.results.end());
  std::set<ir::VarId> eager;  // What reads the conditional, but perhaps does not evaluate it.
  const auto at =
      std::ranges::find_if(out_, [&](const Item& item) { return item.split.get() == &split; });
  support::check(at != out_.end(), "a conditional that is not there");
  for (auto item = std::next(at); item != out_.end(); ++item) {
    const std::set<ir::VarId> free = readBy(*item);
    if (std::ranges::none_of(free, [&](ir::VarId read) { return reads.contains(read); })) {
      continue;
    }
    const bool needsEager =
        std::ranges::any_of(free, [&](ir::VarId read) { return eager.contains(read); });
    evaluateResults(*item, known);
    for (const ir::VarId result : item->results()) {
      reads.insert(result);
      if (needsEager || !waits(result)) eager.insert(result);
    }
  }
  if (std::ranges::any_of(graph::freeVariables(binding.operation),
                          [&](ir::VarId read) { return eager.contains(read); })) {
    return false;
  }
  evaluateResults({binding, nullptr, nullptr}, known);
  return std::ranges::all_of(binding.results, waits);
}

// Adds what evaluating the results of the item certainly evaluates; of a conditional whose
// branches may go on, only what its condition does.
void Driver::Run::evaluateResults(const Item& item, std::vector<graph::VariableSet>& known) const {
  if (item.split == nullptr) {
    ir::Block block;
    block.bindings.push_back(item.binding);
    (void)graph::evaluatedWithResults(driver_.source_, block, driver_.laws_.demands, known);
    return;
  }
  const auto* condition = ir::variableOf(item.split->condition);
  if (condition == nullptr) return;
  for (const ir::VarId result : item.split->results) {
    known[result.value].add(known[condition->value]);
  }
}

// Takes what stands between the conditional and the binding that reads it, and is read by that
// and reads the conditional. The conditional now stands behind all that does not read it.
std::vector<Work> Driver::Run::takeWhatNeeds(const Split& split, const ir::Binding& binding) {
  const auto at =
      std::ranges::find_if(out_, [&](const Item& item) { return item.split.get() == &split; });
  support::check(at != out_.end(), "a conditional that is not there");
  std::vector<Item> before, after;
  std::set<ir::VarId> reads(split.results.begin(), split.results.end());
  for (auto item = std::next(at); item != out_.end(); ++item) {
    const bool depends = std::ranges::any_of(
        readBy(*item), [&](ir::VarId variable) { return reads.contains(variable); });
    if (depends) reads.insert(item->results().begin(), item->results().end());
    (depends ? after : before).push_back(std::move(*item));
  }
  Item opened = std::move(*at);
  out_.erase(at, out_.end());
  std::ranges::move(before, std::back_inserter(out_));
  out_.push_back(std::move(opened));
  std::set<ir::VarId> wanted = graph::freeVariables(binding.operation);
  std::vector<Work> taken;
  std::vector<Item> rest;
  for (auto item = after.rbegin(); item != after.rend(); ++item) {
    const bool needed = std::ranges::any_of(
        item->results(), [&](ir::VarId variable) { return wanted.contains(variable); });
    if (!needed) {
      rest.push_back(std::move(*item));
      continue;
    }
    wanted.merge(readBy(*item));
    taken.push_back(asWork(std::move(*item)));
  }
  std::move(rest.rbegin(), rest.rend(), std::back_inserter(out_));
  std::ranges::reverse(taken);
  return taken;
}

Work Driver::Run::asWork(Item item) {
  if (item.split == nullptr) return {std::move(item.binding), item.unfolding};
  Split& split = *item.split;
  ir::Conditional conditional{split.condition, std::move(*split.branches[0]).finish(),
                              std::move(*split.branches[1]).finish()};
  return {{std::move(split.results), std::move(conditional), split.position}, item.unfolding};
}

// Drives the work at the end of both branches; the conditional then has its results, too.
void Driver::Run::push(const std::shared_ptr<Split>& split, std::vector<Work> work) {
  ir::Block code;
  for (Work& next : work) {
    for (const ir::VarId result : next.binding.results) code.results.emplace_back(result);
    code.bindings.push_back(std::move(next.binding));
  }
  std::set<ir::VarId> read = graph::freeVariables({code.bindings, {}});
  for (const ir::VarId result : split->results) read.erase(result);
  for (const std::unique_ptr<Run>& branch : split->branches) {
    Agenda& agenda = branch->agenda_;
    if (branch->failure_) {
      agenda.results.insert(agenda.results.end(), code.results.begin(), code.results.end());
      continue;
    }
    ir::Substitution substitution;
    for (std::size_t i = 0; i < split->results.size(); ++i) {
      substitution.set(split->results[i], branch->known_.resolve(agenda.results[i]));
    }
    for (const ir::VarId variable : read) teach(*branch, variable);
    ir::Block copy = ir::freshCopy(code, substitution, target_, target_);
    agenda.results.insert(agenda.results.end(), copy.results.begin(), copy.results.end());
    for (std::size_t i = copy.bindings.size(); i-- > 0;) {
      agenda.work.push_back(
          {std::move(copy.bindings[i]), begunBefore(split->begun, work[i].unfolding)});
    }
    branch->proceed();
  }
  const std::size_t first = split->results.size();
  for (const ir::Atom& result : code.results) {
    split->results.push_back(std::get<ir::VarId>(result));
  }
  learnResults(split, first);
}

// Tells a branch what has become known of a variable since it was begun.
void Driver::Run::teach(Run& branch, ir::VarId variable) const {
  const ir::Atom atom{variable};
  const auto* call = known_.callOf(atom);
  if (call != nullptr && branch.known_.callOf(atom) == nullptr) {
    branch.known_.remember(*call, {variable});
  }
  const simplify::Shape* shape = known_.shape(atom);
  if (shape == nullptr || branch.known_.shape(atom) != nullptr) return;
  branch.known_.learn(variable, *shape);
  for (const ir::Atom& field : shape->fields) {
    const ir::Atom resolved = known_.resolve(field);
    if (const auto* inner = ir::variableOf(resolved)) teach(branch, *inner);
  }
}

}  // namespace deforest::fusion
