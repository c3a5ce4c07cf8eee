#include "graph/failures.hpp"

#include <algorithm>

#include "ir/primitives.hpp"
#include "ir/printing.hpp"
#include "ir/reading.hpp"

namespace deforest::graph {

bool mayFail(const ir::Operation& operation) {
  if (const auto* foreign = std::get_if<ir::Foreign>(&operation)) {
    return ir::isFileCall(foreign->name) || foreign->name == ir::aheadCall;
  }
  const auto* primitive = std::get_if<ir::Primitive>(&operation);
  return std::holds_alternative<ir::Fail>(operation) ||
         (primitive != nullptr && !ir::isTotal(primitive->op, primitive->arguments));
}

std::vector<bool> failingIn(const ir::Program& program, const CallGraph& calls) {
  std::vector<bool> failing(program.functions.size(), false);
  const auto fails = [&](ir::FunId id) { return failing[id.value]; };
  for (const auto& component : calls.components) {
    const bool any = std::ranges::any_of(component, [&](ir::FunId id) {
      const std::vector<ir::Binding>& bindings = program.function(id).body.bindings;
      return std::ranges::any_of(
          bindings, [&](const ir::Binding& each) { return mayFail(each.operation, fails); });
    });
    for (const ir::FunId id : component) failing[id.value] = any;
  }
  return failing;
}

}  // namespace deforest::graph
