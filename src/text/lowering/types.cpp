// Instances of types, their names, and their order.
#include "text/lowering/types.hpp"

#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"
#include "text/scopes/shown_name.hpp"

namespace deforest::text {
namespace {

constexpr std::size_t maxTypeNodes = 1U << 20U;
constexpr std::size_t maxTypeName = 2000;
constexpr std::size_t maxTypes = 20000;

}  // namespace

GroundTypes::GroundTypes(TypeTable& source, ir::Program& program, ir::TypeKind number,
                         bool functionsAreData)
    : source_(source), program_(program), number_(number), functionsAreData_(functionsAreData) {
  // In the order of TypeKind, so that a kind is the number of its type.
  for (const TypeConId con : {source.intCon, source.wordCon, source.doubleCon, source.floatCon,
                              source.charCon, source.boolCon, source.integerCon}) {
    const ir::TypeId id{static_cast<std::uint32_t>(program_.types.size())};
    ir::Type type;
    type.kind = source.con(con).kind;
    type.name = source.con(con).name;
    support::check(id == scalar(type.kind), "scalar types out of order");
    program_.types.push_back(std::move(type));
    origins_.push_back(con);
    known_.emplace(std::pair(con, std::vector<ir::TypeId>()), id);
  }
  TypeCon hole;
  hole.name = "_";
  holeCon_ = source.addCon(std::move(hole));
  hole_ = apply(holeCon_, {});
}

// ------------------------------------------------------------------------------ type constructors

bool GroundTypes::isConstructor(ir::TypeId type) const {
  const std::vector<ir::TypeId>& arguments = program_.type(type).arguments;
  return type == hole_ || std::ranges::find(arguments, hole_) != arguments.end();
}

ir::TypeId GroundTypes::applied(ir::TypeId constructor, ir::TypeId argument) {
  std::vector<ir::TypeId> arguments = program_.type(constructor).arguments;
  const auto missing = std::ranges::find(arguments, hole_);
  support::check(missing != arguments.end(), "a type is applied that is no type constructor");
  *missing = argument;
  return apply(origins_[constructor.value], std::move(arguments));
}

std::vector<ir::TypeId> GroundTypes::headArguments(ir::TypeId type) const {
  std::vector<ir::TypeId> arguments = program_.type(type).arguments;
  std::erase(arguments, hole_);
  return arguments;
}

ir::TypeId GroundTypes::insideNewtypes(ir::TypeId type) const {
  for (std::size_t depth = 0; depth <= program_.types.size(); ++depth) {
    const ir::Type& found = program_.type(type);
    const bool isArrow = origins_[type.value] == source_.arrowCon;
    if (isArrow || isConstructor(type) || !found.isNewtype) return type;
    if (found.constructors.size() != 1) return type;
    const std::vector<ir::Field>& fields = program_.constructor(found.constructors[0]).fields;
    if (fields.size() != 1) return type;
    type = fields[0].type;
  }
  return type;  // a newtype of itself
}

std::optional<std::pair<ir::TypeId, ir::TypeId>> GroundTypes::functionOf(ir::TypeId type) const {
  type = insideNewtypes(type);
  if (origins_[type.value] != source_.arrowCon || isConstructor(type)) return std::nullopt;
  return std::pair(program_.type(type).arguments[0], program_.type(type).arguments[1]);
}

ir::TypeId GroundTypes::ground(TypeRef type, const Substitution& substitution) {
  std::size_t fuel = maxTypeNodes;
  return groundWithin(type, substitution, fuel);
}

ir::TypeId GroundTypes::groundWithin(TypeRef type, const Substitution& substitution,
                                     std::size_t& fuel) {
  if (fuel == 0) throw support::LimitError("a type has more than a million parts");
  --fuel;
  type = source_.prune(type);
  if (!type->con.valid()) {
    if (const auto found = substitution.find(type); found != substitution.end()) {
      return found->second;
    }
    const auto has = [&](Class c) { return (type->classes & classSet(c)) != 0; };
    if ((type->classes & fractionClasses) != 0) return scalar(ir::TypeKind::Double);
    const bool number = (type->classes & numberClasses) != 0;
    if (number && !has(Class::Bits) && !has(Class::Bounded)) return scalar(number_);
    if (number || has(Class::Bits) || has(Class::Enum) || has(Class::Bounded)) {
      return scalar(ir::TypeKind::Int);
    }
    const std::string className = source_.className(TypeTable::declaredOnly(type->classes));
    if (className == "Foldable" || className == "Traversable" || className == "Functor") {
      return apply(source_.listCon, {hole_});
    }
    return apply(source_.tupleCon(0), {});
  }
  std::vector<ir::TypeId> arguments;
  for (const TypeRef argument : type->arguments) {
    arguments.push_back(groundWithin(argument, substitution, fuel));
  }
  if (type->con == source_.applyCon) {
    // Lists, where nothing decides.
    if (!isConstructor(arguments[0])) arguments[0] = apply(source_.listCon, {hole_});
    return applied(arguments[0], arguments[1]);
  }
  arguments.resize(source_.con(type->con).parameters.size(), hole_);
  return apply(type->con, std::move(arguments));
}

std::vector<ir::TypeId> GroundTypes::results(TypeRef type, const Substitution& substitution) {
  type = source_.prune(type);
  if (!isUnboxed(type)) return {ground(type, substitution)};
  std::vector<ir::TypeId> types;
  for (const TypeRef element : type->arguments) types.push_back(ground(element, substitution));
  return types;
}

bool GroundTypes::isUnboxed(TypeRef type) const {
  type = source_.prune(type);
  return type->con.valid() && source_.con(type->con).shape == TypeShape::Unboxed;
}

bool GroundTypes::hidesUnboxed(TypeRef type) const {
  std::unordered_set<TypeRef> seen;
  std::vector<TypeRef> waiting{source_.prune(type)};
  while (!waiting.empty()) {
    const TypeRef next = waiting.back();
    waiting.pop_back();
    for (const TypeRef argument : next->arguments) {
      const TypeRef part = source_.prune(argument);
      if (isUnboxed(part)) return true;
      // Parts may be shared: a synonym that stands twice is one type.
      if (!part->arguments.empty() && seen.insert(part).second) waiting.push_back(part);
    }
  }
  return false;
}

// Of one more type of functions, as of a declared one.
std::string GroundTypes::nameOfFunctions() const {
  for (int i = 1;; ++i) {
    std::string name = "Function" + std::to_string(i);
    if (!isTypeName(name)) return name;
  }
}

bool GroundTypes::isTypeName(const std::string& name) const {
  for (std::uint32_t i = 0; i < source_.conCount(); ++i) {
    if (source_.con(TypeConId{i}).name == name) return true;
  }
  return std::ranges::any_of(program_.types,
                             [&](const ir::Type& type) { return type.name == name; });
}

namespace {

// A blank and the name of a type, in parentheses where it needs them.
std::string asArgument(const std::string& name) {
  const bool simple = name.find(' ') == std::string::npos || name[0] == '(' || name[0] == '[';
  return simple ? " " + name : " (" + name + ")";
}

}  // namespace

// A type constructor: `Maybe`, `Either Int`, `(->) Int`.
std::string GroundTypes::nameOfConstructor(TypeConId id,
                                           const std::vector<ir::TypeId>& arguments) const {
  const TypeCon& con = source_.con(id);
  std::string text = con.shape == TypeShape::Function ? "(->)" : con.name;
  for (const ir::TypeId argument : arguments) {
    if (argument == hole_) break;
    text += asArgument(program_.type(argument).name);
  }
  return text;
}

std::string GroundTypes::nameOf(TypeConId id, const std::vector<ir::TypeId>& arguments) const {
  const TypeCon& con = source_.con(id);
  if (std::ranges::find(arguments, hole_) != arguments.end())
    return nameOfConstructor(id, arguments);
  if (con.shape == TypeShape::Function && functionsAreData_) return nameOfFunctions();
  const auto argument = [&](std::size_t i) { return program_.type(arguments[i]).name; };
  if (isGeneralised(id)) return nameOfGeneralised(id, arguments);
  if (con.shape == TypeShape::List) return "[" + argument(0) + "]";
  if (con.shape == TypeShape::Tuple) {
    std::string text = "(";
    for (std::size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "" : ", ") + argument(i);
    return text + ")";
  }
  if (con.shape == TypeShape::Function) return "(" + argument(0) + " -> " + argument(1) + ")";
  std::string text = con.name;
  if (con.shape == TypeShape::Builtin || con.shape == TypeShape::Library) {
    // The module may have a type of its own of that name.
    for (std::uint32_t i = 0; i < source_.conCount(); ++i) {
      if (TypeConId{i} != id && source_.con(TypeConId{i}).name == con.name) {
        text = (con.module.empty() ? "Prelude" : con.module) + "." + con.name;
      }
    }
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    text += asArgument(argument(i));
  }
  return text;
}

ir::TypeId GroundTypes::apply(TypeConId con, std::vector<ir::TypeId> arguments) {
  auto key = std::pair(con, std::move(arguments));
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  support::check(source_.con(con).shape != TypeShape::Unboxed, "an unboxed tuple as a value");
  const TypeCon& declaration = source_.con(con);
  const ir::TypeId id{static_cast<std::uint32_t>(program_.types.size())};
  ir::Type type;
  type.name = nameOf(con, key.second);
  if (type.name.size() > maxTypeName || program_.types.size() >= maxTypes) {
    throw support::LimitError("the types that the program needs grow without bound, for instance " +
                              type.name.substr(0, 60) + "...");
  }
  type.isNewtype = declaration.isNewtype;
  type.arguments = key.second;
  const bool plain = std::ranges::none_of(
      type.arguments, [this](ir::TypeId argument) { return isConstructor(argument); });
  for (const ir::TypeId argument : type.arguments) {
    if (plain || argument == hole_) continue;
    const ir::Type& given = program_.type(argument);
    type.constructorArguments.push_back(isConstructor(argument) ? given.name : "");
  }
  type.deriving = declaration.deriving;
  type.position = declaration.position;
  switch (declaration.shape) {
    case TypeShape::List:
      type.shape = ir::DataShape::List;
      break;
    case TypeShape::Tuple:
      type.shape = ir::DataShape::Tuple;
      break;
    case TypeShape::Builtin:
      type.shape = ir::DataShape::Builtin;
      break;
    case TypeShape::Library:
      type.shape = ir::DataShape::Library;
      type.module = declaration.module;
      break;
    case TypeShape::Scalar:
    case TypeShape::Data:
    case TypeShape::Unboxed:
    case TypeShape::Function:
      type.shape = ir::DataShape::Declared;
      break;
  }
  program_.types.push_back(std::move(type));
  origins_.push_back(con);
  known_.emplace(std::move(key), id);
  fillConstructors(id, con);
  return id;
}

// The fields may be of the type itself, or need further types: it is entered already.
void GroundTypes::fillConstructors(ir::TypeId id, TypeConId con) {
  if (isConstructor(id)) return;
  const TypeCon& declaration = source_.con(con);
  Substitution substitution;
  for (std::size_t i = 0; i < declaration.parameters.size(); ++i) {
    substitution.emplace(declaration.parameters[i], program_.type(id).arguments[i]);
  }
  const bool generalised = isGeneralised(con);
  if (generalised) generalised_[id];  // which may have no constructors
  for (const ConId constructor : declaration.constructors) {
    if (generalised) {
      addGeneralised(id, constructor, substitution);
    } else {
      addConstructor(id, source_.constructor(constructor), substitution);
    }
  }
}

void GroundTypes::addConstructor(ir::TypeId id, const SourceConstructor& source,
                                 const Substitution& substitution) {
  const ir::CtorId ctor{static_cast<std::uint32_t>(program_.constructors.size())};
  program_.constructors.emplace_back();
  std::vector<ir::CtorId>& all = program_.types[id.value].constructors;
  ir::Constructor made;
  made.name = shownName(source.name);
  made.type = id;
  made.tag = static_cast<std::uint32_t>(all.size());
  made.infix = source.infix;
  all.push_back(ctor);
  for (const SourceField& field : source.fields) {
    made.fields.push_back({ground(field.type, substitution), shownName(field.label), field.strict});
  }
  program_.constructors[ctor.value] = std::move(made);
}

std::string GroundTypes::word(TypeConId id) const {
  const TypeCon& con = source_.con(id);
  if (con.shape == TypeShape::List) return "List";
  if (con.shape == TypeShape::Tuple) return con.parameters.empty() ? "Unit" : "Tuple";
  std::string text;
  for (const char c : con.name) {
    text += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return text;
}

bool GroundTypes::isHigher(ir::TypeId type) {
  if (functionsAreData_) return isFunction(type);
  if (const auto known = higher_.find(type); known != higher_.end()) return known->second;
  std::unordered_set<std::uint32_t> seen{type.value};
  std::vector<ir::TypeId> waiting{type};
  const auto visit = [&](ir::TypeId next) {
    if (seen.insert(next.value).second) waiting.push_back(next);
  };
  bool found = false;
  while (!waiting.empty() && !found) {
    const ir::TypeId next = waiting.back();
    waiting.pop_back();
    found = isFunction(next);
    for (const ir::TypeId argument : program_.type(next).arguments) visit(argument);
    for (const ir::CtorId ctor : program_.type(next).constructors) {
      for (const ir::Field& field : program_.constructor(ctor).fields) visit(field.type);
    }
  }
  higher_.emplace(type, found);
  return found;
}

std::string GroundTypes::word(ir::TypeId id) const {
  return word(origins_[id.value], program_.type(id).arguments);
}

std::string GroundTypes::word(TypeConId con, const std::vector<ir::TypeId>& arguments) const {
  std::string text = word(con);
  for (const ir::TypeId argument : arguments) text += "_" + word(argument);
  constexpr std::size_t longest = 60;
  return text.size() > longest ? text.substr(0, longest) : text;
}

void GroundTypes::finish(const std::vector<TypeConId>& declared) {
  const auto rank = [&](std::uint32_t index) {
    if (index < static_cast<std::uint32_t>(ir::TypeKind::Data)) return std::size_t{index};
    const auto found = std::ranges::find(declared, origins_[index]);
    if (found != declared.end() && program_.types[index].arguments.empty()) {
      return 10 + static_cast<std::size_t>(found - declared.begin());
    }
    return 10 + declared.size();
  };
  std::vector<std::uint32_t> order;
  std::vector<std::size_t> ranks;
  for (std::uint32_t i = 0; i < program_.types.size(); ++i) {
    const bool remains =
        functionsAreData_ ? !isFunctionNewtype(ir::TypeId{i}) : !isHigher(ir::TypeId{i});
    if (remains && !isConstructor(ir::TypeId{i})) order.push_back(i);
    ranks.push_back(rank(i));
  }
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return ranks[a] != ranks[b] ? ranks[a] < ranks[b]
                                : program_.types[a].name < program_.types[b].name;
  });
  std::vector<ir::TypeId>
      functions;  // What stands for each type: for newtypes of functions, those.
  for (std::uint32_t i = 0; i < program_.types.size(); ++i) {
    const ir::TypeId type{i};
    functions.push_back(isFunctionNewtype(type) ? insideNewtypes(type) : type);
  }
  std::vector<ir::TypeId> newType(program_.types.size());
  std::vector<ir::CtorId> newCtor(program_.constructors.size());
  std::vector<ir::Type> types;
  std::vector<ir::Constructor> constructors;
  std::vector<TypeConId> origins;
  for (const std::uint32_t old : order) {
    newType[old] = ir::TypeId{static_cast<std::uint32_t>(types.size())};
    origins.push_back(origins_[old]);
    for (const ir::CtorId ctor : program_.types[old].constructors) {
      newCtor[ctor.value] = ir::CtorId{static_cast<std::uint32_t>(constructors.size())};
      constructors.push_back(std::move(program_.constructors[ctor.value]));
    }
    types.push_back(std::move(program_.types[old]));
  }
  for (std::uint32_t i = 0; i < functions.size(); ++i) newType[i] = newType[functions[i].value];
  const auto renameType = [&](ir::TypeId& id) { id = newType[id.value]; };
  for (std::size_t i = 0; i < types.size(); ++i) {
    ir::Type& type = types[i];
    // What such a type is applied to is part of its name.
    if (isGeneralised(origins[i])) type.arguments.clear();
    for (ir::TypeId& argument : type.arguments) renameType(argument);
    // A type constructor is nothing at run time, but part of the type in Haskell.
    std::erase_if(type.arguments, [](ir::TypeId argument) { return !argument.valid(); });
    for (ir::CtorId& ctor : type.constructors) ctor = newCtor[ctor.value];
  }
  for (ir::Constructor& constructor : constructors) {
    renameType(constructor.type);
    for (ir::Field& field : constructor.fields) renameType(field.type);
  }
  for (ir::Function& function : program_.functions) {
    for (ir::TypeId& type : function.resultTypes) renameType(type);
    for (ir::Variable& variable : function.variables) renameType(variable.type);
    ir::forEachBinding(function.body, [&](ir::Binding& binding) {
      if (auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
        construct->ctor = newCtor[construct->ctor.value];
      } else if (auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
        unpack->ctor = newCtor[unpack->ctor.value];
      } else if (auto* match = std::get_if<ir::Case>(&binding.operation)) {
        for (ir::Alternative& alternative : match->alternatives) {
          alternative.ctor = newCtor[alternative.ctor.value];
        }
      }
    });
  }
  program_.types = std::move(types);
  program_.constructors = std::move(constructors);
  origins_ = std::move(origins);
}

}  // namespace deforest::text
