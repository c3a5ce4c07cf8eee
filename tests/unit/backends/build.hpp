// Builds small programs for the tests of the printers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/primitives.hpp"
#include "ir/program.hpp"

namespace deforest::testing {

/// The scalar types, in this order, are the first types of every program built here.
inline constexpr ir::TypeId intType{0};
inline constexpr ir::TypeId wordType{1};
inline constexpr ir::TypeId doubleType{2};
inline constexpr ir::TypeId boolType{3};
inline constexpr ir::TypeId charType{4};

class Builder {
 public:
  Builder() {
    scalar(ir::TypeKind::Int);
    scalar(ir::TypeKind::Word);
    scalar(ir::TypeKind::Double);
    scalar(ir::TypeKind::Bool);
    scalar(ir::TypeKind::Char);
    program.file = "test.hs.ir";
  }

  /// A data type without constructors yet.
  ir::TypeId data(std::string name, ir::DataShape shape = ir::DataShape::Declared,
                  std::vector<ir::TypeId> arguments = {}) {
    ir::Type type;
    type.name = std::move(name);
    type.shape = shape;
    type.arguments = std::move(arguments);
    program.types.push_back(type);
    return ir::TypeId{static_cast<std::uint32_t>(program.types.size() - 1)};
  }

  ir::CtorId ctor(ir::TypeId type, std::string name, const std::vector<ir::TypeId>& fields) {
    auto& constructors = program.types[type.value].constructors;
    ir::Constructor constructor;
    constructor.name = std::move(name);
    constructor.type = type;
    constructor.tag = static_cast<std::uint32_t>(constructors.size());
    for (const auto field : fields) constructor.fields.push_back({field, "", false});
    program.constructors.push_back(constructor);
    const ir::CtorId id{static_cast<std::uint32_t>(program.constructors.size() - 1)};
    constructors.push_back(id);
    return id;
  }

  /// The type of lists of `element`, its constructors being the last two.
  ir::TypeId list(ir::TypeId element) {
    const auto type = data("[" + program.type(element).name + "]", ir::DataShape::List, {element});
    ctor(type, "[]", {});
    ctor(type, ":", {element, type});
    return type;
  }

  ir::TypeId tuple(const std::vector<ir::TypeId>& elements) {
    std::string name;
    std::string commas;
    for (const auto element : elements) {
      name += (name.empty() ? "(" : ", ") + program.type(element).name;
      commas += ",";
    }
    commas.erase(0, 1);
    const auto type = data(name + ")", ir::DataShape::Tuple, elements);
    ctor(type, "(" + commas + ")", elements);
    return type;
  }

  /// A function with parameters of these names and types, and no body yet.
  ir::FunId function(std::string name,
                     const std::vector<std::pair<std::string, ir::TypeId>>& parameters,
                     std::vector<ir::TypeId> results) {
    ir::Function function;
    function.name = std::move(name);
    for (const auto& [hint, type] : parameters) {
      function.parameters.push_back(function.fresh(type, hint));
    }
    function.resultTypes = std::move(results);
    program.functions.push_back(function);
    return ir::FunId{static_cast<std::uint32_t>(program.functions.size() - 1)};
  }

  ir::Function& at(ir::FunId id) { return program.functions[id.value]; }

  ir::Program program;

 private:
  void scalar(ir::TypeKind kind) {
    ir::Type type;
    type.kind = kind;
    type.name = std::string(ir::kindName(kind));
    program.types.push_back(type);
  }
};

/// Appends a binding of fresh variables to a block, and gives them back.
inline std::vector<ir::VarId> bind(ir::Function& function, ir::Block& block,
                                   const std::vector<std::pair<std::string, ir::TypeId>>& results,
                                   ir::Operation operation) {
  std::vector<ir::VarId> variables;
  for (const auto& [hint, type] : results) variables.push_back(function.fresh(type, hint));
  block.bindings.push_back({variables, std::move(operation), {}});
  return variables;
}

}  // namespace deforest::testing
