#include "backends/native/facts.hpp"

#include <algorithm>

#include "graph/call_graph.hpp"
#include "graph/failures.hpp"
#include "ir/primitives.hpp"
#include "ir/printing.hpp"
#include "ir/reading.hpp"
#include "ir/slots.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

std::vector<VarId> variablesRead(const ir::Operation& operation) {
  std::vector<VarId> read;
  const auto note = [&](const Atom& atom) {
    if (const VarId* variable = ir::variableOf(atom)) read.push_back(*variable);
  };
  ir::forEachAtom(operation, note);
  const std::function<void(const Block&)> inside = [&](const Block& block) {
    for (const auto& binding : block.bindings) {
      ir::forEachAtom(binding.operation, note);
      ir::forEachBlock(binding.operation, inside);
    }
    for (const auto& atom : block.results) note(atom);
  };
  ir::forEachBlock(operation, inside);
  return read;
}

CppFacts cppFacts(const ir::Program& program) {
  const auto graph = graph::callGraph(program);
  CppFacts facts;
  facts.emitted = graph::reachable(graph, program.roots);
  facts.recursive = graph.recursive;
  facts.component = graph.componentOf;
  facts.components = graph.components;
  const std::size_t count = program.functions.size();
  facts.allocates.resize(count);
  for (const ir::Function& function : program.functions) {
    facts.prints.push_back(std::ranges::any_of(
        function.resultTypes, [&](ir::TypeId type) { return ir::holdsOutput(program, type); }));
  }
  for (const ir::Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](const Binding& binding) {
      const auto* foreign = std::get_if<ir::Foreign>(&binding.operation);
      facts.usesFiles = facts.usesFiles || (foreign != nullptr && ir::isFileCall(foreign->name));
    });
  }
  facts.hasActions = std::ranges::any_of(program.constructors, [&](const ir::Constructor& ctor) {
    return std::ranges::any_of(
        ctor.fields, [&](const ir::Field& field) { return ir::isOutput(program, field.type); });
  });
  for (std::uint32_t i = 0; i < program.types.size(); ++i) {
    facts.hasSlots = facts.hasSlots || ir::isSlot(program, ir::TypeId{i});
  }
  facts.heavy = graph.recursive;
  facts.fails = graph::failingIn(program, graph);
  for (const auto& component : graph.components) {
    bool heavy = false;
    for (const FunId id : component) {
      for (const FunId callee : graph.callees[id.value]) {
        heavy = heavy || facts.heavy[callee.value];
      }
    }
    for (const FunId id : component) facts.heavy[id.value] = heavy || facts.heavy[id.value];
  }
  return facts;
}

bool makesInteger(const ir::Program& program, const ir::Function& function,
                  const Binding& binding) {
  const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
  if (primitive == nullptr) return false;
  const auto isInteger = [&](ir::TypeId type) {
    return program.type(type).kind == ir::TypeKind::Integer;
  };
  if (!isInteger(function.variables[binding.results[0].value].type)) return false;
  switch (primitive->op) {
    case ir::PrimOp::Min:
    case ir::PrimOp::Max:
    case ir::PrimOp::Signum:
    case ir::PrimOp::Seq:
      return false;
    case ir::PrimOp::FromIntegral:
      return !isInteger(ir::typeOf(program, function, primitive->arguments[0]));
    default:
      return true;
  }
}

void findAllocations(const ir::Program& program,
                     const std::function<bool(FunId, const Binding&)>& makesCell, CppFacts& facts) {
  for (const auto& component : facts.components) {
    bool allocates = false;
    for (const FunId id : component) {
      ir::forEachBinding(program.function(id).body, [&](const Binding& binding) {
        const auto* call = std::get_if<ir::Call>(&binding.operation);
        allocates = allocates || makesCell(id, binding) ||
                    (call != nullptr && facts.allocates[call->callee.value]);
      });
    }
    for (const FunId id : component) facts.allocates[id.value] = allocates;
  }
}

}  // namespace deforest::backends
