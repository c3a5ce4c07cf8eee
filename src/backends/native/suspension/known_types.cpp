#include "backends/native/suspension/known_types.hpp"

#include <algorithm>
#include <utility>

#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::TypeId;

const std::set<TypeId>& TypesWithin::of(TypeId type) const {
  std::set<TypeId>& found = within_[type.value];
  if (!found.empty()) return found;
  std::set<TypeId> types;
  collect(type, types);
  return found = std::move(types);
}

void TypesWithin::collect(TypeId type, std::set<TypeId>& types) const {
  if (!types.insert(type).second) return;
  for (const TypeId argument : program_.type(type).arguments) collect(argument, types);
  for (const ir::CtorId ctor : program_.type(type).constructors) {
    for (const ir::Field& field : program_.constructor(ctor).fields) collect(field.type, types);
  }
}

namespace {

// The types of which the operation makes a value, or takes one apart.
void noteTouched(const ir::Program& program, const ir::Operation& operation,
                 std::vector<bool>& touched) {
  const auto note = [&](ir::CtorId ctor) { touched[program.constructor(ctor).type.value] = true; };
  if (const auto* construct = std::get_if<ir::Construct>(&operation)) {
    note(construct->ctor);
  } else if (const auto* unpack = std::get_if<ir::Unpack>(&operation)) {
    note(unpack->ctor);
  } else if (const auto* match = std::get_if<ir::Case>(&operation)) {
    note(match->alternatives[0].ctor);
  }
}

}  // namespace

std::vector<bool> typesOutside(const ir::Program& program, const TypesWithin& within,
                               Outsiders outsiders) {
  std::vector<bool> outside(program.types.size());
  const auto add = [&](TypeId type) {
    for (const TypeId each : within.of(type)) outside[each.value] = true;
  };
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    const ir::Function& function = program.functions[i];
    const bool isRoot = std::ranges::find(program.roots, ir::FunId{i}) != program.roots.end();
    const bool isConstant = outsiders.constants && function.parameters.empty();
    if (isRoot || isConstant || (function.library && outsiders.libraries)) {
      for (const TypeId type : function.resultTypes) add(type);
      for (const ir::VarId parameter : function.parameters) {
        add(function.variables[parameter.value].type);
      }
    }
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      if (function.library) noteTouched(program, binding.operation, outside);
      if (!std::holds_alternative<ir::Foreign>(binding.operation)) return;
      for (const ir::VarId result : binding.results) add(function.variables[result.value].type);
      ir::forEachAtom(binding.operation, [&](const ir::Atom& atom) {
        if (const ir::VarId* variable = ir::variableOf(atom)) {
          add(function.variables[variable->value].type);
        }
      });
    });
  }
  return outside;
}

}  // namespace deforest::backends
