#include "backends/cpp/text/explain.hpp"

#include <map>
#include <string>

#include "ir/traverse.hpp"

namespace deforest::backends {

void explainReuse(const CppContext& context, ir::FunId id, const std::vector<CellLeft>& left,
                  std::vector<CppReuse>& reuses) {
  const ir::Function& function = context.program.function(id);
  const CellReuse& reuse = context.reuse[id.value];
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    const auto* construct = std::get_if<ir::Construct>(&binding.operation);
    if (construct == nullptr) return;
    const auto taken = reuse.taken.find(binding.results[0]);
    if (taken == reuse.taken.end()) return;
    reuses.push_back(
        {true, function.name, context.program.constructor(construct->ctor).name,
         "written into the cell of '" + function.variables[taken->second.value].name + "'",
         binding.position});
  });
  for (const CellLeft& cell : left) {
    reuses.push_back({false, function.name, context.program.constructor(cell.ctor).name, cell.why,
                      cell.position});
  }
}

void explainLifetimes(const CppContext& context, ir::FunId id,
                      std::vector<CppLifetime>& lifetimes) {
  const ir::Function& function = context.program.function(id);
  const ScratchPlan& plan = context.scratch.serial[id.value];
  const std::string exit = context.loops[id.value].loops() ? "at the end of the round"
                                                           : "when '" + function.name + "' returns";
  std::map<ir::VarId, const ir::Binding*> calls;  // by first result
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    if (std::holds_alternative<ir::Call>(binding.operation)) calls[binding.results[0]] = &binding;
  });
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call == nullptr || !context.facts.heavy[call->callee.value]) return;
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
        reason += "before the call of '" + context.program.function(next.callee).name + "'";
        if (giving.position.known()) reason += " in line " + std::to_string(giving.position.line);
      }
    } else if (plan.handedOn.contains(made)) {
      reason = "with the results of '" + function.name +
               "', because it is taken along to the next round";
    } else {
      return;
    }
    lifetimes.push_back({function.name,
                         "what '" + context.program.function(call->callee).name + "' makes", reason,
                         binding.position});
  });
}

}  // namespace deforest::backends
