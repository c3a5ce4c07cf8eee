#include "simplify/put_in_place.hpp"

#include "ir/expand_calls.hpp"
#include "ir/traverse.hpp"
#include "simplify/simplify.hpp"

namespace deforest::simplify {

std::vector<bool> putInPlace(ir::Program& program, const std::vector<bool>& wanted,
                             ir::Semantics semantics) {
  std::vector<bool> called(wanted.size());
  for (ir::Function& function : program.functions) {
    bool calls = false;
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || !wanted[call->callee.value]) return;
      calls = called[call->callee.value] = true;
    });
    if (!calls) continue;
    ir::expandCalls(program, function, [&](ir::FunId callee) { return wanted[callee.value]; });
    simplifyFunction(program, function, semantics);
  }
  return called;
}

}  // namespace deforest::simplify
