#include "fusion/fuse.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include "fusion/budget.hpp"
#include "fusion/composition.hpp"
#include "fusion/drive.hpp"
#include "fusion/fold_supersets.hpp"
#include "fusion/memo.hpp"
#include "fusion/usefulness.hpp"
#include "graph/facts.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "simplify/dead_bindings.hpp"
#include "simplify/names.hpp"
#include "simplify/reachable.hpp"
#include "simplify/split_matches.hpp"
#include "support/check.hpp"
#include "tupling/grouping.hpp"
#include "tupling/naive.hpp"
#include "tupling/sink.hpp"

namespace deforest::fusion {
namespace {

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

class Engine {
 public:
  Engine(ir::Program source, pipeline::Context& context, Laws laws)
      : budget_(budgetOf(source, context)),
        laws_(std::move(laws)),
        source_(std::move(source)),
        facts_(graph::factsOf(source_, context.options.semantics == pipeline::Semantics::Lazy)),
        composition_(source_, facts_),
        usefulness_(source_, facts_),
        context_(context) {
    result_.file = source_.file;
    result_.module = source_.module;
    result_.types = source_.types;
    result_.constructors = source_.constructors;
    result_.outputs = source_.outputs;
  }

  ir::Program run() {
    for (const ir::FunId root : source_.roots) seed(root);
    while (!waiting_.empty()) build(takeNext());
    if (context_.options.stopAfter != pipeline::Stage::Fusion) {
      foldSupersets(result_, facts_, composition_, memo_);
    }
    return simplify::orderByMention(std::move(result_));
  }

 private:
  struct Waiting {
    tupling::Key key;
    ir::FunId function;
    tupling::Ancestry ancestry;
  };

  // Rounds share one budget, relative to the program as it was before the first.
  static Budget budgetOf(const ir::Program& source, const pipeline::Context& context) {
    const pipeline::Limits& limits = context.options.limits;
    const double bindings = limits.maxGrowth * static_cast<double>(context.originalSize);
    return {ir::size(source), static_cast<std::size_t>(bindings), limits};
  }

  // ------------------------------------------------------------------------------- fragments

  void seed(ir::FunId root) {
    const tupling::Key key = composition_.keyOf(root);
    const ir::FunId function = declare(source_.function(root).name);
    result_.roots.push_back(function);
    memo_.add(key, function);
    ir::Function& made = result_.functions[function.value];
    made.documentation = source_.function(root).documentation;
    made.position = source_.function(root).position;
    made.origin = source_.function(root).origin;
    made.composed = source_.function(root).composed;
    enqueue({key, function, {}});
  }

  ir::FunId declare(const std::string& name) {
    ir::Function function;
    function.name = names_.unique(name);
    result_.functions.push_back(std::move(function));
    return ir::FunId{static_cast<std::uint32_t>(result_.functions.size() - 1)};
  }

  void enqueue(Waiting waiting) {
    waiting.ancestry.push_back(tupling::ancestorOf(facts_, waiting.key));
    if (!composition_.isWholeFunction(waiting.key)) budget_.wait(cheapestSize(waiting.key));
    waiting_.push_back(std::move(waiting));
  }

  ir::FunId functionOf(const tupling::Key& key, const Waiting& caller) {
    if (const auto known = memo_.find(key)) return *known;
    const ir::FunId function = declare(tupling::nameOf(source_, facts_, key));
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
      }
    } else {
      made.origin = tupling::originOf(facts_, key);
    }
    enqueue({key, function, tupling::relevant(facts_, caller.ancestry, calleesOf(key))});
    return function;
  }

  // First in, first out: what the source composes comes before what follows from it. The functions
  // of the source are neither useful nor given up: they are there anyway.
  Waiting takeNext() {
    auto next = waiting_.begin();
    if (context_.options.usefulFirst) {
      const auto useful = [&](const Waiting& waiting) {
        return composition_.isWholeFunction(waiting.key) ||
               usefulness_.usefulJoins(waiting.key) > 0;
      };
      next = std::ranges::find_if(waiting_, useful);
      if (next == waiting_.end()) next = waiting_.begin();
    }
    Waiting result = std::move(*next);
    waiting_.erase(next);
    return result;
  }

  static std::vector<ir::FunId> calleesOf(const tupling::Key& key) {
    std::vector<ir::FunId> callees;
    for (const tupling::Member& member : key.members) {
      if (!member.primitive) callees.push_back({member.operation});
    }
    return callees;
  }

  // --------------------------------------------------------------------------------- building

  void build(const Waiting& next) {
    if (refused(next)) return;
    const std::size_t cheapest = cheapestSize(next.key);
    budget_.take(cheapest);
    std::optional<pipeline::Refusal> exhausted = budget_.exhausted(cheapest);
    if (!exhausted) {
      const Checkpoint before = checkpoint();
      ir::Function function = composed(next);
      exhausted = budget_.exhausted(ir::size(function));
      if (!exhausted) {
        complete(next, std::move(function));
        return;
      }
      restore(before);
    }
    context_.add({pipeline::Decision::Kind::CutOff, false, begun(next).name, begun(next).name,
                  exhausted->reason + ", so its calls are made one after the other",
                  begun(next).position, exhausted->limit});
    complete(next, composition_.isWholeFunction(next.key) ? asWritten(next) : asLine(next));
  }

  // A fragment that was counted and found worse is left as its line of calls.
  bool refused(const Waiting& next) {
    if (composition_.isWholeFunction(next.key)) return false;
    const std::string text = tupling::textOf(source_, next.key);
    context_.fragments.emplace_back(begun(next).name, text);
    const auto& all = context_.options.refused;
    const auto found = std::ranges::find(all, text, &pipeline::Refused::fragment);
    if (found == all.end()) return false;
    context_.add({pipeline::Decision::Kind::Fuse, false, begun(next).name, begun(next).name,
                  "with it, " + found->reason, begun(next).position, "--no-guard"});
    budget_.take(cheapestSize(next.key));
    complete(next, asLine(next));
    return true;
  }

  void complete(const Waiting& next, ir::Function function) {
    budget_.build(ir::size(function), !composition_.isWholeFunction(next.key));
    result_.functions[next.function.value] = std::move(function);
  }

  // The function with its name and no body yet.
  ir::Function begun(const Waiting& next) const { return result_.functions[next.function.value]; }

  ir::Function composed(const Waiting& next) {
    ir::Function target = begun(next);
    const std::vector<ir::VarId> inputs = composition_.declare(next.key, target);
    target.body = next.key.generator ? unfolded(next, inputs, target) : split(next, inputs, target);
    return target;
  }

  // Bindings of the body that every fragment can have. That of a function of the source is counted
  // from the start: any line may call it.
  std::size_t cheapestSize(const tupling::Key& key) const {
    return composition_.isWholeFunction(key)
               ? ir::size(source_.functions[key.members.front().operation])
               : key.members.size() + 1;
  }

  // The fragment's calls, one after the other.
  ir::Function asLine(const Waiting& next) {
    ir::Function target = begun(next);
    const std::vector<ir::VarId> inputs = composition_.declare(next.key, target);
    Region region = composition_.regionOf(next.key, inputs, target);
    target.body = {std::move(region.bindings), std::move(region.results)};
    callWholeFunctions(target, next);
    return target;
  }

  // The function that the fragment calls, as it is in the source.
  ir::Function asWritten(const Waiting& next) {
    ir::Function target = begun(next);
    const ir::Function& written = source_.functions[next.key.members.front().operation];
    target.parameters = written.parameters;
    target.resultTypes = written.resultTypes;
    target.variables = written.variables;
    target.body = written.body;
    callWholeFunctions(target, next);
    return target;
  }

  void callWholeFunctions(ir::Function& target, const Waiting& next) {
    ir::forEachBinding(target.body, [&](ir::Binding& binding) {
      auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr) call->callee = functionOf(composition_.keyOf(call->callee), next);
    });
  }

  // What building a function adds to: it can be undone.
  struct Checkpoint {
    std::size_t functions;
    std::size_t waiting;
    std::size_t decisions;
    Budget budget;
  };

  Checkpoint checkpoint() const {
    return {result_.functions.size(), waiting_.size(), context_.decisions.size(), budget_};
  }

  void restore(const Checkpoint& before) {
    memo_.forgetFrom(ir::FunId{static_cast<std::uint32_t>(before.functions)});
    for (std::size_t i = before.functions; i < result_.functions.size(); ++i) {
      names_.release(result_.functions[i].name);
    }
    result_.functions.resize(before.functions);
    waiting_.resize(before.waiting);
    context_.decisions.resize(before.decisions);
    budget_ = before.budget;
  }

  ir::Block unfolded(const Waiting& next, const std::vector<ir::VarId>& inputs,
                     ir::Function& target) {
    return driveAndGroup(composition_.regionOf(next.key, inputs, target), {}, target, next);
  }

  ir::Block split(const Waiting& next, const std::vector<ir::VarId>& inputs, ir::Function& target) {
    const tupling::Key& key = next.key;
    const ir::VarId root = inputs.front();
    const ir::Type& type = source_.type(target.variables[root.value].type);
    support::check(!type.constructors.empty(), "a fragment whose root is no tree");
    if (type.constructors.size() == 1) {
      ir::Binding unpack{{}, ir::Unpack{type.constructors.front(), root}, target.position};
      unpack.results = composition_.freshFields(key, type.constructors.front(), target);
      simplify::Knowledge knowledge = knowing(root, type.constructors.front(), unpack.results);
      ir::Block block = driveAndGroup(composition_.regionOf(key, inputs, target),
                                      std::move(knowledge), target, next);
      block.bindings.insert(block.bindings.begin(), std::move(unpack));
      simplify::removeDeadBindings(block, context_.options.semantics);
      return block;
    }
    ir::Case match{root, {}};
    for (const ir::CtorId ctor : type.constructors) {
      ir::Alternative alternative{ctor, composition_.freshFields(key, ctor, target), {}};
      simplify::Knowledge knowledge = knowing(root, ctor, alternative.fields);
      alternative.body = driveAndGroup(composition_.regionOf(key, inputs, target),
                                       std::move(knowledge), target, next);
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

  simplify::Knowledge knowing(ir::VarId root, ir::CtorId ctor,
                              const std::vector<ir::VarId>& fields) const {
    simplify::Knowledge knowledge;
    simplify::Shape shape{ctor, {}};
    shape.fields.assign(fields.begin(), fields.end());
    knowledge.learn(root, std::move(shape));
    return knowledge;
  }

  // ---------------------------------------------------------------------------------- regions

  ir::Block driveAndGroup(Region region, simplify::Knowledge knowledge, ir::Function& target,
                          const Waiting& next) {
    Driven driven = drive(source_, facts_, laws_, context_.options, target, std::move(region),
                          std::move(knowledge));
    if (driven.outOfFuel) {
      context_.add({pipeline::Decision::Kind::CutOff, false, target.name, "unfolding",
                    "the limit of " + std::to_string(context_.options.limits.unfoldings) +
                        " unfoldings in one branch is reached",
                    target.position, "--unfoldings"});
    }
    simplify::removeDeadBindings(driven.block, context_.options.semantics);
    return group(std::move(driven.block), target, next);
  }

  // Replaces the groups of a region, and of the branches inside, by calls of their fragments.
  ir::Block group(ir::Block region, ir::Function& target, const Waiting& next) {
    const tupling::Site site{source_, facts_, context_.options, next.ancestry, target};
    if (context_.options.stopAfter == pipeline::Stage::Fusion || context_.options.naive) {
      tupling::duplicateProducers(site, target, region);
    }
    tupling::Sunk sunk = tupling::sink(site, target, std::move(region));
    region = std::move(sunk.region);
    if (sunk.moved) {
      for (ir::Binding& binding : region.bindings) {
        ir::forEachBlock(binding.operation, [&](ir::Block& inner) {
          simplify::removeDeadBindings(inner, context_.options.semantics);
        });
      }
    }
    checkPartition(region, sunk.partition);
    for (pipeline::Decision& decision : sunk.partition.decisions) {
      context_.add(std::move(decision));
    }
    const graph::Dependence dependence(region);
    std::map<std::uint32_t, std::uint32_t> singles;
    for (std::uint32_t i = 0; i < dependence.size(); ++i) {
      singles.emplace(sunk.partition.grouping[i], i);
    }
    ir::Block result;
    result.results = region.results;
    for (const std::uint32_t number : dependence.order(sunk.partition.grouping)) {
      const auto found = sunk.partition.groups.find(number);
      if (found != sunk.partition.groups.end()) {
        result.bindings.push_back(callOf(region, dependence, found->second, target, next));
        continue;
      }
      // Without groups nobody looks at the region again.
      ir::Binding& single = region.bindings[singles.at(number)];
      ir::Binding binding = sunk.partition.groups.empty() ? std::move(single) : single;
      ir::forEachBlock(binding.operation,
                       [&](ir::Block& inner) { inner = group(std::move(inner), target, next); });
      result.bindings.push_back(std::move(binding));
    }
    return result;
  }

  ir::Binding callOf(const ir::Block& region, const graph::Dependence& dependence,
                     const tupling::Group& group, const ir::Function& target, const Waiting& next) {
    std::vector<bool> usedOutside(target.variables.size());
    const auto use = [&](ir::VarId variable) { usedOutside[variable.value] = true; };
    for (const ir::Atom& atom : region.results) {
      if (const auto* variable = ir::variableOf(atom)) use(*variable);
    }
    for (std::uint32_t i = 0; i < dependence.size(); ++i) {
      if (std::find(group.members.begin(), group.members.end(), i) != group.members.end()) {
        continue;
      }
      for (const ir::VarId read : graph::freeVariables(region.bindings[i].operation)) use(read);
    }
    tupling::Fragment fragment =
        tupling::canonical(source_, target, region, group.members, group.root, usedOutside);
    if (group.members.size() == 1 && !fragment.outputs.empty()) {
      keepAllResults(region.bindings[group.members.front()], fragment);
    }
    const ir::FunId function = functionOf(fragment.key, next);
    std::vector<ir::Atom> arguments = std::move(fragment.inputs);
    if (composition_.isWholeFunction(fragment.key)) {
      arguments = std::get<ir::Call>(region.bindings[group.members.front()].operation).arguments;
    }
    return {std::move(fragment.outputs), ir::Call{function, std::move(arguments)},
            region.bindings[group.members.front()].position};
  }

  // A lone call stays a call of the whole function, whatever of it is used here: dead results are
  // removed for all callers together (redundancy).
  void keepAllResults(const ir::Binding& binding, tupling::Fragment& fragment) const {
    fragment.outputs = binding.results;
    fragment.key.outputs.clear();
    for (std::uint32_t i = 0; i < binding.results.size(); ++i) {
      fragment.key.outputs.push_back({false, 0, i});
    }
  }

  Budget budget_;
  const Laws laws_;
  const ir::Program source_;
  const graph::Facts facts_;
  const Composition composition_;
  const Usefulness usefulness_;
  pipeline::Context& context_;
  ir::Program result_;
  Memo memo_;
  simplify::Names names_;
  std::deque<Waiting> waiting_;
};

}  // namespace

ir::Program fuse(ir::Program program, pipeline::Context& context, Laws laws) {
  if (context.originalSize == 0) context.originalSize = ir::size(program);
  return Engine(std::move(program), context, std::move(laws)).run();
}

ir::Program fuse(ir::Program program, pipeline::Context& context) {
  // Nothing happens to a program in normal form.
  program = simplify::splitMatches().run(std::move(program), context);
  Laws laws;
  const pipeline::Options& options = context.options;
  if (options.semantics == pipeline::Semantics::Strict &&
      options.stopAfter != pipeline::Stage::Fusion && options.limits.fusionDepth > 0) {
    laws.inverses = deriveInverses(program, context);
    // Adds compositions to the program.
    laws.promotions = derivePromotions(program);
  }
  return fuse(std::move(program), context, std::move(laws));
}

pipeline::Pass fusePass() {
  return {"fuse", "fuse and tuple: every group of calls on one tree becomes one function",
          [](ir::Program program, pipeline::Context& context) {
            return fuse(std::move(program), context);
          }};
}

}  // namespace deforest::fusion
