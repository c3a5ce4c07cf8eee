#include "tupling/grouping.hpp"

#include <algorithm>
#include <random>
#include <set>

#include "graph/printing_order.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"
#include "support/match.hpp"

namespace deforest::tupling {
namespace {

using Index = std::uint32_t;

class Partitioner {
 public:
  Partitioner(const Site& site, const ir::Block& region, const graph::Dependence& dependence)
      : site_(site), region_(region), dependence_(dependence) {
    for (Index i = 0; i < dependence.size(); ++i) result_.grouping.push_back(i);
    for (const ir::Atom& atom : region.results) {
      if (const auto* variable = ir::variableOf(atom)) escaping_.insert(*variable);
    }
  }

  Partition run() {
    for (const Index i : candidates()) {
      if (callAt(i) != nullptr) place(i);
    }
    for (auto& [number, group] : result_.groups) std::ranges::sort(group.members);
    while (absorbOne()) {
    }
    return std::move(result_);
  }

 private:
  // ------------------------------------------------------------------------------ questions

  // The bindings in the order in which their calls join: that of the source or, for a seed, any
  // other in which what makes a tree comes before what takes it.
  std::vector<Index> candidates() const {
    std::vector<Index> order;
    std::vector<Index> ready;
    std::vector<std::size_t> missing(dependence_.size());
    std::mt19937_64 random(site_.limits.order);
    const bool anyOrder = site_.limits.order != 0;
    for (Index i = 0; i < dependence_.size(); ++i) {
      missing[i] = anyOrder ? dependence_.uses(i).size() : 0;
      if (missing[i] == 0) ready.push_back(i);
    }
    if (!anyOrder) return ready;
    while (!ready.empty()) {
      const auto next = ready.begin() + static_cast<std::ptrdiff_t>(random() % ready.size());
      const Index chosen = *next;
      ready.erase(next);
      order.push_back(chosen);
      for (Index i = 0; i < dependence_.size(); ++i) {
        const auto& uses = dependence_.uses(i);
        if (std::ranges::binary_search(uses, chosen) && --missing[i] == 0) ready.push_back(i);
      }
    }
    return order;
  }

  const ir::Call* callAt(Index i) const {
    return std::get_if<ir::Call>(&region_.bindings[i].operation);
  }

  const graph::FunctionFacts& factsAt(Index i) const {
    return site_.facts[callAt(i)->callee.value];
  }

  // What a library does is nobody's part.
  bool isLibraryCall(Index i) const {
    const ir::Call* call = callAt(i);
    return call != nullptr && site_.source.function(call->callee).library.has_value();
  }

  std::optional<ir::VarId> traversedBy(Index i) const {
    const ir::Call* call = callAt(i);
    if (call == nullptr || !factsAt(i).traversed) return std::nullopt;
    const auto* variable = ir::variableOf(call->arguments[*factsAt(i).traversed]);
    return variable == nullptr ? std::nullopt : std::optional(*variable);
  }

  // Where evaluation is Haskell's, a function without parameters is evaluated once for all who use
  // it. A fragment of it would be evaluated again.
  bool isConstant(Index i) const {
    return site_.semantics == ir::Semantics::Haskell && callAt(i) != nullptr &&
           callAt(i)->arguments.empty();
  }

  // The group that makes `variable`, if a grouped call does. No call joins that of a constant.
  std::optional<Index> producerGroup(ir::VarId variable) const {
    const auto definition = dependence_.definer(variable);
    if (!definition || isLibraryCall(*definition)) return std::nullopt;
    if (isConstant(*definition)) return std::nullopt;
    const Index group = result_.grouping[*definition];
    return result_.groups.contains(group) ? std::optional(group) : std::nullopt;
  }

  std::vector<ir::FunId> callees(const std::vector<Index>& members) const {
    std::vector<ir::FunId> result;
    for (const Index member : members) {
      if (const ir::Call* call = callAt(member)) result.push_back(call->callee);
    }
    return result;
  }

  const std::string& nameAt(Index i) const { return site_.source.function(callAt(i)->callee).name; }

  std::string variableName(ir::VarId variable) const {
    return site_.target.variables[variable.value].name;
  }

  bool isPrimitive(Index i) const {
    return std::holds_alternative<ir::Primitive>(region_.bindings[i].operation);
  }

  // && and || that evaluate their second operand only if they must.
  bool decides(Index i) const {
    if (site_.semantics == ir::Semantics::Strict) return false;
    const ir::PrimOp op = std::get<ir::Primitive>(region_.bindings[i].operation).op;
    return op == ir::PrimOp::And || op == ir::PrimOp::Or;
  }

  bool acyclicWith(Index group, const std::vector<Index>& joining) const {
    graph::Grouping grouping = result_.grouping;
    for (const Index i : joining) grouping[i] = group;
    return dependence_.acyclicAt(grouping, group);
  }

  // Weighing calls from the root of the group down to what call `i` traverses.
  unsigned chainBefore(Index i) const {
    unsigned length = 0;
    for (auto tree = traversedBy(i); tree;) {
      const auto producer = dependence_.definer(*tree);
      if (!producer || callAt(*producer) == nullptr) break;
      length += factsAt(*producer).weighs ? 1 : 0;
      tree = traversedBy(*producer);
    }
    return length;
  }

  unsigned sideBySide(const Group& group, ir::VarId tree) const {
    unsigned count = 0;
    for (const Index member : group.members) {
      if (callAt(member) != nullptr && factsAt(member).weighs && traversedBy(member) == tree) {
        ++count;
      }
    }
    return count;
  }

  // ---------------------------------------------------------------------------------- joining

  void place(Index i) {
    const auto tree = traversedBy(i);
    if (!tree) {
      result_.groups[i] = {std::nullopt, {i}};
      return;
    }
    const auto producer = producerGroup(*tree);
    if (producer && !site_.rules.layersOnly && tryJoin(*producer, i, *tree, true)) return;
    for (const auto& [group, content] : result_.groups) {
      if (group == producer || content.root != tree) continue;
      if (tryJoin(group, i, *tree, false)) return;
    }
    result_.groups[i] = {*tree, {i}};
  }

  // Why call `i` may not join on account of the limits.
  std::optional<pipeline::Refusal> overLimit(const Group& group, Index i, ir::VarId tree,
                                             bool consumes) const {
    const engine::Limits& limits = site_.limits;
    const bool weighs = factsAt(i).weighs;
    if (consumes && !limits.allowsFusion(chainBefore(i))) {
      return pipeline::Refusal{pipeline::Limit::FusionDepth,
                               "the chain of compositions is longer than the fusion depth of " +
                                   std::to_string(limits.fusionDepth)};
    }
    if (!consumes && weighs && !limits.allowsTupling(sideBySide(group, tree))) {
      return pipeline::Refusal{pipeline::Limit::TuplingDepth,
                               "more calls side by side than the tupling depth of " +
                                   std::to_string(limits.tuplingDepth)};
    }
    std::vector<Index> members = group.members;
    members.push_back(i);
    return whistle(site_.facts, limits, site_.ancestry, callees(members), true);
  }

  bool tryJoin(Index group, Index i, ir::VarId tree, bool consumes) {
    Group& content = result_.groups.at(group);
    if (site_.rules.chainsOnly) {
      const auto definition = dependence_.definer(tree);
      if (!definition || *definition != content.members.back()) return false;
    }
    if (const auto refusal = overLimit(content, i, tree, consumes)) {
      decide(pipeline::Decision::Kind::CutOff, false, group, i, tree, consumes, refusal->reason);
      result_.decisions.back().limit = refusal->limit;
      return false;
    }
    if (acyclicWith(group, {i})) {
      result_.grouping[i] = group;
      content.members.push_back(i);
      decide(consumes ? pipeline::Decision::Kind::Fuse : pipeline::Decision::Kind::Tuple, true,
             group, i, tree, consumes, consumes ? "one visit makes and consumes it" : "one visit");
      return true;
    }
    if (glue(group, i, tree, consumes)) return true;
    decide(consumes ? pipeline::Decision::Kind::Fuse : pipeline::Decision::Kind::Tuple, false,
           group, i, tree, consumes, cycleReason(group, i));
    return false;
  }

  // `s` leaves the group and comes back: names the value that the call waits for.
  std::string cycleReason(Index group, Index i) const {
    if (dependence_.isKeptBehind(i)) {
      return "it may fail, and what is printed before it is seen first";
    }
    const auto path = dependence_.between(result_.groups.at(group).members, i);
    std::string through;
    for (const Index step : path) {
      if (result_.grouping[step] == group) continue;
      through = valueOf(step);
    }
    if (through.empty()) {
      return "it has to wait for another visit, which needs a result of this one";
    }
    return "it needs " + through + ", which depends on a result of the same visit";
  }

  // The value of a binding as its reader knows it: by its name, or by what computes it.
  std::string valueOf(Index i) const {
    const std::vector<ir::VarId>& results = region_.bindings[i].results;
    const std::string name = results.empty() ? "" : variableName(results.front());
    if (!name.empty()) return "`" + name + "`";
    return support::match(
        region_.bindings[i].operation,
        [&](const ir::Call& call) {
          return "the result of `" + site_.source.function(call.callee).name + "`";
        },
        [](const ir::Primitive& op) {
          return "the result of `" + std::string(ir::info(op.op).name) + "`";
        },
        [&](const ir::Construct& op) {
          return "a `" + site_.source.constructor(op.ctor).name + "` made of it";
        },
        [](const ir::Conditional&) { return std::string("what a condition chooses"); },
        [](const auto&) { return std::string("a value"); });
  }

  // ------------------------------------------------------------------------------------- glue

  // Call `i` joins together with the primitives that stand between it and the group.
  bool glue(Index group, Index i, ir::VarId tree, bool consumes) {
    const unsigned bound = site_.limits.glue;
    if (bound == 0) return false;
    Group& content = result_.groups.at(group);
    std::vector<Index> joining = dependence_.between(content.members, i);
    const bool onlyPrimitives = std::all_of(joining.begin(), joining.end(), [&](Index step) {
      return isPrimitive(step) && result_.grouping[step] == step && !decides(step);
    });
    if (joining.empty() || !onlyPrimitives) return false;
    const auto already = std::count_if(content.members.begin(), content.members.end(),
                                       [&](Index member) { return isPrimitive(member); });
    const unsigned parent = site_.ancestry.empty() ? 0 : site_.ancestry.back().primitives;
    if (static_cast<std::size_t>(already) + joining.size() > std::max(bound, parent)) return false;
    joining.push_back(i);
    if (!acyclicWith(group, joining)) return false;
    for (const Index member : joining) {
      result_.grouping[member] = group;
      content.members.push_back(member);
    }
    std::sort(content.members.begin(), content.members.end());
    decide(consumes ? pipeline::Decision::Kind::Fuse : pipeline::Decision::Kind::Tuple, true, group,
           i, tree, consumes, "one visit, with the arithmetic between the calls");
    return true;
  }

  // ----------------------------------------------------------------------------------- absorb

  // Whether a call in the group takes `position` of call `i` apart: the callee does, or the callee
  // may return it and a member traverses the result.
  bool consumedInGroup(const Group& group, Index i, std::size_t position) const {
    const graph::FunctionFacts& facts = factsAt(i);
    if (facts.traversed == position) return false;
    if (facts.matched[position]) return true;
    if (!facts.returned[position]) return false;
    const auto& results = region_.bindings[i].results;
    return std::any_of(group.members.begin(), group.members.end(), [&](Index member) {
      if (member == i || callAt(member) == nullptr) return false;
      const auto& arguments = callAt(member)->arguments;
      for (std::size_t q = 0; q < arguments.size(); ++q) {
        const auto* variable = ir::variableOf(arguments[q]);
        if (variable == nullptr ||
            std::find(results.begin(), results.end(), *variable) == results.end()) {
          continue;
        }
        if (factsAt(member).traversed == q || consumedInGroup(group, member, q)) return true;
      }
      return false;
    });
  }

  // Whether everything that `producer` makes is wanted by `consumer` alone.
  bool onlyUsedBy(Index producer, Index consumer) const {
    for (const Index member : result_.groups.at(producer).members) {
      for (const ir::VarId result : region_.bindings[member].results) {
        if (escaping_.contains(result)) return false;
      }
    }
    for (Index reader = 0; reader < dependence_.size(); ++reader) {
      const Index group = result_.grouping[reader];
      if (group == producer || group == consumer) continue;
      for (const Index used : dependence_.uses(reader)) {
        if (result_.grouping[used] == producer) return false;
      }
    }
    return true;
  }

  bool absorbOne() {
    if (site_.rules.chainsOnly || site_.rules.layersOnly) return false;
    for (const auto& [group, content] : result_.groups) {
      for (const Index member : content.members) {
        const ir::Call* call = callAt(member);
        if (call == nullptr) continue;
        for (std::size_t position = 0; position < call->arguments.size(); ++position) {
          const auto* variable = ir::variableOf(call->arguments[position]);
          if (variable == nullptr || !consumedInGroup(content, member, position)) continue;
          const auto producer = producerGroup(*variable);
          if (producer && *producer != group && absorb(*producer, group, member, *variable)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  bool absorb(Index producer, Index group, Index consumer, ir::VarId tree) {
    if (!onlyUsedBy(producer, group)) return false;
    if (!site_.limits.allowsFusion(1)) return false;
    const std::vector<Index>& made = result_.groups.at(producer).members;
    std::vector<Index> members = made;
    Group& content = result_.groups.at(group);
    members.insert(members.end(), content.members.begin(), content.members.end());
    std::sort(members.begin(), members.end());
    if (const auto refusal =
            whistle(site_.facts, site_.limits, site_.ancestry, callees(members), false)) {
      noteOnce(group, consumer, tree, *refusal);
      return false;
    }
    if (!acyclicWith(group, made)) return false;
    for (const Index member : made) result_.grouping[member] = group;
    decide(pipeline::Decision::Kind::Fuse, true, group, consumer, tree, true,
           "the producer of a further tree is absorbed");
    // If the group stood on what it now makes itself, it stands on what that is made of.
    const auto definition =
        content.root ? dependence_.definer(*content.root) : std::optional<Index>();
    if (definition && std::find(made.begin(), made.end(), *definition) != made.end()) {
      content.root = result_.groups.at(producer).root;
    }
    content.members = std::move(members);
    result_.groups.erase(producer);
    return true;
  }

  // ---------------------------------------------------------------------------------- telling

  std::string subject(Index group, Index i, ir::VarId tree, bool consumes) const {
    if (consumes) {
      const auto definition = dependence_.definer(tree);
      if (definition && callAt(*definition) != nullptr) {
        const auto& root = result_.groups.at(group).root;
        return nameAt(i) + " . " + nameAt(*definition) +
               (root ? " on " + variableName(*root) : std::string());
      }
      return nameAt(i) + " on " + variableName(tree);
    }
    std::string names;
    for (const Index member : result_.groups.at(group).members) {
      if (callAt(member) != nullptr && member != i) names += nameAt(member) + ", ";
    }
    return names + nameAt(i) + " on " + variableName(tree);
  }

  void decide(pipeline::Decision::Kind kind, bool taken, Index group, Index i, ir::VarId tree,
              bool consumes, std::string reason) {
    result_.decisions.push_back({kind,
                                 taken,
                                 site_.target.name,
                                 subject(group, i, tree, consumes),
                                 std::move(reason),
                                 region_.bindings[i].position,
                                 {},
                                 joined(group, i, tree, consumes)});
    result_.joining.push_back(i);
  }

  // The functions that `subject` names.
  std::vector<std::string> joined(Index group, Index i, ir::VarId tree, bool consumes) const {
    if (consumes) {
      const auto definition = dependence_.definer(tree);
      if (!definition || callAt(*definition) == nullptr) return {nameAt(i)};
      return {nameAt(i), nameAt(*definition)};
    }
    std::vector<std::string> names;
    for (const Index member : result_.groups.at(group).members) {
      if (callAt(member) != nullptr && member != i) names.push_back(nameAt(member));
    }
    names.push_back(nameAt(i));
    return names;
  }

  // Absorbing is tried again and again; a refusal is told once.
  void noteOnce(Index group, Index i, ir::VarId tree, const pipeline::Refusal& refusal) {
    pipeline::Decision decision{pipeline::Decision::Kind::CutOff,
                                false,
                                site_.target.name,
                                subject(group, i, tree, true),
                                refusal.reason,
                                region_.bindings[i].position,
                                refusal.limit,
                                joined(group, i, tree, true)};
    auto& decisions = result_.decisions;
    if (std::find(decisions.begin(), decisions.end(), decision) == decisions.end()) {
      decisions.push_back(std::move(decision));
      result_.joining.push_back(i);
    }
  }

  const Site& site_;
  const ir::Block& region_;
  const graph::Dependence& dependence_;
  std::set<ir::VarId> escaping_;
  Partition result_;
};

}  // namespace

Partition partition(const Site& site, const ir::Block& region,
                    const graph::Dependence& dependence) {
  return Partitioner(site, region, dependence).run();
}

bool hasLayers(const Site& site, const ir::Block& line) {
  constexpr std::size_t fewest = 3;  // Calls.
  if (line.bindings.size() < fewest) return false;
  graph::Dependence dependence(line);
  graph::keepBehindOutput(dependence, site.source, site.target, line, site.facts, site.semantics);
  const auto groups = partition(site, line, dependence).groups;
  return groups.size() > 1 && std::ranges::any_of(groups, [](const auto& group) {
           return group.second.members.size() > 1;
         });
}

}  // namespace deforest::tupling
