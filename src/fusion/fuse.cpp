#include "fusion/fuse.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include "fusion/drive.hpp"
#include "fusion/memo.hpp"
#include "fusion/promotion.hpp"
#include "graph/facts.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "simplify/dead_bindings.hpp"
#include "simplify/names.hpp"
#include "simplify/reachable.hpp"
#include "support/check.hpp"
#include "tupling/grouping.hpp"
#include "tupling/naive.hpp"
#include "tupling/sink.hpp"
#include "tupling/superset.hpp"

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
  Engine(ir::Program source, pipeline::Context& context)
      : budget_(budgetOf(source, context)),
        promotions_(promotionsFor(source, context.options)),
        source_(std::move(source)),
        context_(context),
        facts_(graph::factsOf(source_, context.options.semantics == pipeline::Semantics::Lazy)) {
    result_.file = source_.file;
    result_.module = source_.module;
    result_.types = source_.types;
    result_.constructors = source_.constructors;
    result_.outputs = source_.outputs;
  }

  ir::Program run() {
    for (const ir::FunId root : source_.roots) seed(root);
    while (!waiting_.empty()) {
      const Waiting next = std::move(waiting_.back());
      waiting_.pop_back();
      build(next);
      if (next.key.members.size() > 1) {
        generated_ += ir::size(result_.functions[next.function.value]);
        ++built_;
      }
    }
    if (context_.options.stopAfter != pipeline::Stage::Fusion) foldSupersets();
    return simplify::orderByMention(std::move(result_));
  }

 private:
  struct Waiting {
    tupling::Key key;
    ir::FunId function;
    tupling::Ancestry ancestry;
  };

  // Rounds share one budget, relative to the program as it was before the first.
  static std::size_t budgetOf(const ir::Program& source, pipeline::Context& context) {
    if (context.originalSize == 0) context.originalSize = ir::size(source);
    return static_cast<std::size_t>(context.options.limits.maxGrowth *
                                    static_cast<double>(context.originalSize));
  }

  // Adds the compositions to the program.
  static Promotions promotionsFor(ir::Program& source, const pipeline::Options& options) {
    const bool wanted = options.semantics == pipeline::Semantics::Strict &&
                        options.stopAfter != pipeline::Stage::Fusion &&
                        options.limits.fusionDepth > 0;
    return wanted ? derivePromotions(source) : Promotions{};
  }

  // ------------------------------------------------------------------------------- fragments

  // The fragment of one call of `function` with unrelated arguments.
  tupling::Key keyOf(ir::FunId function) const {
    const ir::Function& callee = source_.function(function);
    const auto& traversed = facts_[function.value].traversed;
    tupling::Key key;
    key.generator = !traversed.has_value();
    tupling::Member member;
    member.operation = function.value;
    const auto count = static_cast<std::uint32_t>(callee.parameters.size());
    // The root is input 0, whichever parameter it is; the others follow in order.
    std::uint32_t next = traversed ? 1 : 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      member.arguments.push_back({true, traversed == i ? 0 : next++, 0});
    }
    key.members.push_back(std::move(member));
    for (std::uint32_t i = 0; i < callee.resultTypes.size(); ++i) {
      key.outputs.push_back({false, 0, i});
    }
    return key;
  }

  void seed(ir::FunId root) {
    const tupling::Key key = keyOf(root);
    const ir::FunId function = declare(source_.function(root).name);
    result_.roots.push_back(function);
    memo_.add(key, function);
    ir::Function& made = result_.functions[function.value];
    made.documentation = source_.function(root).documentation;
    made.position = source_.function(root).position;
    made.origin = source_.function(root).origin;
    enqueue(key, function, {});
  }

  ir::FunId declare(const std::string& name) {
    ir::Function function;
    function.name = names_.unique(name);
    result_.functions.push_back(std::move(function));
    return ir::FunId{static_cast<std::uint32_t>(result_.functions.size() - 1)};
  }

  void enqueue(const tupling::Key& key, ir::FunId function, tupling::Ancestry ancestry) {
    ancestry.push_back(tupling::ancestorOf(facts_, key));
    waiting_.push_back({key, function, std::move(ancestry)});
  }

  ir::FunId functionOf(const tupling::Key& key, const tupling::Ancestry& ancestry) {
    if (const auto known = memo_.find(key)) return *known;
    const ir::FunId function = declare(tupling::nameOf(source_, facts_, key));
    memo_.add(key, function);
    ir::Function& made = result_.functions[function.value];
    if (key.members.size() == 1) {
      const ir::Function& only = source_.functions[key.members.front().operation];
      made.position = only.position;
      made.origin = only.origin;
      if (key == keyOf(ir::FunId{key.members.front().operation})) {
        made.documentation = only.documentation;
      }
    } else {
      made.origin = tupling::originOf(facts_, key);
    }
    enqueue(key, function, tupling::relevant(facts_, ancestry, calleesOf(key)));
    return function;
  }

  static std::vector<ir::FunId> calleesOf(const tupling::Key& key) {
    std::vector<ir::FunId> callees;
    for (const tupling::Member& member : key.members) {
      if (!member.primitive) callees.push_back({member.operation});
    }
    return callees;
  }

  // --------------------------------------------------------------------------------- building

  // A region that makes the fragment's calls on the given inputs.
  Region regionOf(const tupling::Key& key, const std::vector<ir::VarId>& inputs,
                  ir::Function& target) const {
    Region region;
    std::vector<std::vector<ir::VarId>> results;
    const auto atomOf = [&](const tupling::Reference& reference) {
      return ir::Atom(reference.input ? inputs[reference.index]
                                      : results[reference.index][reference.result]);
    };
    for (const tupling::Member& member : key.members) {
      ir::Binding binding;
      std::vector<ir::Atom> arguments;
      for (const tupling::Reference& argument : member.arguments) {
        arguments.push_back(atomOf(argument));
      }
      if (member.primitive) {
        binding.results.push_back(target.fresh(member.type, "s"));
        binding.operation =
            ir::Primitive{static_cast<ir::PrimOp>(member.operation), std::move(arguments)};
      } else {
        const ir::FunId callee{member.operation};
        for (const ir::TypeId type : source_.function(callee).resultTypes) {
          binding.results.push_back(target.fresh(type, "r"));
        }
        binding.operation = ir::Call{callee, std::move(arguments)};
        binding.position = source_.function(callee).position;
        if (key.generator && !region.forced && !facts_[callee.value].traversed) {
          region.forced = binding.results.front();
        }
      }
      results.push_back(binding.results);
      region.bindings.push_back(std::move(binding));
    }
    for (const tupling::Reference& output : key.outputs) region.results.push_back(atomOf(output));
    return region;
  }

  // Parameters of the fragment's function: named as the functions it calls name them.
  void addParameters(const tupling::Key& key, ir::Function& target) const {
    std::vector<std::optional<ir::Variable>> inputs;
    for (const tupling::Member& member : key.members) {
      for (std::size_t i = 0; i < member.arguments.size(); ++i) {
        const tupling::Reference& argument = member.arguments[i];
        if (!argument.input) continue;
        if (argument.index >= inputs.size()) inputs.resize(argument.index + 1);
        if (inputs[argument.index]) continue;
        inputs[argument.index] = parameterOf(key, member, i);
      }
    }
    for (const auto& input : inputs) {
      support::check(input.has_value(), "an input of a fragment that no member reads");
      target.parameters.push_back(target.fresh(input->type, input->name));
    }
  }

  ir::Variable parameterOf(const tupling::Key& key, const tupling::Member& member,
                           std::size_t position) const {
    if (!member.primitive) {
      const ir::Function& callee = source_.functions[member.operation];
      return callee.variables[callee.parameters[position].value];
    }
    // A glued primitive works on scalars of one type; conversions read results of calls.
    for (const tupling::Reference& other : member.arguments) {
      if (other.input) continue;
      const tupling::Member& maker = key.members[other.index];
      if (maker.primitive) return {maker.type, "s"};
      return {source_.functions[maker.operation].resultTypes[other.result], "s"};
    }
    return {member.type, "s"};
  }

  void build(const Waiting& next) {
    ir::Function target = std::move(result_.functions[next.function.value]);
    const tupling::Key& key = next.key;
    if (isWholeFunction(key)) {
      restoreOrder(key, target);
    } else {
      addParameters(key, target);
    }
    std::vector<ir::VarId> inputs = inputsOf(key, target);
    for (const tupling::Reference& output : key.outputs) {
      const tupling::Member& member = key.members[output.index];
      target.resultTypes.push_back(
          member.primitive ? member.type
                           : source_.functions[member.operation].resultTypes[output.result]);
    }
    target.body = key.generator ? unfolded(key, inputs, target, next.ancestry)
                                : split(key, inputs, target, next.ancestry);
    result_.functions[next.function.value] = std::move(target);
  }

  // A single call keeps the order of the parameters of the function it calls.
  bool isWholeFunction(const tupling::Key& key) const {
    return key.members.size() == 1 && key == keyOf(ir::FunId{key.members.front().operation});
  }

  void restoreOrder(const tupling::Key& key, ir::Function& target) const {
    const ir::Function& callee = source_.functions[key.members.front().operation];
    for (const ir::VarId parameter : callee.parameters) {
      const ir::Variable& variable = callee.variables[parameter.value];
      target.parameters.push_back(target.fresh(variable.type, variable.name));
    }
  }

  std::vector<ir::VarId> inputsOf(const tupling::Key& key, const ir::Function& target) const {
    if (!isWholeFunction(key)) return target.parameters;
    std::vector<ir::VarId> inputs(target.parameters.size());
    const auto& arguments = key.members.front().arguments;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      inputs[arguments[i].index] = target.parameters[i];
    }
    return inputs;
  }

  ir::Block unfolded(const tupling::Key& key, const std::vector<ir::VarId>& inputs,
                     ir::Function& target, const tupling::Ancestry& ancestry) {
    return driveAndGroup(regionOf(key, inputs, target), {}, target, ancestry);
  }

  ir::Block split(const tupling::Key& key, const std::vector<ir::VarId>& inputs,
                  ir::Function& target, const tupling::Ancestry& ancestry) {
    const ir::VarId root = inputs.front();
    const ir::Type& type = source_.type(target.variables[root.value].type);
    support::check(!type.constructors.empty(), "a fragment whose root is no tree");
    if (type.constructors.size() == 1) {
      ir::Binding unpack{{}, ir::Unpack{type.constructors.front(), root}, target.position};
      unpack.results = freshFields(key, type.constructors.front(), target);
      simplify::Knowledge knowledge = knowing(root, type.constructors.front(), unpack.results);
      ir::Block block =
          driveAndGroup(regionOf(key, inputs, target), std::move(knowledge), target, ancestry);
      block.bindings.insert(block.bindings.begin(), std::move(unpack));
      simplify::removeDeadBindings(block, context_.options.semantics);
      return block;
    }
    ir::Case match{root, {}};
    for (const ir::CtorId ctor : type.constructors) {
      ir::Alternative alternative{ctor, freshFields(key, ctor, target), {}};
      simplify::Knowledge knowledge = knowing(root, ctor, alternative.fields);
      alternative.body =
          driveAndGroup(regionOf(key, inputs, target), std::move(knowledge), target, ancestry);
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

  // Variables for the fields of the root, named as the first member that traverses it names them.
  std::vector<ir::VarId> freshFields(const tupling::Key& key, ir::CtorId ctor,
                                     ir::Function& target) const {
    const ir::Constructor& constructor = source_.constructor(ctor);
    const std::vector<std::string> names = fieldNames(key, constructor);
    std::vector<ir::VarId> fields;
    for (std::size_t i = 0; i < constructor.fields.size(); ++i) {
      fields.push_back(target.fresh(constructor.fields[i].type, names[i]));
    }
    return fields;
  }

  std::vector<std::string> fieldNames(const tupling::Key& key,
                                      const ir::Constructor& constructor) const {
    std::vector<std::string> names;
    for (const ir::Field& field : constructor.fields) names.push_back(field.label);
    for (const tupling::Member& member : key.members) {
      if (member.primitive || !facts_[member.operation].traversed) continue;
      const tupling::Reference& tree = member.arguments[*facts_[member.operation].traversed];
      if (!tree.input || tree.index != 0) continue;
      const ir::Function& function = source_.functions[member.operation];
      if (function.body.bindings.empty()) continue;
      const ir::Binding& first = function.body.bindings.front();
      const std::vector<ir::VarId>* fields = nullptr;
      if (const auto* match = std::get_if<ir::Case>(&first.operation)) {
        fields = &match->alternatives[constructor.tag].fields;
      } else if (std::holds_alternative<ir::Unpack>(first.operation)) {
        fields = &first.results;
      }
      if (fields == nullptr) continue;
      for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string& name = function.variables[(*fields)[i].value].name;
        if (!name.empty() && name.front() != '_') names[i] = name;
      }
    }
    return names;
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
                          const tupling::Ancestry& ancestry) {
    Driven driven = drive(source_, facts_, promotions_, context_.options, target, std::move(region),
                          std::move(knowledge));
    if (driven.outOfFuel) {
      context_.add({pipeline::Decision::Kind::CutOff, false, target.name, "unfolding",
                    "the limit of " + std::to_string(context_.options.limits.unfoldings) +
                        " unfoldings in one branch is reached",
                    target.position});
    }
    return group(std::move(driven.block), target, ancestry);
  }

  // Replaces the groups of a region, and of the branches inside, by calls of their fragments.
  ir::Block group(ir::Block region, ir::Function& target, const tupling::Ancestry& ancestry) {
    simplify::removeDeadBindings(region, context_.options.semantics);
    const tupling::Site site{source_, facts_, context_.options, ancestry, target, exhausted()};
    if (context_.options.stopAfter == pipeline::Stage::Fusion) {
      tupling::duplicateProducers(site, target, region);
    }
    tupling::Sunk sunk = tupling::sink(site, target, std::move(region));
    region = std::move(sunk.region);
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
        result.bindings.push_back(callOf(region, dependence, found->second, target, ancestry));
        continue;
      }
      ir::Binding binding = region.bindings[singles.at(number)];
      ir::forEachBlock(binding.operation, [&](ir::Block& inner) {
        inner = group(std::move(inner), target, ancestry);
      });
      result.bindings.push_back(std::move(binding));
    }
    return result;
  }

  ir::Binding callOf(const ir::Block& region, const graph::Dependence& dependence,
                     const tupling::Group& group, const ir::Function& target,
                     const tupling::Ancestry& ancestry) {
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
        tupling::canonical(region, target.variables, group.members, group.root, usedOutside);
    if (group.members.size() == 1 && !fragment.outputs.empty()) {
      keepAllResults(region.bindings[group.members.front()], fragment);
    }
    const ir::FunId function = functionOf(fragment.key, ancestry);
    std::vector<ir::Atom> arguments = std::move(fragment.inputs);
    if (isWholeFunction(fragment.key)) {
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

  // --------------------------------------------------------------------------------- supersets

  // What a call of one fragment's function becomes.
  struct Replacement {
    ir::FunId function;
    tupling::Embedding embedding;
  };

  void foldSupersets() {
    std::vector<const tupling::Key*> keys(result_.functions.size());
    for (const auto& [key, function] : memo_) keys[function.value] = &key;
    std::vector<bool> isRoot(keys.size());
    for (const ir::FunId root : result_.roots) isRoot[root.value] = true;
    std::vector<std::optional<Replacement>> replacements(keys.size());
    for (std::uint32_t small = 0; small < keys.size(); ++small) {
      if (isRoot[small] || isWholeFunction(*keys[small])) continue;
      for (const ir::FunId large : ir::callees(result_.functions[small].body)) {
        if (const auto embedding = tupling::embed(facts_, *keys[small], *keys[large.value])) {
          replacements[small] = Replacement{large, *embedding};
          break;
        }
      }
    }
    for (ir::Function& function : result_.functions) {
      ir::forEachBinding(function.body, [&](ir::Binding& binding) {
        auto* call = std::get_if<ir::Call>(&binding.operation);
        while (call != nullptr && replacements[call->callee.value]) {
          replace(binding, *call, *replacements[call->callee.value], function);
        }
      });
    }
  }

  void replace(ir::Binding& binding, ir::Call& call, const Replacement& replacement,
               ir::Function& caller) const {
    std::vector<ir::Atom> arguments;
    for (const std::uint32_t mine : replacement.embedding.inputs) {
      arguments.push_back(call.arguments[mine]);
    }
    const auto& types = result_.functions[replacement.function.value].resultTypes;
    std::vector<ir::VarId> results(types.size());
    for (std::size_t i = 0; i < binding.results.size(); ++i) {
      results[replacement.embedding.outputs[i]] = binding.results[i];
    }
    for (std::size_t j = 0; j < results.size(); ++j) {
      if (!results[j].valid()) results[j] = caller.fresh(types[j], "unused");
    }
    call = ir::Call{replacement.function, std::move(arguments)};
    binding.results = std::move(results);
  }

  // Which limit forbids to make any more compositions.
  std::string exhausted() const {
    const pipeline::Limits& limits = context_.options.limits;
    if (memo_.size() >= limits.maxFunctions) {
      return "the limit of " + std::to_string(limits.maxFunctions) +
             " functions is reached (--max-functions)";
    }
    // Compositions that still wait will be about as large as those that are done.
    const std::size_t average = generated_ / std::max<std::size_t>(built_, 1);
    const auto waiting = static_cast<std::size_t>(
        std::count_if(waiting_.begin(), waiting_.end(),
                      [](const Waiting& each) { return each.key.members.size() > 1; }));
    if (ir::size(source_) + generated_ + waiting * average >= budget_) {
      return "the code has grown to the limit of " + std::to_string(budget_) +
             " bindings (--max-growth)";
    }
    return {};
  }

  const std::size_t budget_;
  const Promotions promotions_;
  const ir::Program source_;
  pipeline::Context& context_;
  const graph::Facts facts_;
  std::size_t generated_ = 0;  // Bindings of the compositions built so far.
  std::size_t built_ = 0;
  ir::Program result_;
  Memo memo_;
  simplify::Names names_;
  std::vector<Waiting> waiting_;  // Last in, first out: the order is part of the result.
};

}  // namespace

ir::Program fuse(ir::Program program, pipeline::Context& context) {
  return Engine(std::move(program), context).run();
}

pipeline::Pass fusePass() {
  return {"fuse", "fuse and tuple: every group of calls on one tree becomes one function",
          [](ir::Program program, pipeline::Context& context) {
            return fuse(std::move(program), context);
          }};
}

}  // namespace deforest::fusion
