#include "backends/native/code.hpp"

#include <utility>

#include "backends/native/notes.hpp"
#include "ir/arrays.hpp"
#include "ir/printing.hpp"
#include "ir/slots.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::FunId;

// Whether the function has a call within its component that is no jump.
bool callsItself(const NativeCode& code, FunId id) {
  std::size_t within = 0;
  ir::forEachBinding(code.program.function(id).body, [&](const ir::Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    const bool inside = call != nullptr && code.facts.recursive[id.value] &&
                        code.facts.component[call->callee.value] == code.facts.component[id.value];
    within += inside ? 1 : 0;
  });
  return within > code.loops[id.value].jumps.size();
}

}  // namespace

void NativeCode::begin(ir::Program given) {
  layout.reset();
  program = std::move(given);
  removeNotes(program);
  versionOf.clear();
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) versionOf.push_back(FunId{i});
  reuse.assign(program.functions.size(), {});
  refresh();
}

void NativeCode::refresh() {
  facts = cppFacts(program);
  layout.emplace(program, facts.emitted, options.hosts);
  cells = typesWithCells(program, *layout);
  const auto makes = [&](FunId id, const ir::Binding& binding) {
    return makesCell(*this, id, binding);
  };
  findAllocations(program, makes, facts);
}

bool makesCell(const NativeCode& code, FunId id, const ir::Binding& binding) {
  if (makesInteger(code.program, code.program.function(id), binding)) return true;
  const auto* foreign = std::get_if<ir::Foreign>(&binding.operation);
  if (foreign != nullptr) {
    return foreign->name == ir::slotCall || foreign->name == ir::arraysCall ||
           foreign->name == ir::fileTextCall;
  }
  const auto* construct = std::get_if<ir::Construct>(&binding.operation);
  return construct != nullptr && code.layout->allocates(construct->ctor) &&
         !code.reuse[id.value].taken.contains(binding.results[0]);
}

std::vector<bool> recursesDeeply(const NativeCode& code) {
  std::vector<bool> deep(code.program.functions.size());
  for (const auto& component : code.facts.components) {
    bool any = false;
    for (const FunId id : component) {
      if (!code.facts.emitted[id.value]) continue;
      any = any || callsItself(code, id);
      ir::forEachBinding(code.program.function(id).body, [&](const ir::Binding& binding) {
        const auto* call = std::get_if<ir::Call>(&binding.operation);
        any = any || (call != nullptr && deep[call->callee.value]);
      });
    }
    for (const FunId id : component) deep[id.value] = any;
  }
  return deep;
}

}  // namespace deforest::backends
