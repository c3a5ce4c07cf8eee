#include "simplify/forced_anyway.hpp"

#include "graph/demand.hpp"
#include "ir/traverse.hpp"
#include "pipeline/parallel.hpp"
#include "simplify/dead_bindings.hpp"

namespace deforest::simplify {
namespace {

bool hasSeq(const ir::Function& function) {
  bool found = false;
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
    found = found || (primitive != nullptr && primitive->op == ir::PrimOp::Seq);
  });
  return found;
}

void dropSeqs(const ir::Program& program, const graph::Demands& demands, ir::Function& function) {
  const auto evaluated = graph::evaluatedWith(program, function, demands);
  ir::forEachBinding(function.body, [&](ir::Binding& binding) {
    const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
    if (primitive == nullptr || primitive->op != ir::PrimOp::Seq) return;
    const auto* first = ir::variableOf(primitive->arguments[0]);
    const auto* second = ir::variableOf(primitive->arguments[1]);
    if (first != nullptr && second != nullptr && !evaluated[second->value].contains(*first)) return;
    if (first != nullptr && second == nullptr) return;
    const ir::Atom value = primitive->arguments[1];
    binding.operation = ir::Copy{{value}};
  });
}

}  // namespace

pipeline::Pass forcedAnyway(ir::Semantics semantics) {
  return {.name = "forced-anyway",
          .description = "remove `seq` of what is evaluated anyway",
          .run = [semantics](ir::Program program, pipeline::Context&) {
            if (semantics == ir::Semantics::Strict) return program;
            const graph::Demands demands = graph::demandsOf(program);
            const ir::Program source = program;
            pipeline::forEachFunction(program, [&](ir::Function& function) {
              if (!hasSeq(function)) return;
              dropSeqs(source, demands, function);
              removeDeadBindings(function.body, semantics);
            });
            return program;
          }};
}

}  // namespace deforest::simplify
