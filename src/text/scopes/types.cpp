// Declarations of types. Type expressions are in type_expressions.cpp.
#include "text/scopes/types.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "support/match.hpp"
#include "text/scopes/growing_types.hpp"
#include "text/types/instances.hpp"

namespace deforest::text {
bool isScalarName(std::string_view name) {
  constexpr std::string_view scalars[] = {"Int", "Word", "Double", "Float", "Char", "Bool"};
  return std::ranges::find(scalars, name) != std::end(scalars);
}

void TypeScope::declare(const ast::Module& module) {
  kinds_.declare(module);
  findForalls(module);
  findPromoted(module);
  std::vector<std::pair<TypeConId, const ast::Declaration*>> found;
  for (const ast::Declaration& declaration : module.declarations) {
    if (const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node)) {
      const std::size_t before = declared_.size();
      declareData(declaration, *data);
      if (declared_.size() > before) found.emplace_back(declared_.back(), &declaration);
    } else if (const auto* synonym = std::get_if<ast::TypeSynonym>(&declaration.node)) {
      declareSynonym(declaration, *synonym);
    }
  }
  for (const ast::Declaration& declaration : module.declarations) {
    const auto* derived = std::get_if<ast::DerivingDeclaration>(&declaration.node);
    if (derived != nullptr) addDerived(declaration, *derived);
  }
  for (const auto& [id, declaration] : found) {
    defineData(id, std::get<ast::DataDeclaration>(declaration->node));
  }
  for (auto& [name, synonym] : synonyms_) {  // reports what is wrong even if it is not used
    std::vector<TypeRef> arguments;
    for (const std::string& parameter : synonym.declaration->parameters) {
      arguments.push_back(types_.rigid(parameter));
    }
    const std::size_t errors = reporter_.count();
    expandSynonym(synonym, name, synonym.span, arguments);
    // It may stand for a type constructor: `type Parser = State String`.
    if (reporter_.count() == errors) continue;
    reporter_.drop(errors);
    constexpr int mostFurther = 3;
    bool partial = false;
    std::vector<TypeRef> further = arguments;
    for (int i = 0; i < mostFurther && !partial; ++i) {
      further.push_back(types_.rigid("a"));
      partial = expandSynonym(synonym, name, synonym.span, further) != nullptr;
      reporter_.drop(errors);
    }
    if (!partial) expandSynonym(synonym, name, synonym.span, arguments);
  }
  for (const TypeConId id : growingTypes(types_, declared_)) {
    const auto written = std::ranges::find(found, id, [](const auto& pair) { return pair.first; });
    reporter_.error(written->second->span,
                    quoted(types_.con(id).name) + " contains itself at ever larger types",
                    "there is a copy of a type for each that it is applied to: let the type "
                    "contain itself at its own parameters");
  }
}

bool TypeScope::derives(TypeRef type, std::string_view className) const {
  type = types_.prune(type);
  if (!type->con.valid()) return true;
  const TypeCon& head = types_.con(type->con);
  const Classes wanted = classSet(*classNamed(className));
  if (head.narrow.contains(wanted)) {
    return chooseInstance(types_, type, wanted).kind != InstanceChoice::Kind::None;
  }
  if (head.shape != TypeShape::Data) return (head.instances & wanted) != 0;
  return std::ranges::find(head.deriving, className) != head.deriving.end() ||
         head.contexts.contains(wanted);
}

// What a type derives by way of an instance that is not known is not known either.
void TypeScope::dropUnderivable(const std::vector<TypeConId>& of) {
  constexpr Classes structural = classSet(Class::Eq) | classSet(Class::Ord) | classSet(Class::Show);
  for (bool more = true; more;) {
    more = false;
    for (const TypeConId id : of) {
      std::erase_if(types_.con(id).deriving, [&](const std::string& name) {
        const std::optional<Class> known = classNamed(name);
        if (!known || (classSet(*known) & structural) == 0) return false;
        const auto isMissing = [&](const SourceField& field) { return !derives(field.type, name); };
        const auto lacks = [&](ConId constructor) {
          return std::ranges::any_of(types_.constructor(constructor).fields, isMissing);
        };
        const bool drop = std::ranges::any_of(types_.con(id).constructors, lacks);
        more = more || drop;
        return drop;
      });
    }
  }
}

// Of what no field mentions nothing is asked.
void TypeScope::contextsOfDerived(TypeCon& con, Classes derived) {
  std::vector<bool> isMentioned(con.parameters.size(), false);
  for (const ConId id : con.constructors) {
    for (const SourceField& field : types_.constructor(id).fields) {
      for (const TypeRef variable : variablesOf(types_, field.type)) {
        const auto found = std::ranges::find(con.parameters, variable);
        if (found == con.parameters.end()) continue;
        isMentioned[static_cast<std::size_t>(found - con.parameters.begin())] = true;
      }
    }
  }
  if (std::ranges::find(isMentioned, false) == isMentioned.end()) return;
  for (const Class each : {Class::Eq, Class::Ord, Class::Show}) {
    if ((derived & classSet(each)) == 0) continue;
    std::vector<Classes> contexts;
    for (const bool needed : isMentioned) contexts.push_back(needed ? classSet(each) : noClasses);
    con.contexts.emplace(classSet(each), std::move(contexts));
  }
}

void TypeScope::checkDeriving(const ast::Module& module) {
  if (module.keepsOpaque) dropUnderivable(declared_);
  std::set<TypeConId> checked;
  for (const ast::Declaration& declaration : module.declarations) {
    const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node);
    const auto found = data == nullptr ? data_.end() : data_.find(data->name);
    if (found == data_.end() || !checked.insert(found->second).second) continue;
    checkDeriving(found->second, declaration.span);
  }
}

bool TypeScope::nameIsFree(const std::string& name, Span span, bool isSynonym) {
  // A synonym leaves no trace; a type of that name would be taken for the other.
  const bool hidden = isSynonym && module_ != nullptr && imports_.hides(name);
  if (isScalarName(name) && !hidden) {
    reporter_.error(span, "type " + quoted(name) + " is built in", "give the type another name");
    return false;
  }
  if (data_.contains(name) || synonyms_.contains(name)) {
    reporter_.error(span, "type " + quoted(name) + " is declared twice", "rename one of them");
    return false;
  }
  return true;
}

void TypeScope::declareData(const ast::Declaration& declaration, const ast::DataDeclaration& data) {
  if (!nameIsFree(data.name, declaration.span)) return;
  TypeCon con;
  con.name = data.name;
  con.shape = TypeShape::Data;
  con.isNewtype = data.isNewtype;
  con.position = declaration.span.begin;
  if (const auto foralls = foralls_.find(data.name); foralls != foralls_.end()) {
    con.hidden = foralls->second.size();
    for (std::size_t i = 0; i < con.hidden; ++i) con.parameters.push_back(types_.rigid("", true));
  }
  std::set<std::string> seen;
  for (const std::string& parameter : data.parameters) {
    if (!seen.insert(parameter).second) {
      reporter_.error(declaration.span, "type parameter " + quoted(parameter) + " stands twice",
                      "give each parameter its own name");
    }
    con.parameters.push_back(types_.rigid(parameter, true));
  }
  con.deriving = data.deriving;
  const TypeConId id = types_.addCon(std::move(con));
  data_.emplace(data.name, id);
  declared_.push_back(id);
}

// `deriving instance Show T`: as behind the declaration of T. What the instance needs of the type's
// parameters follows from its fields, whatever is written.
void TypeScope::addDerived(const ast::Declaration& declaration,
                           const ast::DerivingDeclaration& derived) {
  const std::string name = ast::headOf(derived.type);
  const auto found = data_.find(splitQualified(name).second);
  if (found == data_.end()) {
    reporter_.error(derived.type.span, "a standalone deriving is of a type that is declared here",
                    "write the instance");
    return;
  }
  std::set<std::string> variables;
  const auto* apply = std::get_if<ast::TypeApply>(&derived.type.node);
  const bool ofAll =
      apply == nullptr || std::ranges::all_of(apply->arguments, [&](const ast::TypeExpr& each) {
        const auto* variable = std::get_if<ast::TypeVariable>(&each.node);
        return variable != nullptr && variables.insert(variable->name).second;
      });
  if (!ofAll) {
    reporter_.error(derived.type.span, "a standalone deriving is of all types of a constructor",
                    "write variables for the arguments, or the instance itself");
    return;
  }
  std::vector<std::string>& deriving = types_.con(found->second).deriving;
  const std::string className = splitQualified(derived.className).second;
  if (std::ranges::find(deriving, className) != deriving.end()) {
    reporter_.error(declaration.span,
                    "type " + quoted(name) + " derives " + quoted(className) + " twice",
                    "drop one of them");
    return;
  }
  deriving.push_back(className);
}

void TypeScope::declareSynonym(const ast::Declaration& declaration,
                               const ast::TypeSynonym& synonym) {
  if (!nameIsFree(synonym.name, declaration.span, true)) return;
  synonyms_.emplace(synonym.name, Synonym{&synonym, declaration.span, false});
}

void TypeScope::defineData(TypeConId id, const ast::DataDeclaration& data) {
  const Variables variables = [&](const std::string& name, Span span) -> TypeRef {
    const TypeCon& con = types_.con(id);
    for (std::size_t i = 0; i < data.parameters.size(); ++i) {
      if (data.parameters[i] == name) return con.parameters[con.hidden + i];
    }
    reporter_.error(span,
                    "type variable " + quoted(name) + " is not a parameter of " + quoted(data.name),
                    "write `data " + data.name + " " + name + " = ...`");
    return nullptr;
  };
  defining_ = id;
  for (const ast::ConstructorDeclaration& constructor : data.constructors) {
    defineConstructor(id, constructor, variables);
  }
  defining_ = {};
  if (data.isNewtype &&
      (data.constructors.size() != 1 || data.constructors[0].fields.size() != 1)) {
    reporter_.error(
        data.constructors.empty() ? Span{types_.con(id).position, {}} : data.constructors[0].span,
        "a newtype has one constructor with one field", "write `data` instead");
  }
}

// The type of a library is declared when it is first used. Its constructors are the library's own.
TypeConId TypeScope::libraryType(const Library& library) {
  if (const auto known = libraryTypes_.find(library.module); known != libraryTypes_.end()) {
    return known->second;
  }
  const auto& declarations = library.source().declarations;
  const auto declaration = std::ranges::find_if(declarations, [](const ast::Declaration& each) {
    return std::holds_alternative<ast::DataDeclaration>(each.node);
  });
  const auto& data = std::get<ast::DataDeclaration>(declaration->node);
  TypeCon con;
  con.name = data.name;
  con.shape = TypeShape::Library;
  con.module = library.module;
  for (const std::string& parameter : data.parameters) {
    con.parameters.push_back(types_.rigid(parameter, true));
  }
  const TypeConId id = types_.addCon(std::move(con));
  libraryTypes_.emplace(library.module, id);
  defineLibraryConstructors(id, data);
  opened_(library);
  return id;
}

void TypeScope::defineLibraryConstructors(TypeConId id, const ast::DataDeclaration& data) {
  const Variables variables = [&](const std::string& name, Span) {
    const auto parameter = std::ranges::find(data.parameters, name);
    return types_.con(id).parameters[static_cast<std::size_t>(parameter - data.parameters.begin())];
  };
  const bool enclosing = std::exchange(builtinOnly_, true);
  for (const ast::ConstructorDeclaration& declared : data.constructors) {
    SourceConstructor constructor;
    constructor.name = declared.name;
    constructor.type = id;
    for (const ast::ConstructorField& field : declared.fields) {
      constructor.fields.push_back({field.label, field.strict, resolve(field.type, variables)});
    }
    types_.addConstructor(std::move(constructor));
  }
  builtinOnly_ = enclosing;
}

// What the Prelude's source declares belongs to the module that `preludeTypeModule` says.
const ast::DataDeclaration* TypeScope::seenPreludeType(std::string_view name) const {
  if (name == "IO" && !seesActions_) return nullptr;
  if (!builtinOnly_) {
    const std::span<const std::string_view> modules = modulesOfPreludeType(name);
    if (std::ranges::none_of(
            modules, [&](std::string_view module) { return imports_.seesType(module, name); })) {
      return nullptr;
    }
  }
  for (const ast::Declaration& declaration : preludeModule().declarations) {
    const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node);
    if (data != nullptr && data->name == name) return data;
  }
  return nullptr;
}

TypeConId TypeScope::preludeType(const ast::DataDeclaration& data) {
  if (const auto known = preludeTypes_.find(data.name); known != preludeTypes_.end()) {
    return known->second;
  }
  TypeCon con;
  con.name = data.name;
  con.shape = TypeShape::Builtin;
  con.isNewtype = data.isNewtype;
  for (const std::string& parameter : data.parameters) {
    con.parameters.push_back(types_.rigid(parameter, true));
  }
  con.deriving = data.deriving;
  for (const std::string& name : data.deriving) {
    if (const std::optional<Class> known = classNamed(name)) con.instances |= classSet(*known);
  }
  const TypeConId id = types_.addCon(std::move(con));
  preludeTypes_.emplace(data.name, id);
  defineLibraryConstructors(id, data);
  for (const ConId constructor : types_.con(id).constructors) {
    for (const SourceField& field : types_.constructor(constructor).fields) {
      if (!field.label.empty()) preludeLabels_.try_emplace(field.label, Label{id, field.type});
    }
  }
  openedPrelude_(data);
  return id;
}

// Of `Rational`, which is in scope where `Ratio` is not.
TypeConId TypeScope::ratioCon() {
  const bool enclosing = std::exchange(builtinOnly_, true);
  const ast::DataDeclaration* declared = seenPreludeType("Ratio");
  builtinOnly_ = enclosing;
  return preludeType(*declared);
}

ConId TypeScope::preludeConstructor(std::string_view name) {
  for (const ast::Declaration& declaration : preludeModule().declarations) {
    const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node);
    if (data == nullptr || seenPreludeType(data->name) == nullptr) continue;
    for (std::size_t i = 0; i < data->constructors.size(); ++i) {
      if (data->constructors[i].name == name) return types_.con(preludeType(*data)).constructors[i];
    }
  }
  return {};
}

const Label* TypeScope::preludeLabel(std::string_view name) {
  for (const ast::Declaration& declaration : preludeModule().declarations) {
    const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node);
    if (data == nullptr || seenPreludeType(data->name) == nullptr) continue;
    for (const ast::ConstructorDeclaration& constructor : data->constructors) {
      for (const ast::ConstructorField& field : constructor.fields) {
        if (field.label != name) continue;
        (void)preludeType(*data);
        return &preludeLabels_.find(name)->second;
      }
    }
  }
  return nullptr;
}

ConId TypeScope::libraryConstructor(const Library& library, std::string_view name) {
  for (const ConId id : types_.con(libraryType(library)).constructors) {
    if (types_.constructor(id).name == name) return id;
  }
  return {};
}

const LibraryPattern* TypeScope::libraryPattern(const std::string& written) const {
  if (builtinOnly_) return nullptr;
  const auto [qualifier, plain] = splitQualified(written);
  if (qualifier.empty() && constructors_.contains(plain)) return nullptr;
  return imports_.findPatternOfLibrary(qualifier, plain);
}

void TypeScope::defineConstructor(TypeConId id, const ast::ConstructorDeclaration& declaration,
                                  const Variables& variables) {
  if (constructors_.contains(declaration.name)) {
    reporter_.error(declaration.span,
                    "constructor " + quoted(declaration.name) + " is declared twice",
                    "rename one of them");
    return;
  }
  SourceConstructor constructor;
  constructor.name = declaration.name;
  constructor.type = id;
  constructor.span = declaration.span;
  constructor.infix = declaration.infix;
  for (const std::string& variable : declaration.variables) {
    constructor.variables.push_back(types_.rigid(variable, true));
  }
  const Variables own = [&](const std::string& name, Span span) {
    const auto found = std::ranges::find(declaration.variables, name);
    if (found == declaration.variables.end()) return variables(name, span);
    return constructor.variables[static_cast<std::size_t>(found - declaration.variables.begin())];
  };
  for (const auto& [parameter, equal] : declaration.equalities) {
    const TypeRef type = resolve(equal, own);
    const TypeCon& con = types_.con(id);
    if (type == nullptr) continue;
    constructor.equalities.emplace_back(con.parameters[con.hidden + parameter], type);
  }
  std::set<std::string> labels;
  for (const ast::ConstructorField& field : declaration.fields) {
    TypeRef type = resolve(field.type, own);
    if (type == nullptr) type = types_.apply(types_.intCon);
    if (types_.prune(type)->con.valid() &&
        types_.con(types_.prune(type)->con).shape == TypeShape::Unboxed) {
      reporter_.error(field.type.span, "an unboxed tuple cannot be a field",
                      "write a tuple with parentheses");
    }
    if (!field.label.empty()) {
      if (!labels.insert(field.label).second) {
        reporter_.error(declaration.span, "label " + quoted(field.label) + " stands twice",
                        "give each field its own label");
      }
    }
    constructor.fields.push_back({field.label, field.strict, type});
    if (!field.label.empty()) defineLabel(constructor.fields.back(), id, declaration.span);
  }
  constructors_.emplace(declaration.name, types_.addConstructor(std::move(constructor)));
}

void TypeScope::defineLabel(const SourceField& field, TypeConId type, Span span) {
  const auto [entry, isNew] = labels_.try_emplace(field.label, Label{type, field.type});
  if (isNew) return;
  const Label& known = entry->second;
  if (known.type != type) {
    reporter_.error(span,
                    "label " + quoted(field.label) + " belongs to two types, " +
                        quoted(types_.con(known.type).name) + " and " +
                        quoted(types_.con(type).name),
                    "rename one of them");
  } else if (types_.unify(known.fieldType, field.type)) {
    reporter_.error(span,
                    "label " + quoted(field.label) + " has two types, " +
                        quoted(types_.render(known.fieldType)) + " and " +
                        quoted(types_.render(field.type)),
                    "rename one of them");
  }
}

void TypeScope::checkDeriving(TypeConId id, Span span) {
  TypeCon& con = types_.con(id);
  Classes derived = noClasses;
  for (const std::string& name : con.deriving) {
    if (const std::optional<Class> known = classNamed(name)) derived |= classSet(*known);
  }
  con.instances |= derived;
  const Classes structural =
      derived & (classSet(Class::Eq) | classSet(Class::Ord) | classSet(Class::Show));
  contextsOfDerived(con, structural);
  for (const ConId id2 : con.constructors) {
    const SourceConstructor& constructor = types_.constructor(id2);
    for (const SourceField& field : constructor.fields) {
      // All types of the module have their instances only after this loop has seen them, so a
      // missing one is looked for in what is written.
      for (const std::string_view name : classNames(structural)) {
        if (!derives(field.type, name)) {
          const TypeRef type = types_.prune(field.type);
          const TypeCon& head = types_.con(type->con);
          reporter_.error(constructor.span,
                          "cannot derive " + quoted(name) + " for " + quoted(con.name) +
                              ": field type " + quoted(types_.render(type)) + " has no instance",
                          "add `deriving " + std::string(name) + "` to the declaration of " +
                              quoted(head.name));
        }
      }
      const auto isMissing = [&](Class c) {
        return (derived & classSet(c)) != 0 && !con.contexts.contains(classSet(c));
      };
      if (isMissing(Class::Enum) || isMissing(Class::Bounded)) {
        reporter_.error(span,
                        "cannot derive `Enum` or `Bounded` for " + quoted(con.name) +
                            ": a constructor has fields",
                        "derive them for types whose constructors have no fields");
        con.instances &= ~(classSet(Class::Enum) | classSet(Class::Bounded));
      }
    }
  }
}

}  // namespace deforest::text
