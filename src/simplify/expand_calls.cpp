#include "simplify/expand_calls.hpp"

#include "ir/alpha.hpp"
#include "ir/traverse.hpp"

namespace deforest::simplify {
namespace {

void expand(const ir::Program& program, ir::Function& function, ir::Block& block,
            const std::function<bool(ir::FunId)>& wanted) {
  std::vector<ir::Binding> waiting(std::make_move_iterator(block.bindings.rbegin()),
                                   std::make_move_iterator(block.bindings.rend()));
  block.bindings.clear();
  while (!waiting.empty()) {
    ir::Binding binding = std::move(waiting.back());
    waiting.pop_back();
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call == nullptr || !wanted(call->callee)) {
      ir::forEachBlock(binding.operation,
                       [&](ir::Block& inner) { expand(program, function, inner, wanted); });
      block.bindings.push_back(std::move(binding));
      continue;
    }
    ir::Block body = ir::instantiate(program.function(call->callee), call->arguments, function);
    waiting.push_back(
        {std::move(binding.results), ir::Copy{std::move(body.results)}, binding.position});
    for (auto inner = body.bindings.rbegin(); inner != body.bindings.rend(); ++inner) {
      waiting.push_back(std::move(*inner));
    }
  }
}

}  // namespace

void expandCalls(const ir::Program& program, ir::Function& function,
                 const std::function<bool(ir::FunId)>& wanted) {
  expand(program, function, function.body, wanted);
}

}  // namespace deforest::simplify
