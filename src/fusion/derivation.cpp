#include "fusion/derivation.hpp"

#include <algorithm>
#include <set>

#include "fusion/fold_supersets.hpp"
#include "graph/dependence.hpp"
#include "graph/printing_order.hpp"
#include "ir/alpha.hpp"
#include "ir/expand_calls.hpp"
#include "ir/library_calls.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "simplify/dead_bindings.hpp"
#include "simplify/reachable.hpp"
#include "support/check.hpp"
#include "tupling/naive.hpp"
#include "tupling/sink.hpp"

namespace deforest::fusion {
namespace {

using pipeline::Decision;

// Every call of the region is in exactly one group, and every group holds calls (and glued
// primitives) only: nothing is lost and nothing is done twice.
void checkPartition(const ir::Block& region, const tupling::Partition& partition) {
  std::vector<unsigned> seen(region.bindings.size());
  for (const auto& [number, group] : partition.groups) {
    for (const std::uint32_t member : group.members) {
      ++seen[member];
      support::check(partition.grouping[member] == number, "a member of two groups");
    }
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const bool isCall = std::holds_alternative<ir::Call>(region.bindings[i].operation);
    const bool once = isCall ? seen[i] == 1 : seen[i] <= 1;
    support::check(once, "the calls of a region are not partitioned");
  }
}

std::vector<ir::FunId> calleesOf(const tupling::Key& key) {
  std::vector<ir::FunId> callees;
  for (const tupling::Member& member : key.members) {
    if (!member.primitive) callees.push_back({member.operation});
  }
  return callees;
}

simplify::Knowledge knowing(ir::VarId root, ir::CtorId ctor, const std::vector<ir::VarId>& fields,
                            simplify::Shape::State state) {
  simplify::Knowledge knowledge;
  simplify::Shape shape{ctor, {}};
  shape.fields.assign(fields.begin(), fields.end());
  shape.state = state;
  knowledge.learn(root, std::move(shape));
  return knowledge;
}

}  // namespace

Derivation::Derivation(ir::Program source, const engine::Options& options,
                       pipeline::Context& context, Laws laws)
    : options_(options),
      budget_(budgetOf(source, options, context)),
      laws_(std::move(laws)),
      source_(std::move(source)),
      facts_(graph::factsOf(source_, options.semantics == ir::Semantics::Haskell)),
      given_(ir::givenFunctions(source_)),
      fixed_(ir::fixedFunctions(source_)),
      composition_(source_, facts_),
      usefulness_(source_, facts_),
      rules_(tupling::rulesOf(options)),
      context_(context) {
  result_.file = source_.file;
  result_.imported = source_.imported;
  result_.module = source_.module;
  result_.types = source_.types;
  result_.constructors = source_.constructors;
  result_.outputs = source_.outputs;
  for (std::size_t i = 0; i < fixed_.size(); ++i) {
    if (fixed_[i]) names_.unique(source_.functions[i].name);
  }
  for (const ir::FunId root : source_.roots) seed(root);
}

// Rounds share one budget, relative to the program as it was before the first.
Budget Derivation::budgetOf(const ir::Program& source, const engine::Options& options,
                            const pipeline::Context& context) {
  const double bindings = options.limits.maxGrowth * static_cast<double>(context.originalSize);
  return {ir::size(source), static_cast<std::size_t>(bindings), options.limits};
}

// ----------------------------------------------------------------------------------- fragments

void Derivation::seed(ir::FunId root) {
  const tupling::Key key = composition_.keyOf(root);
  const ir::FunId function = declareFixed(source_.function(root).name);
  result_.roots.push_back(function);
  memo_.add(key, function);
  ir::Function& made = result_.functions[function.value];
  made.documentation = source_.function(root).documentation;
  made.position = source_.function(root).position;
  made.origin = source_.function(root).origin;
  made.composed = source_.function(root).composed;
  enqueue(function, key, {});
}

ir::FunId Derivation::declare(const std::string& name) {
  return declareFixed(names_.unique(name));
}

// The name is taken already.
ir::FunId Derivation::declareFixed(const std::string& name) {
  ir::Function function;
  function.name = name;
  result_.functions.push_back(std::move(function));
  units_.emplace_back();
  return ir::FunId{static_cast<std::uint32_t>(result_.functions.size() - 1)};
}

void Derivation::enqueue(ir::FunId function, tupling::Key key, tupling::Ancestry ancestry) {
  ancestry.push_back(tupling::ancestorOf(facts_, key));
  const bool whole = composition_.isWholeFunction(key);
  if (!whole) budget_.wait(cheapestSize(key));
  Unit& unit = units_[function.value];
  unit.key = std::move(key);
  unit.ancestry = std::move(ancestry);
  unit.whole = whole;
  waiting_.push_back(function);
}

ir::FunId Derivation::functionOf(const tupling::Key& key, const tupling::Ancestry& caller) {
  if (const auto known = memo_.find(key)) return *known;
  const bool fixed = composition_.isWholeFunction(key) && fixed_[key.members.front().operation];
  const ir::FunId function =
      fixed ? declareFixed(source_.functions[key.members.front().operation].name)
            : declare(tupling::nameOf(source_, facts_, key));
  memo_.add(key, function);
  ir::Function& made = result_.functions[function.value];
  made.composed = true;
  if (key.members.size() == 1) {
    const ir::Function& only = source_.functions[key.members.front().operation];
    made.position = only.position;
    made.origin = only.origin;
    if (composition_.isWholeFunction(key)) {
      made.documentation = only.documentation;
      made.composed = only.composed || made.name != only.name;
      made.asWritten = only.asWritten;
    }
  } else {
    made.origin = tupling::originOf(facts_, key);
  }
  enqueue(function, key, tupling::relevant(facts_, caller, calleesOf(key)));
  return function;
}

// First in, first out: what the source composes comes before what follows from it. The functions
// of the source are neither useful nor given up: they are there anyway.
ir::FunId Derivation::takeNext() {
  auto next = waiting_.begin();
  if (options_.usefulFirst) {
    const auto useful = [&](ir::FunId waiting) {
      const Unit& unit = units_[waiting.value];
      return unit.whole || usefulness_.usefulJoins(unit.key) > 0;
    };
    next = std::ranges::find_if(waiting_, useful);
    if (next == waiting_.end()) next = waiting_.begin();
  }
  const ir::FunId result = *next;
  waiting_.erase(next);
  return result;
}

const engine::Refused* Derivation::refusal(ir::FunId fragment) const {
  const auto& all = options_.refused;
  if (all.empty()) return nullptr;
  const auto found = std::ranges::find(all, textOf(fragment), &engine::Refused::fragment);
  return found == all.end() ? nullptr : &*found;
}

std::string Derivation::textOf(ir::FunId fragment) const {
  return tupling::textOf(source_, units_[fragment.value].key);
}

void Derivation::refuse(ir::FunId fragment, const engine::Refused& refused) {
  const ir::Function& function = result_.function(fragment);
  explain(fragment, {Decision::Kind::Fuse, false, function.name, function.name,
                     "with it, " + refused.reason, function.position, pipeline::Limit::Guard});
}

void Derivation::explainLeft(ir::FunId fragment, const engine::Left& left) {
  Unit& unit = units_[fragment.value];
  unit.reasons = left.refused;
  if (left.reason.empty()) return;
  const ir::Function& function = result_.function(fragment);
  Decision decision{left.limit ? Decision::Kind::CutOff : Decision::Kind::Leave,
                    false,
                    function.name,
                    function.name,
                    left.reason,
                    function.position,
                    left.limit};
  for (const pipeline::Composition::Member& member : compositionOf(fragment).members) {
    decision.calls.push_back(member.function);
  }
  unit.reasons.push_back(std::move(decision));
}

std::vector<Decision> Derivation::refusedIn(ir::FunId fragment, const std::string& reason) const {
  std::vector<Decision> result;
  for (const Made& made : units_[fragment.value].decisions) {
    // Of a function that is left, what would not have been done anyway is of no interest.
    if (made.decision.taken == reason.empty()) continue;
    Decision& decision = result.emplace_back(made.decision);
    if (!decision.taken) continue;
    decision.kind = Decision::Kind::Leave;
    decision.taken = false;
    decision.reason = reason;
  }
  return result;
}

// ------------------------------------------------------------------------------------ choosing

void Derivation::buildAll() {
  while (!waiting_.empty()) buildWithinBudget(takeNext());
}

void Derivation::leaveWaiting() {
  while (!waiting_.empty()) leave(takeNext());
}

bool Derivation::goesOnInside(ir::FunId fragment) const {
  const std::vector<ir::FunId> callees = calleesOf(units_[fragment.value].key);
  const auto isInner = [&](ir::FunId callee) { return source_.function(callee).inner; };
  return callees.size() > 1 && std::ranges::any_of(callees, isInner);
}

void Derivation::build(ir::FunId fragment) {
  makeBuilt(fragment);
  Unit& unit = units_[fragment.value];
  unit.isBuilt = true;
  result_.functions[fragment.value] = *unit.built;
  changed_.insert(fragment);
}

void Derivation::leave(ir::FunId fragment) {
  makeLeft(fragment);
  Unit& unit = units_[fragment.value];
  unit.isBuilt = false;
  result_.functions[fragment.value] = *unit.left;
  changed_.insert(fragment);
}

std::vector<ir::FunId> Derivation::takeChanges() {
  std::vector<ir::FunId> result(changed_.begin(), changed_.end());
  changed_.clear();
  return result;
}

void Derivation::buildWithinBudget(ir::FunId next) {
  const ir::Function function = begun(next);
  const std::size_t cheapest = cheapestSize(units_[next.value].key);
  if (const engine::Refused* refused = refusal(next)) {
    refuse(next, *refused);
    budget_.take(cheapest);
    complete(next, false);
    return;
  }
  budget_.take(cheapest);
  std::optional<pipeline::Refusal> exhausted = budget_.exhausted(cheapest);
  if (context_.steps.spent()) {
    exhausted = pipeline::Refusal{pipeline::Limit::Steps, pipeline::spentReason(context_.steps)};
  }
  if (!exhausted) {
    const Checkpoint before = checkpoint();
    makeBuilt(next);
    exhausted = budget_.exhausted(ir::size(*units_[next.value].built));
    if (!exhausted) {
      complete(next, true);
      return;
    }
    restore(before);
    units_[next.value].built.reset();
    units_[next.value].decisions.clear();
  }
  explain(next, {Decision::Kind::CutOff, false, function.name, function.name,
                 exhausted->reason + ", so its calls are made one after the other",
                 function.position, exhausted->limit});
  complete(next, false);
}

void Derivation::complete(ir::FunId next, bool built) {
  completed_.push_back(next);
  built ? build(next) : leave(next);
  budget_.build(ir::size(result_.function(next)), !isWholeFunction(next));
}

Derivation::Checkpoint Derivation::checkpoint() const {
  return {result_.functions.size(), waiting_.size(), budget_};
}

void Derivation::restore(const Checkpoint& before) {
  memo_.forgetFrom(ir::FunId{static_cast<std::uint32_t>(before.functions)});
  for (std::size_t i = before.functions; i < result_.functions.size(); ++i) {
    names_.release(result_.functions[i].name);
  }
  result_.functions.resize(before.functions);
  units_.resize(before.functions);
  waiting_.resize(before.waiting);
  budget_ = before.budget;
}

// -------------------------------------------------------------------------------------- bodies

// The function with its name and no body yet.
ir::Function Derivation::begun(ir::FunId fragment) const {
  const ir::Function& declared = result_.function(fragment);
  ir::Function function;
  function.name = declared.name;
  function.documentation = declared.documentation;
  function.position = declared.position;
  function.origin = declared.origin;
  function.composed = declared.composed;
  function.asWritten = declared.asWritten;
  return function;
}

// Bindings of the body that every fragment can have. That of a function of the source is counted
// from the start: any line may call it.
std::size_t Derivation::cheapestSize(const tupling::Key& key) const {
  return composition_.isWholeFunction(key)
             ? ir::size(source_.functions[key.members.front().operation])
             : key.members.size() + 1;
}

void Derivation::makeBuilt(ir::FunId fragment) {
  if (units_[fragment.value].built) return;
  decisions_.clear();
  ir::Function function = isOfLibrary(fragment) ? asWritten(fragment) : composed(fragment);
  // Driving leaves variables behind that nothing reads any more.
  ir::renumber(function);
  Unit& unit = units_[fragment.value];
  unit.gainsNothing = isOfLibrary(fragment) ||
                      (unit.whole && unit.left && ir::alphaEquivalent(*unit.left, function));
  unit.built = std::move(function);
  unit.decisions = std::move(decisions_);
}

void Derivation::makeLeft(ir::FunId fragment) {
  if (units_[fragment.value].left) return;
  ir::Function function = isWholeFunction(fragment) ? asWritten(fragment) : asLine(fragment);
  units_[fragment.value].left = std::move(function);
}

bool Derivation::isOfLibrary(ir::FunId fragment) const {
  const tupling::Key& key = units_[fragment.value].key;
  return isWholeFunction(fragment) &&
         source_.functions[key.members.front().operation].library.has_value();
}

ir::Function Derivation::composed(ir::FunId fragment) {
  const tupling::Key key = units_[fragment.value].key;
  const tupling::Ancestry ancestry = units_[fragment.value].ancestry;
  ir::Function target = begun(fragment);
  const std::vector<ir::VarId> inputs = composition_.declare(key, target);
  target.body = key.generator ? unfolded(key, ancestry, inputs, target)
                              : split(key, ancestry, inputs, target);
  return target;
}

// The fragment's calls, one after the other; but those that take one tree stay one fragment, which
// can be left in turn. What is lost is fusion alone.
ir::Function Derivation::asLine(ir::FunId fragment) {
  const tupling::Key& key = units_[fragment.value].key;
  ir::Function target = begun(fragment);
  const std::vector<ir::VarId> inputs = composition_.declare(key, target);
  Region region = composition_.regionOf(key, inputs, target);
  target.body = {std::move(region.bindings), std::move(region.results)};
  const tupling::Ancestry ancestry = units_[fragment.value].ancestry;
  const tupling::Rules layers = tupling::withoutFusion(rules_);
  if (!rules_.chainsOnly && tupling::hasLayers(siteOf(target, layers, ancestry), target.body)) {
    target.body = group(std::move(target.body), target, layers, ancestry);
    decisions_.clear();
  } else {
    callWholeFunctions(target, ancestry);
  }
  return target;
}

tupling::Site Derivation::siteOf(const ir::Function& target, const tupling::Rules& rules,
                                 const tupling::Ancestry& ancestry) const {
  return {source_, facts_, options_.limits, options_.semantics, rules, ancestry, target};
}

// The function that the fragment calls, as it is in the source.
ir::Function Derivation::asWritten(ir::FunId fragment) {
  const tupling::Key& key = units_[fragment.value].key;
  ir::Function target = begun(fragment);
  const ir::Function& written = source_.functions[key.members.front().operation];
  target.parameters = written.parameters;
  target.resultTypes = written.resultTypes;
  target.variables = written.variables;
  target.body = written.body;
  target.library = written.library;
  if (isOfLibrary(fragment)) {
    const tupling::Ancestry above = units_[fragment.value].ancestry;
    for (const ir::FunId given : given_[key.members.front().operation]) {
      functionOf(composition_.keyOf(given), above);
    }
  }
  callWholeFunctions(target, units_[fragment.value].ancestry);
  return target;
}

void Derivation::callWholeFunctions(ir::Function& target, const tupling::Ancestry& ancestry) {
  const tupling::Ancestry above = ancestry;  // What follows may move it.
  ir::forEachBinding(target.body, [&](ir::Binding& binding) {
    auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call != nullptr) call->callee = functionOf(composition_.keyOf(call->callee), above);
  });
}

// ------------------------------------------------------------------------------------- the end

// A line stands wherever its fragment is called, and in it the lines that it calls.
void Derivation::dissolveLines() {
  const auto isLine = [&](ir::FunId fragment) {
    return !isBuilt(fragment) && !isWholeFunction(fragment);
  };
  for (std::uint32_t i = 0; i < result_.functions.size(); ++i) {
    if (isLine(ir::FunId{i})) continue;
    ir::expandCalls(result_, result_.functions[i], isLine);
  }
}

ir::Program Derivation::finish() && {
  for (const ir::FunId fragment : completed_) tell(fragment);
  if (!rules_.chainsOnly) {
    foldSupersets(result_, facts_, composition_, memo_);
  }
  if (completed_.empty()) {
    const std::vector<bool> reached = ir::reachable(result_);
    for (std::uint32_t i = 0; i < units_.size(); ++i) {
      if (reached[i]) tell(ir::FunId{i});
    }
    dissolveLines();
  }
  return simplify::orderByMention(std::move(result_));
}

// ------------------------------------------------------------------------------------- regions

ir::Block Derivation::unfolded(const tupling::Key& key, const tupling::Ancestry& ancestry,
                               const std::vector<ir::VarId>& inputs, ir::Function& target) {
  return driveAndGroup(composition_.regionOf(key, inputs, target), {}, target, ancestry);
}

ir::Block Derivation::split(const tupling::Key& key, const tupling::Ancestry& ancestry,
                            const std::vector<ir::VarId>& inputs, ir::Function& target) {
  const ir::VarId root = inputs.front();
  const ir::Type& type = source_.type(target.variables[root.value].type);
  support::check(!type.constructors.empty(), "a fragment whose root is no tree");
  if (type.constructors.size() == 1) {
    ir::Binding unpack{{}, ir::Unpack{type.constructors.front(), root}, target.position};
    unpack.results = composition_.freshFields(key, type.constructors.front(), target);
    const bool lazy = options_.semantics == ir::Semantics::Haskell;
    simplify::Knowledge knowledge =
        knowing(root, type.constructors.front(), unpack.results,
                lazy ? simplify::Shape::State::Selected : simplify::Shape::State::Evaluated);
    ir::Block block = driveAndGroup(composition_.regionOf(key, inputs, target),
                                    std::move(knowledge), target, ancestry);
    block.bindings.insert(block.bindings.begin(), std::move(unpack));
    simplify::removeDeadBindings(block, options_.semantics);
    return block;
  }
  ir::Case match{root, {}};
  for (const ir::CtorId ctor : type.constructors) {
    ir::Alternative alternative{ctor, composition_.freshFields(key, ctor, target), {}};
    simplify::Knowledge knowledge =
        knowing(root, ctor, alternative.fields, simplify::Shape::State::Evaluated);
    alternative.body = driveAndGroup(composition_.regionOf(key, inputs, target),
                                     std::move(knowledge), target, ancestry);
    match.alternatives.push_back(std::move(alternative));
  }
  ir::Binding binding{{}, std::move(match), target.position};
  ir::Block block;
  for (const ir::TypeId result : target.resultTypes) {
    binding.results.push_back(target.fresh(result, "r"));
    block.results.emplace_back(binding.results.back());
  }
  block.bindings.push_back(std::move(binding));
  return block;
}

// ---------------------------------------------------------------------------------- regions

ir::Block Derivation::driveAndGroup(Region region, simplify::Knowledge knowledge,
                                    ir::Function& target, const tupling::Ancestry& ancestry) {
  Driven driven =
      drive(source_, facts_, laws_, options_, target, std::move(region), std::move(knowledge));
  context_.steps.take(pipeline::Steps::perBinding * ir::size(driven.block));
  if (driven.outOfFuel) {
    decisions_.push_back({{pipeline::Decision::Kind::CutOff, false, target.name, "unfolding",
                           "the limit of " + std::to_string(options_.limits.unfoldings) +
                               " unfoldings in one branch is reached",
                           target.position, pipeline::Limit::Unfoldings}});
  }
  simplify::removeDeadBindings(driven.block, options_.semantics);
  return group(std::move(driven.block), target, rules_, ancestry);
}

// Replaces the groups of a region, and of the branches inside, by calls of their fragments.
ir::Block Derivation::group(ir::Block region, ir::Function& target, const tupling::Rules& rules,
                            const tupling::Ancestry& ancestry) {
  const tupling::Site site = siteOf(target, rules, ancestry);
  if (rules.copiesProducers) {
    tupling::duplicateProducers(site, target, region);
  }
  tupling::Sunk sunk = tupling::sink(site, target, std::move(region));
  region = std::move(sunk.region);
  if (sunk.moved) {
    for (ir::Binding& binding : region.bindings) {
      ir::forEachBlock(binding.operation, [&](ir::Block& inner) {
        simplify::removeDeadBindings(inner, options_.semantics);
      });
    }
  }
  checkPartition(region, sunk.partition);
  const std::size_t firstDecision = decisions_.size();
  for (pipeline::Decision& decision : sunk.partition.decisions) {
    decisions_.push_back({std::move(decision)});
  }
  const auto becomes = [&](std::uint32_t number, ir::FunId fragment) {
    for (std::size_t i = 0; i < sunk.partition.joining.size(); ++i) {
      Made& made = decisions_[firstDecision + i];
      if (made.decision.taken && sunk.partition.grouping[sunk.partition.joining[i]] == number) {
        made.fragment = fragment;
      }
    }
  };
  graph::Dependence dependence(region);
  graph::keepBehindOutput(dependence, source_, target, region, facts_, options_.semantics);
  std::optional<graph::Readers> readers;
  if (!sunk.partition.groups.empty()) readers.emplace(region, target.variables.size());
  std::map<std::uint32_t, std::uint32_t> singles;
  for (std::uint32_t i = 0; i < dependence.size(); ++i) {
    singles.emplace(sunk.partition.grouping[i], i);
  }
  ir::Block result;
  result.results = region.results;
  for (const std::uint32_t number : dependence.order(sunk.partition.grouping)) {
    const auto found = sunk.partition.groups.find(number);
    if (found != sunk.partition.groups.end()) {
      result.bindings.push_back(callOf(region, *readers, found->second, target, ancestry));
      becomes(number, std::get<ir::Call>(result.bindings.back().operation).callee);
      continue;
    }
    // Without groups nobody looks at the region again.
    ir::Binding& single = region.bindings[singles.at(number)];
    ir::Binding binding = sunk.partition.groups.empty() ? std::move(single) : single;
    ir::forEachBlock(binding.operation, [&](ir::Block& inner) {
      inner = group(std::move(inner), target, rules, ancestry);
    });
    result.bindings.push_back(std::move(binding));
  }
  return result;
}

ir::Binding Derivation::callOf(const ir::Block& region, const graph::Readers& readers,
                               const tupling::Group& group, const ir::Function& target,
                               const tupling::Ancestry& ancestry) {
  tupling::Fragment fragment = tupling::canonical(source_, target, region, group.members,
                                                  group.root, readers.ofOthers(group.members));
  if (group.members.size() == 1 && !fragment.outputs.empty()) {
    keepAllResults(region.bindings[group.members.front()], fragment);
  }
  const ir::FunId function = functionOf(fragment.key, ancestry);
  std::vector<ir::Atom> arguments = std::move(fragment.inputs);
  if (composition_.isWholeFunction(fragment.key)) {
    arguments = std::get<ir::Call>(region.bindings[group.members.front()].operation).arguments;
  }
  return {std::move(fragment.outputs), ir::Call{function, std::move(arguments)},
          region.bindings[group.members.front()].position};
}

// A lone call stays a call of the whole function, whatever of it is used here: dead results are
// removed for all callers together (redundancy). Of a library's function there is only the whole
// one, even if some of its arguments are equal.
void Derivation::keepAllResults(const ir::Binding& binding, tupling::Fragment& fragment) const {
  fragment.outputs = binding.results;
  const ir::FunId callee = std::get<ir::Call>(binding.operation).callee;
  tupling::Key whole = composition_.keyOf(callee);
  fragment.key.outputs = whole.outputs;
  if (source_.function(callee).library) fragment.key = std::move(whole);
}

}  // namespace deforest::fusion
