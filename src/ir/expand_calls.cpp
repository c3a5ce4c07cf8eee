#include "ir/expand_calls.hpp"

#include <iterator>

#include "ir/alpha.hpp"
#include "ir/traverse.hpp"

namespace deforest::ir {
namespace {

void expand(const Program& program, Function& function, Block& block,
            const std::function<bool(FunId)>& wanted) {
  std::vector<Binding> waiting(std::make_move_iterator(block.bindings.rbegin()),
                               std::make_move_iterator(block.bindings.rend()));
  block.bindings.clear();
  while (!waiting.empty()) {
    Binding binding = std::move(waiting.back());
    waiting.pop_back();
    const auto* call = std::get_if<Call>(&binding.operation);
    if (call == nullptr || !wanted(call->callee)) {
      forEachBlock(binding.operation,
                   [&](Block& inner) { expand(program, function, inner, wanted); });
      block.bindings.push_back(std::move(binding));
      continue;
    }
    std::vector<Binding> body;
    splice(body, instantiate(program.function(call->callee), call->arguments, function),
           std::move(binding.results));
    std::move(body.rbegin(), body.rend(), std::back_inserter(waiting));
  }
}

}  // namespace

void expandCalls(const Program& program, Function& function,
                 const std::function<bool(FunId)>& wanted) {
  expand(program, function, function.body, wanted);
}

}  // namespace deforest::ir
