#include "backends/native/plan/absorb.hpp"

#include <algorithm>
#include <vector>

#include "backends/native/calls.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::FunId;

// By function: how many places there are that call it, its own aside.
std::vector<std::size_t> placesThatCall(const NativeCode& code) {
  const auto& functions = code.program.functions;
  std::vector<std::size_t> places(functions.size());
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (!code.facts.emitted[i]) continue;
    ir::forEachBinding(functions[i].body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr && call->callee.value != i) ++places[call->callee.value];
    });
  }
  return places;
}

}  // namespace

void absorbLoops(NativeCode& code) {
  const std::vector<std::size_t> places = placesThatCall(code);
  const auto& roots = code.program.roots;
  for (const auto& component : code.facts.components) {
    if (component.size() < 2) continue;
    const auto found = std::ranges::find_if(component, [&](FunId id) {
      const LoopPlan& loop = code.loops[id.value];
      return loop.loops() && places[id.value] == 1 && std::ranges::count(roots, id) == 0 &&
             callsOf(code.program.function(id).body, id) == loop.jumps.size();
    });
    if (found != component.end()) code.absorbed[found->value] = true;
  }
}

}  // namespace deforest::backends
