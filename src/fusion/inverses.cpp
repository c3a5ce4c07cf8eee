#include "fusion/inverses.hpp"

#include <algorithm>

#include "fusion/fuse.hpp"
#include "graph/call_graph.hpp"
#include "graph/facts.hpp"
#include "redundancy/induction.hpp"

namespace deforest::fusion {
namespace {

constexpr std::size_t mostFunctions = 6;
constexpr unsigned turns = 3;

// What undoes another function does so in few steps, or not at all.
constexpr unsigned mostMembers = 4;
constexpr unsigned mostFragments = 16;  // Per pair.
constexpr unsigned mostUnfoldings = 40;
constexpr unsigned mostPushes = 2;

// Recursive functions from a type of trees to itself.
std::vector<ir::FunId> candidates(const ir::Program& program) {
  const graph::CallGraph calls = graph::callGraph(program);
  const std::vector<bool> recursiveTypes = graph::recursiveTypes(program);
  std::vector<ir::FunId> result;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    const ir::Function& function = program.functions[i];
    if (function.library || !calls.recursive[i] || function.parameters.size() != 1 ||
        function.resultTypes.size() != 1) {
      continue;
    }
    const ir::TypeId type = function.variables[function.parameters.front().value].type;
    if (type == function.resultTypes.front() && recursiveTypes[type.value]) result.push_back({i});
  }
  return result;
}

ir::Function composition(const ir::Program& program, ir::FunId outer, ir::FunId inner,
                         std::size_t number) {
  const ir::TypeId type = program.function(outer).resultTypes.front();
  ir::Function function;
  // No name of the language has a space in it.
  function.name = "composition " + std::to_string(number);
  function.resultTypes = {type};
  const ir::VarId tree = function.fresh(type, "t");
  const ir::VarId between = function.fresh(type, "u");
  const ir::VarId result = function.fresh(type, "r");
  function.parameters = {tree};
  function.body = {
      {{{between}, ir::Call{inner, {tree}}, {}}, {{result}, ir::Call{outer, {between}}, {}}},
      {result}};
  return function;
}

struct Proofs {
  Inverses proved;
  bool cutOff = false;  // Some composition was stopped by a limit.
};

// The pairs among `open` whose composition is the identity, given what is known.
Proofs prove(const ir::Program& program, const Inverses& open, const Inverses& known,
             const engine::Options& options, unsigned cap) {
  ir::Program compositions = program;
  compositions.roots.clear();
  compositions.outputs.clear();
  for (const auto& [outer, inner] : open) {
    compositions.roots.push_back({static_cast<std::uint32_t>(compositions.functions.size())});
    compositions.functions.push_back(
        composition(program, outer, inner, compositions.functions.size()));
  }
  engine::Options few = options;
  engine::Limits& limits = few.limits;
  limits.cap = cap;
  limits.width = std::min(limits.width, mostMembers);
  limits.maxFunctions = mostFragments * static_cast<unsigned>(open.size());
  limits.unfoldings = std::min(limits.unfoldings, mostUnfoldings);
  limits.pushes = std::min(limits.pushes, mostPushes);
  few.plan.reset();
  pipeline::Context context;
  const ir::Program fused = fuse(std::move(compositions), few, context, Laws{{}, known});
  const redundancy::FactTable facts = redundancy::infer(fused).facts;
  Proofs proofs;
  proofs.cutOff = std::ranges::any_of(context.decisions, [](const pipeline::Decision& decision) {
    return decision.kind == pipeline::Decision::Kind::CutOff;
  });
  auto root = fused.roots.begin();
  for (const auto& pair : open) {
    const auto& fact = facts[(root++)->value].front();
    if (fact && std::holds_alternative<redundancy::SameAsParameter>(*fact)) {
      proofs.proved.insert(pair);
    }
  }
  return proofs;
}

// Says so, and whether the composition would have grown without end by itself.
void tell(const ir::Program& program, const std::pair<ir::FunId, ir::FunId>& pair,
          const engine::Options& options, pipeline::Context& context) {
  using Kind = pipeline::Decision::Kind;
  const ir::Function& outer = program.function(pair.first);
  const std::string subject = outer.name + " . " + program.function(pair.second).name;
  context.add({Kind::Fact,
               true,
               outer.name,
               subject + " = identity",
               "proved by induction",
               outer.position,
               {}});
  if (prove(program, {pair}, {}, options, options.limits.cap).cutOff) {
    context.add({Kind::CutOff, false, outer.name, subject,
                 "does not terminate naturally by unfolding: it took the proof", outer.position,
                 pipeline::Limit::Cap});
  }
}

}  // namespace

Inverses deriveInverses(const ir::Program& program, const engine::Options& options,
                        pipeline::Context& context) {
  const std::vector<ir::FunId> functions = candidates(program);
  Inverses known;
  if (functions.empty() || functions.size() > mostFunctions) return known;
  Inverses open;
  for (const ir::FunId outer : functions) {
    for (const ir::FunId inner : functions) {
      if (program.function(outer).resultTypes == program.function(inner).resultTypes) {
        open.insert({outer, inner});
      }
    }
  }
  for (unsigned turn = 0; turn < turns && !open.empty(); ++turn) {
    // A composition may hold each of its functions once more before it comes back.
    const unsigned given = options.limits.cap;
    const unsigned cap = turn == 0 ? given : std::max(given, 2U);
    const Inverses proved = prove(program, open, known, options, cap).proved;
    if (proved.empty() && turn > 0) break;
    for (const auto& pair : proved) {
      open.erase(pair);
      known.insert(pair);
      tell(program, pair, options, context);
    }
  }
  return known;
}

}  // namespace deforest::fusion
