#include "backends/native/suspension/additions.hpp"

#include <cctype>
#include <utility>

namespace deforest::backends {
namespace {

std::string unusedName(std::set<std::string>& taken, const std::string& name) {
  std::string candidate = name;
  for (unsigned i = 2; !taken.insert(candidate).second; ++i) {
    candidate = name + "_" + std::to_string(i);
  }
  return candidate;
}

// As a constructor is spelt.
std::string capitalised(const std::string& function) {
  std::string name = simplify::joinNames(function, "waits");
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return std::isupper(static_cast<unsigned char>(name[0])) != 0 ? name : "W" + name;
}

}  // namespace

Additions::Additions(ir::Program& program) : program_(program), names_(program) {
  for (const ir::Type& type : program.types) typeNames_.insert(type.name);
  for (const ir::Constructor& ctor : program.constructors) ctorNames_.insert(ctor.name);
}

std::string Additions::uniqueType(const std::string& name) {
  return unusedName(typeNames_, name);
}

std::string Additions::uniqueCtor(const std::string& name) {
  return unusedName(ctorNames_, name);
}

ir::TypeId Additions::addType(const std::string& name) {
  ir::Type type;
  type.name = uniqueType(name);
  program_.types.push_back(std::move(type));
  return ir::TypeId{static_cast<std::uint32_t>(program_.types.size() - 1)};
}

ir::CtorId Additions::addCtor(ir::TypeId type, const std::string& name,
                              const std::vector<ir::TypeId>& fields) {
  ir::Constructor ctor;
  ctor.name = uniqueCtor(name);
  ctor.type = type;
  std::vector<ir::CtorId>& constructors = program_.types[type.value].constructors;
  ctor.tag = static_cast<std::uint32_t>(constructors.size());
  for (const ir::TypeId field : fields) ctor.fields.push_back({field, "", false});
  const ir::CtorId id{static_cast<std::uint32_t>(program_.constructors.size())};
  constructors.push_back(id);
  program_.constructors.push_back(std::move(ctor));
  return id;
}

ir::CtorId Additions::addCall(ir::TypeId type, const std::string& function,
                              const std::vector<ir::TypeId>& arguments) {
  return addCtor(type, capitalised(function), arguments);
}

ir::FunId Additions::addFunction(const std::string& name, ir::TypeId parameter, ir::TypeId result) {
  ir::Function function;
  function.name = names_.unique(name);
  function.parameters = {function.fresh(parameter, "xs")};
  function.resultTypes = {result};
  function.composed = true;
  program_.functions.push_back(std::move(function));
  return ir::FunId{static_cast<std::uint32_t>(program_.functions.size() - 1)};
}

ir::TypeId booleanType(ir::Program& program) {
  const auto next = static_cast<std::uint32_t>(program.types.size());
  for (std::uint32_t i = 0; i < next; ++i) {
    if (program.types[i].kind == ir::TypeKind::Bool) return ir::TypeId{i};
  }
  ir::Type type;
  type.kind = ir::TypeKind::Bool;
  type.name = "Bool";
  program.types.push_back(std::move(type));
  return ir::TypeId{next};
}

ir::VarId bindIn(ir::Function& function, ir::Block& block, ir::TypeId type, const std::string& name,
                 ir::Operation operation) {
  const ir::VarId result = function.fresh(type, name);
  block.bindings.push_back({{result}, std::move(operation), function.position});
  return result;
}

ir::Alternative callAlternative(const ir::Program& program, ir::Function& function, ir::CtorId ctor,
                                ir::FunId callee) {
  ir::Alternative made{ctor, {}, {}};
  for (const ir::Field& field : program.constructor(ctor).fields) {
    made.fields.push_back(function.fresh(field.type, "x"));
  }
  made.body.results = {bindIn(function, made.body, function.resultTypes[0], "x",
                              ir::Call{callee, {made.fields.begin(), made.fields.end()}})};
  return made;
}

void makeMatch(ir::Function& function, std::vector<ir::Alternative> alternatives) {
  const ir::VarId result = function.fresh(function.resultTypes[0], "r");
  function.body = {
      {{{result}, ir::Case{function.parameters[0], std::move(alternatives)}, function.position}},
      {result}};
}

}  // namespace deforest::backends
