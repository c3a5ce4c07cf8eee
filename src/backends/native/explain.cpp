#include "backends/native/explain.hpp"

#include <map>
#include <string>
#include <utility>

#include "ir/traverse.hpp"

namespace deforest::backends {

namespace {

using ir::FunId;
using pipeline::Decision;

void explainReuse(const NativeCode& code, FunId id, pipeline::Context& context) {
  const ir::Function& function = code.program.function(id);
  const auto add = [&](bool taken, ir::CtorId ctor, std::string why, ir::Position position) {
    context.add({Decision::Kind::Reuse, taken, function.name, code.program.constructor(ctor).name,
                 std::move(why), position});
  };
  const CellReuse& reuse = code.reuse[id.value];
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    const auto* construct = std::get_if<ir::Construct>(&binding.operation);
    if (construct == nullptr) return;
    const auto taken = reuse.taken.find(binding.results[0]);
    if (taken == reuse.taken.end()) return;
    const std::string& old = function.variables[taken->second.value].name;
    add(true, construct->ctor, "written into the cell of '" + old + "'", binding.position);
  });
  for (const CellLeft& cell : code.left[id.value]) add(false, cell.ctor, cell.why, cell.position);
}

void explainLifetimes(const NativeCode& code, FunId id, pipeline::Context& context) {
  const ir::Function& function = code.program.function(id);
  const ScratchPlan& plan = code.scratch.serial[id.value];
  const std::string exit = code.loops[id.value].loops() ? "at the end of the round"
                                                        : "when '" + function.name + "' returns";
  std::map<ir::VarId, const ir::Binding*> calls;  // by first result
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    if (std::holds_alternative<ir::Call>(binding.operation)) calls[binding.results[0]] = &binding;
  });
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call == nullptr || !code.facts.heavy[call->callee.value]) return;
    const ir::VarId made = binding.results[0];
    std::string reason;
    if (const auto end = plan.ends.find(made); end != plan.ends.end()) {
      reason = plan.pockets.contains(made) ? "in memory of its own from here on, given back "
                                           : "on scratch from here on, given back ";
      if (!end->second) {
        reason += exit;
      } else {
        const ir::Binding& giving = *calls.at(*end->second);
        const auto& next = std::get<ir::Call>(giving.operation);
        reason += "before the call of '" + code.program.function(next.callee).name + "'";
        if (giving.position.known()) reason += " in line " + std::to_string(giving.position.line);
      }
    } else if (plan.handedOn.contains(made)) {
      reason = "with the results of '" + function.name +
               "', because it is taken along to the next round";
    } else {
      return;
    }
    context.add({Decision::Kind::Reuse, true, function.name,
                 "what '" + code.program.function(call->callee).name + "' makes", reason,
                 binding.position});
  });
}

}  // namespace

void explainCells(const NativeCode& code, pipeline::Context& context) {
  const auto forEachEmitted = [&](const auto& explain) {
    for (std::uint32_t i = 0; i < code.program.functions.size(); ++i) {
      if (code.facts.emitted[i]) explain(code, FunId{i}, context);
    }
  };
  forEachEmitted(explainReuse);
  forEachEmitted(explainLifetimes);
}

}  // namespace deforest::backends
