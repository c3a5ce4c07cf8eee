#include "backends/native/plan/slots.hpp"

#include <algorithm>
#include <vector>

#include "backends/native/slot_users.hpp"
#include "ir/slots.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

// All that the body makes is given back when the function returns, and nothing before.
ScratchPlan allAtTheEnd(const NativeCode& code, FunId id, const Block& body) {
  ScratchPlan plan;
  ir::forEachReturning(body, [&](const Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    const bool makes = call != nullptr ? bool(code.facts.allocates[call->callee.value])
                                       : makesCell(code, id, binding);
    if (makes) plan.sites.insert(binding.results[0]);
  });
  if (plan.sites.empty()) return plan;
  const auto look = [&](auto&& self, const Block& block) -> void {
    for (const ir::Atom& atom : block.results) {
      const VarId* result = ir::variableOf(atom);
      if (result != nullptr) plan.readFrom.emplace(*result, plan.sites);
    }
    for (const Binding& binding : block.bindings) {
      if (std::holds_alternative<ir::Call>(binding.operation)) {
        plan.needed.emplace(binding.results[0], plan.sites);
        if (plan.sites.contains(binding.results[0]))
          plan.ends.emplace(binding.results[0], std::nullopt);
      }
      ir::forEachBlock(binding.operation, [&](const Block& inner) { self(self, inner); });
    }
  };
  look(look, body);
  return plan;
}

}  // namespace

void planAroundSlots(NativeCode& code) {
  const std::vector<bool> withSlots = typesWithSlots(code.program);
  const std::vector<bool> withCells = typesThatMove(code.program, *code.layout);
  const std::vector<bool> users = slotUsers(code.program, code.facts.components);
  for (std::uint32_t i = 0; i < users.size(); ++i) {
    if (!users[i] || !code.facts.emitted[i]) continue;
    const ir::Function& function = code.program.functions[i];
    const bool closed =
        ir::isClosed(function) &&
        std::ranges::none_of(function.parameters,
                             [&](VarId parameter) {
                               return withSlots[function.variables[parameter.value].type.value];
                             }) &&
        std::ranges::none_of(function.resultTypes, [&](TypeId type) {
          return withSlots[type.value] || withCells[type.value];
        });
    code.scratch.serial[i] = closed ? allAtTheEnd(code, FunId{i}, function.body) : ScratchPlan();
    code.scratch.parallel[i] =
        closed ? allAtTheEnd(code, FunId{i}, code.forked[i].body) : ScratchPlan();
    code.scratch.grows[i] = !closed;
  }
}

void keepFromSlots(NativeCode& code) {
  const ir::Program& program = code.program;
  const std::vector<bool> withSlots = typesWithSlots(program);
  std::vector<bool> users = slotUsers(program, code.facts.components);
  for (std::uint32_t i = 0; i < users.size(); ++i) {
    const auto& variables = program.functions[i].variables;
    const auto holds = [&](const ir::Variable& each) { return bool(withSlots[each.type.value]); };
    users[i] = users[i] || std::ranges::any_of(variables, holds);
  }
  for (std::uint32_t i = 0; i < users.size(); ++i) {
    if (!users[i]) continue;
    SurvivorPlan& plan = code.survivors[i];
    plan.betweenRounds = plan.freesRounds = false;
    ir::forEachBinding(program.functions[i].body, [&](const Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr && users[call->callee.value]) plan.calls.erase(binding.results[0]);
    });
  }
}

}  // namespace deforest::backends
