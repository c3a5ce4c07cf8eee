#include "backends/native/calls.hpp"

#include <algorithm>

#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::Binding;
using ir::Block;
using ir::FunId;

bool isWithin(const Component& component, FunId id) {
  return std::find(component.begin(), component.end(), id) != component.end();
}

std::size_t callsOnPath(const Block& block, const Component& component) {
  std::size_t calls = 0;
  for (const auto& binding : block.bindings) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call != nullptr && isWithin(component, call->callee)) ++calls;
    std::size_t inside = 0;
    ir::forEachBlock(binding.operation, [&](const Block& inner) {
      inside = std::max(inside, callsOnPath(inner, component));
    });
    calls += inside;
  }
  return calls;
}

std::size_t callsOf(const Block& block, FunId id) {
  std::size_t calls = 0;
  ir::forEachBinding(block, [&](const Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call != nullptr && call->callee == id) ++calls;
  });
  return calls;
}

}  // namespace deforest::backends
