#include "simplify/reachable.hpp"

#include "graph/call_graph.hpp"
#include "ir/library_calls.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::simplify {
namespace {

// Calls and roots name functions by the new numbers, which are given by the old ones.
void renumber(ir::Program& program, const std::vector<ir::FunId>& renumbered) {
  for (ir::Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](ir::Binding& binding) {
      if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
        call->callee = renumbered[call->callee.value];
        support::check(call->callee.valid(), "a function that stays calls one that is dropped");
      }
    });
  }
  for (ir::FunId& root : program.roots) root = renumbered[root.value];
}

}  // namespace

ir::Program keepFunctions(ir::Program program, const std::vector<bool>& keep) {
  std::vector<ir::FunId> renumbered(program.functions.size());
  std::vector<ir::Function> kept;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    if (!keep[i]) continue;
    renumbered[i] = {static_cast<std::uint32_t>(kept.size())};
    kept.push_back(std::move(program.functions[i]));
  }
  program.functions = std::move(kept);
  renumber(program, renumbered);
  return program;
}

ir::Program orderByMention(ir::Program program) {
  std::vector<ir::FunId> renumbered(program.functions.size());
  std::vector<ir::FunId> order;
  std::vector<ir::FunId> waiting(program.roots.rbegin(), program.roots.rend());
  const std::vector<std::vector<ir::FunId>> given = ir::givenFunctions(program);
  while (!waiting.empty()) {
    const ir::FunId next = waiting.back();
    waiting.pop_back();
    if (renumbered[next.value].valid()) continue;
    renumbered[next.value] = {static_cast<std::uint32_t>(order.size())};
    order.push_back(next);
    std::vector<ir::FunId> mentioned = ir::callees(program.function(next).body);
    mentioned.insert(mentioned.end(), given[next.value].begin(), given[next.value].end());
    waiting.insert(waiting.end(), mentioned.rbegin(), mentioned.rend());
  }
  std::vector<ir::Function> functions;
  for (const ir::FunId id : order) functions.push_back(std::move(program.functions[id.value]));
  program.functions = std::move(functions);
  renumber(program, renumbered);
  return program;
}

ir::Program dropUnreachable(ir::Program program) {
  const std::vector<bool> reached = graph::reachable(graph::callGraph(program), program.roots);
  return keepFunctions(std::move(program), reached);
}

pipeline::Pass dropUnreachablePass() {
  return {.name = "drop-unreachable",
          .description = "drop functions that no root leads to",
          .run = [](ir::Program program, pipeline::Context&) {
            return dropUnreachable(std::move(program));
          }};
}

}  // namespace deforest::simplify
