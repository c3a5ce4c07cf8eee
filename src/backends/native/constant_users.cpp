#include "backends/native/constant_users.hpp"

#include <algorithm>
#include <variant>

#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

std::vector<bool> usersOf(const graph::CallGraph& graph, ir::FunId constant) {
  std::vector<bool> users(graph.callees.size(), false);
  for (const std::vector<ir::FunId>& component : graph.components) {
    const bool uses = std::ranges::any_of(component, [&](ir::FunId member) {
      return std::ranges::any_of(graph.callees[member.value], [&](ir::FunId callee) {
        return callee == constant || users[callee.value];
      });
    });
    for (const ir::FunId member : component) users[member.value] = uses;
  }
  return users;
}

void useConstant(ir::Block& block, ir::FunId constant, ir::VarId made,
                 const std::vector<bool>& given, ir::Substitution& substitution) {
  std::erase_if(block.bindings, [&](const ir::Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    const bool same = call != nullptr && call->callee == constant;
    if (same) substitution.set(binding.results.front(), made);
    return same;
  });
  for (ir::Binding& binding : block.bindings) {
    auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call != nullptr && given[call->callee.value]) call->arguments.emplace_back(made);
    ir::forEachBlock(binding.operation, [&](ir::Block& inner) {
      useConstant(inner, constant, made, given, substitution);
    });
  }
}

void useConstant(ir::Function& function, ir::FunId constant, ir::VarId made,
                 const std::vector<bool>& given) {
  ir::Substitution substitution(function);
  useConstant(function.body, constant, made, given, substitution);
  ir::substitute(function.body, substitution);
}

void giveConstant(const ir::Program& program, ir::Function& function, ir::FunId constant,
                  const std::vector<bool>& given) {
  const ir::Function& source = program.function(constant);
  const ir::VarId parameter = function.fresh(source.resultTypes.front(), source.name);
  useConstant(function, constant, parameter, given);
  function.parameters.push_back(parameter);
  if (ir::tiesCall(function)) {
    function.library->arguments[0].after.push_back(
        static_cast<std::uint32_t>(function.parameters.size() - 1));
  } else if (function.library) {
    // It is not what its library has under that name any more.
    function.library = ir::LibraryName{function.library->module, {}, {}};
  }
}

}  // namespace deforest::backends
