#include "backends/native/idle_parameters.hpp"

#include "ir/measure.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::FunId;
using ir::VarId;

// What a function does nothing with but to hand it on to itself it hands on as it is, so that
// nothing else is computed for it.
void handOnIdle(ir::Function& function, FunId id, pipeline::Context& context) {
  const auto forEachOwn = [&](const auto& visit) {
    ir::forEachBinding(function.body, [&](Binding& binding) {
      auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr && call->callee == id) visit(*call);
    });
  };
  const auto uses = ir::countUses(function);
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const VarId parameter = function.parameters[i];
    unsigned handedOn = 0;
    forEachOwn([&](const ir::Call& call) { handedOn += call.arguments[i] == Atom(parameter); });
    if (uses[parameter.value] != handedOn) continue;
    bool changed = false;
    forEachOwn([&](ir::Call& call) {
      changed = changed || call.arguments[i] != Atom(parameter);
      call.arguments[i] = parameter;
    });
    if (!changed) continue;
    context.add({pipeline::Decision::Kind::Native, true, function.name,
                 "idle parameter " + function.variables[parameter.value].name,
                 "it is only handed on", function.position});
  }
}

}  // namespace

pipeline::Pass idleParameters() {
  return {.name = "idle-parameters",
          .description = "compute nothing for a parameter that is only handed on",
          .needs = pipeline::Form::Native,
          .run = [](ir::Program program, pipeline::Context& context) {
            for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
              handOnIdle(program.functions[i], FunId{i}, context);
            }
            return program;
          }};
}

}  // namespace deforest::backends
