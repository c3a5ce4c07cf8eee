#include "simplify/reachable.hpp"

#include "graph/call_graph.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::simplify {

ir::Program keepFunctions(ir::Program program, const std::vector<bool>& keep) {
  std::vector<ir::FunId> renumbered(program.functions.size());
  std::vector<ir::Function> kept;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    if (!keep[i]) continue;
    renumbered[i] = {static_cast<std::uint32_t>(kept.size())};
    kept.push_back(std::move(program.functions[i]));
  }
  program.functions = std::move(kept);
  for (ir::Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](ir::Binding& binding) {
      if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
        call->callee = renumbered[call->callee.value];
        support::check(call->callee.valid(), "a kept function calls one that is dropped");
      }
    });
  }
  for (ir::FunId& root : program.roots) root = renumbered[root.value];
  return program;
}

ir::Program dropUnreachable(ir::Program program) {
  const std::vector<bool> reached = graph::reachable(graph::callGraph(program), program.roots);
  return keepFunctions(std::move(program), reached);
}

pipeline::Pass dropUnreachablePass() {
  return {
      "drop-unreachable", "drop functions that no root leads to",
      [](ir::Program program, pipeline::Context&) { return dropUnreachable(std::move(program)); }};
}

}  // namespace deforest::simplify
