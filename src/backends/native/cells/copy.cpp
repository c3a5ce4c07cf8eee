#include "backends/native/cells/copy.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/facts.hpp"
#include "backends/native/names.hpp"
#include "backends/native/plan/layout.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

class Copier {
 public:
  Copier(ir::Program& program, const std::vector<bool>& hasCells)
      : program_(program), hasCells_(hasCells) {}

  FunId copy(TypeId type) {
    const auto known = known_.find(type);
    if (known != known_.end()) return known->second;
    const FunId id{static_cast<std::uint32_t>(program_.functions.size())};
    known_[type] = id;
    program_.functions.emplace_back();
    ir::Function function;
    function.name = "copy" + cppTypeName(program_.type(type).name);
    function.documentation =
        "-- | A copy that shares nothing, neither with the argument nor within.";
    function.resultTypes = {type};
    const VarId value = function.fresh(type, "value");
    function.parameters = {value};
    function.body = body(function, type, value);
    program_.functions[id.value] = std::move(function);
    return id;
  }

 private:
  Block body(ir::Function& function, TypeId type, VarId value) {
    const std::vector<ir::CtorId> constructors = program_.type(type).constructors;
    Block block;
    if (constructors.size() == 1) {
      const auto fields = fieldsOf(function, constructors[0]);
      block = rebuilt(function, type, constructors[0], fields);
      block.bindings.insert(block.bindings.begin(),
                            Binding{fields, ir::Unpack{constructors[0], value}, {}});
      return block;
    }
    ir::Case match{value, {}};
    for (const ir::CtorId ctor : constructors) {
      auto fields = fieldsOf(function, ctor);
      Block made = rebuilt(function, type, ctor, fields);
      match.alternatives.push_back({ctor, std::move(fields), std::move(made)});
    }
    const VarId result = function.fresh(type, "result");
    block.results = {result};
    block.bindings.push_back({{result}, std::move(match), {}});
    return block;
  }

  std::vector<VarId> fieldsOf(ir::Function& function, ir::CtorId ctor) const {
    std::vector<VarId> fields;
    for (const auto& field : program_.constructor(ctor).fields) {
      fields.push_back(function.fresh(field.type, field.label.empty() ? "field" : field.label));
    }
    return fields;
  }

  Block rebuilt(ir::Function& function, TypeId type, ir::CtorId ctor,
                const std::vector<VarId>& fields) {
    Block block;
    ir::Construct construct{ctor, {}};
    for (const VarId field : fields) {
      const TypeId fieldType = function.variables[field.value].type;
      if (!hasCells_[fieldType.value]) {
        construct.fields.emplace_back(field);
        continue;
      }
      const VarId copied = function.fresh(fieldType, "copied");
      block.bindings.push_back({{copied}, ir::Call{copy(fieldType), {field}}, {}});
      construct.fields.emplace_back(copied);
    }
    const VarId made = function.fresh(type, "made");
    block.bindings.push_back({{made}, std::move(construct), {}});
    block.results = {made};
    return block;
  }

  ir::Program& program_;
  const std::vector<bool>& hasCells_;
  std::map<TypeId, FunId> known_;
};

}  // namespace

std::size_t addCopies(ir::Program& program) {
  const CppLayout layout(program, cppFacts(program).emitted);
  const std::vector<bool> hasCells = typesWithCells(program, layout);
  std::vector<TypeId> types;
  for (const FunId root : program.roots) {
    const ir::Function& function = program.function(root);
    for (const VarId parameter : function.parameters) {
      const TypeId type = function.variables[parameter.value].type;
      const bool known = std::find(types.begin(), types.end(), type) != types.end();
      if (hasCells[type.value] && !known) types.push_back(type);
    }
  }
  Copier copier(program, hasCells);
  for (const TypeId type : types) program.roots.push_back(copier.copy(type));
  return types.size();
}

}  // namespace deforest::backends
