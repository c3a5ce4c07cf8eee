#include "backends/native/write_slots.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/slot_users.hpp"
#include "backends/native/suspension/additions.hpp"
#include "backends/native/write_arrays.hpp"
#include "graph/call_graph.hpp"
#include "ir/slots.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::Foreign;
using ir::Function;
using ir::TypeId;
using ir::VarId;

// The slots of one type of values, of the Prelude's `data Slot e = EmptySlot | FullSlot e`.
struct SlotType {
  TypeId slot;
  ir::CtorId empty;
};

class SlotWriting {
 public:
  explicit SlotWriting(ir::Program& program) : program_(program) {}

  bool run() {
    const auto count = static_cast<std::uint32_t>(program_.types.size());
    for (std::uint32_t i = 0; i < count; ++i) note(TypeId{i});
    if (slots_.empty()) return false;
    for (ir::Constructor& ctor : program_.constructors) {
      if (slots_.contains(ctor.type)) continue;
      for (ir::Field& field : ctor.fields) retype(field.type);
    }
    for (Function& function : program_.functions) {
      if (isFilling(function)) {
        fill(function);
      } else {
        rewrite(function, function.body);
      }
      for (ir::Variable& variable : function.variables) retype(variable.type);
      for (TypeId& type : function.resultTypes) retype(type);
    }
    return true;
  }

 private:
  void note(TypeId type) {
    const ir::Type& data = program_.type(type);
    if (data.constructors.size() != 2) return;
    const ir::CtorId empty = data.constructors[0];
    if (program_.constructor(empty).name != "EmptySlot") return;
    ir::Type slot;
    slot.shape = ir::DataShape::Library;
    slot.name = "Written" + data.name;
    slot.module = ir::slotLibrary;
    slot.arguments = {program_.constructor(data.constructors[1]).fields[0].type};
    slots_.emplace(type,
                   SlotType{TypeId{static_cast<std::uint32_t>(program_.types.size())}, empty});
    program_.types.push_back(std::move(slot));
  }

  void retype(TypeId& type) const {
    const auto found = slots_.find(type);
    if (found != slots_.end()) type = found->second.slot;
  }

  // fillSlot :: Slot e -> e -> e, the one function of a slot and a value that results in the value.
  [[nodiscard]] bool isFilling(const Function& function) const {
    return function.name.starts_with("fillSlot") && function.parameters.size() == 2 &&
           slots_.contains(function.variables[function.parameters[0].value].type);
  }

  void fill(Function& function) {
    const VarId result = function.fresh(function.resultTypes[0], "x");
    Foreign filled{std::string(ir::fillCall), {function.parameters[0], function.parameters[1]}};
    function.body = Block{{Binding{{result}, std::move(filled), function.position}}, {result}};
  }

  void rewrite(Function& function, Block& block) {
    std::vector<Binding> bindings;
    for (Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](Block& inner) { rewrite(function, inner); });
      if (const auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
        const auto found = slots_.find(program_.constructor(construct->ctor).type);
        if (found != slots_.end() && construct->ctor == found->second.empty) {
          // What the slot is made of: the function's parameter, and of further functions of the
          // same types, which are for other ways to compute the value, a number.
          Foreign made{std::string(ir::slotCall), {}};
          std::vector<TypeId> types = {found->first};
          for (const VarId parameter : function.parameters) {
            made.arguments.emplace_back(parameter);
            types.push_back(function.variables[parameter.value].type);
          }
          const std::uint64_t others = makers_[types]++;
          if (others > 0) made.arguments.emplace_back(ir::Literal{ir::TypeKind::Int, others});
          binding.operation = std::move(made);
        }
      } else if (auto* match = std::get_if<ir::Case>(&binding.operation)) {
        const auto found = slots_.find(program_.constructor(match->alternatives[0].ctor).type);
        if (found != slots_.end()) {
          bindings.push_back(isFilled(function, binding, *match));
          binding.operation = lookedAt(*match, found->second, bindings.back().results[0]);
        }
      }
      bindings.push_back(std::move(binding));
    }
    block.bindings = std::move(bindings);
  }

  Binding isFilled(Function& function, const Binding& at, const ir::Case& match) {
    const VarId filled = function.fresh(booleanType(program_), "filled");
    return {{filled}, Foreign{std::string(ir::isFilledCall), {match.scrutinee}}, at.position};
  }

  static ir::Conditional lookedAt(ir::Case& match, const SlotType& slot, VarId filled) {
    ir::Conditional made;
    made.condition = filled;
    for (ir::Alternative& alternative : match.alternatives) {
      if (alternative.ctor == slot.empty) {
        made.whenFalse = std::move(alternative.body);
        continue;
      }
      Foreign value{std::string(ir::slotValueCall), {match.scrutinee}};
      made.whenTrue = std::move(alternative.body);
      made.whenTrue.bindings.insert(made.whenTrue.bindings.begin(),
                                    Binding{{alternative.fields[0]}, std::move(value), {}});
    }
    return made;
  }

  ir::Program& program_;
  std::map<TypeId, SlotType> slots_;                     // by the type that they have as data
  std::map<std::vector<TypeId>, std::uint64_t> makers_;  // how many there are, by their types
};

// By type: whether a value of it is there without a cell, unless it is large.
std::vector<bool> flatTypes(const ir::Program& program) {
  std::vector<bool> flat(program.types.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 0; i < flat.size(); ++i) {
      if (flat[i]) continue;
      const ir::Type& type = program.types[i];
      const auto allFlat = [&](ir::CtorId ctor) {
        return std::ranges::all_of(program.constructor(ctor).fields, [&](const ir::Field& field) {
          return bool(flat[field.type.value]);
        });
      };
      if (type.kind != ir::TypeKind::Data) {
        flat[i] = type.kind != ir::TypeKind::Integer;
      } else if (type.constructors.size() == 1) {
        flat[i] = allFlat(type.constructors[0]);
      } else {
        flat[i] = !type.constructors.empty() &&
                  std::ranges::all_of(type.constructors, [&](ir::CtorId ctor) {
                    return program.constructor(ctor).fields.empty();
                  });
      }
      changed = changed || flat[i];
    }
  }
  return flat;
}

}  // namespace

void closeFunctions(ir::Program& program) {
  const graph::CallGraph graph = graph::callGraph(program);
  const std::vector<bool> users = slotUsers(program, graph.components);
  const std::vector<bool> withSlots = typesWithSlots(program);
  const std::vector<bool> flat = flatTypes(program);
  const std::set<ir::FunId> roots(program.roots.begin(), program.roots.end());
  for (std::uint32_t i = 0; i < users.size(); ++i) {
    Function& function = program.functions[i];
    const bool isClosed =
        users[i] && !function.library && !graph.recursive[i] && !roots.contains(ir::FunId{i}) &&
        std::ranges::all_of(function.resultTypes,
                            [&](TypeId type) { return bool(flat[type.value]); }) &&
        std::ranges::none_of(function.parameters, [&](VarId parameter) {
          return bool(withSlots[function.variables[parameter.value].type.value]);
        });
    if (isClosed) function.library = ir::LibraryName{std::string(ir::slotLibrary), {}, {}};
  }
}

std::set<ir::FunId> nodeReaders(const ir::Program& program) {
  std::set<ir::FunId> found;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    const Function& function = program.functions[i];
    if (isInstanceOf(program, function, "nodeItem") ||
        isInstanceOf(program, function, "nodeAfter")) {
      found.insert(ir::FunId{i});
    }
  }
  return found;
}

pipeline::Pass writeSlots() {
  return {.name = "write-slots",
          .description = "keep what elements of tables and lists are when they are first read",
          .run = [](ir::Program program, pipeline::Context& context) {
            if (SlotWriting(program).run()) {
              closeFunctions(program);
              context.add({pipeline::Decision::Kind::Native,
                           true,
                           "main",
                           "write-slots",
                           "a table is defined by itself, or a list has no end: its elements are "
                           "computed when they are first read, and kept",
                           {}});
            }
            return program;
          }};
}

}  // namespace deforest::backends
