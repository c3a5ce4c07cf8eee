// What may fail: errors, arithmetic without a result, files that are not there.
#pragma once

#include <vector>

#include "graph/call_graph.hpp"
#include "ir/program.hpp"
#include "ir/traverse.hpp"

namespace deforest::graph {

/// Whether the operation may fail, calls and nested blocks aside.
[[nodiscard]] bool mayFail(const ir::Operation& operation);

/// Whether it may, or something inside of it. `fails`: of a FunId, whether a call of it may.
template <class Fails>
[[nodiscard]] bool mayFail(const ir::Operation& operation, const Fails& fails) {
  const auto* call = std::get_if<ir::Call>(&operation);
  bool found = mayFail(operation) || (call != nullptr && fails(call->callee));
  ir::forEachBlock(operation, [&](const ir::Block& block) {
    for (const ir::Binding& inner : block.bindings) {
      found = found || mayFail(inner.operation, fails);
    }
  });
  return found;
}

/// The functions that may fail, or call what may, by FunId.
[[nodiscard]] std::vector<bool> failingIn(const ir::Program& program, const CallGraph& calls);

}  // namespace deforest::graph
