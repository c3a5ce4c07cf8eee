#include "backends/native/slot_users.hpp"

#include "ir/slots.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::FunId;
using ir::TypeId;

std::vector<bool> typesWithSlots(const ir::Program& program) {
  std::vector<bool> found(program.types.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 0; i < found.size(); ++i) {
      if (found[i]) continue;
      found[i] = ir::isSlot(program, TypeId{i});
      for (const ir::CtorId ctor : program.types[i].constructors) {
        for (const ir::Field& field : program.constructor(ctor).fields) {
          found[i] = found[i] || found[field.type.value];
        }
      }
      changed = changed || found[i];
    }
  }
  return found;
}

std::vector<bool> slotUsers(const ir::Program& program,
                            const std::vector<std::vector<FunId>>& components) {
  std::vector<bool> users(program.functions.size());
  for (const auto& component : components) {
    bool uses = false;
    for (const FunId id : component) {
      ir::forEachBinding(program.function(id).body, [&](const Binding& binding) {
        const auto* foreign = std::get_if<ir::Foreign>(&binding.operation);
        const auto* call = std::get_if<ir::Call>(&binding.operation);
        uses = uses || (foreign != nullptr && ir::isSlotCall(foreign->name)) ||
               (call != nullptr && users[call->callee.value]);
      });
    }
    for (const FunId id : component) users[id.value] = uses;
  }
  return users;
}

}  // namespace deforest::backends
