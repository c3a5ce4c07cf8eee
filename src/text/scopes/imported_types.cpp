// Types that other modules declare, and those of opaque declarations.
//
//     import Page (Page (..))        data Page = Page Width ![Line] there: its values are taken
//     apart import Text.Parsec (Parser)    nobody knows what that is: its values are passed along
//
// A type whose declaration can be read, and all constructors of which this module sees, is that
// type. Any other is abstract: values of it are passed on, kept in data, and never looked at. Its
// name is the one that this module has for it. Fields keep their strictness.
#include <algorithm>
#include <utility>

#include "text/scopes/names.hpp"
#include "text/scopes/types.hpp"

namespace deforest::text {
namespace {

// Parameters of types of other modules are types.
bool appliesVariable(const ast::TypeExpr& type, const std::vector<std::string>& parameters) {
  return std::ranges::any_of(parameters, [&](const std::string& parameter) {
    return applicationsOf(parameter, type) > 0;
  });
}

}  // namespace

TypeRef TypeScope::abstractType(const std::string& name, std::vector<TypeRef> arguments) {
  TypeIdentity identity;
  if (interfaces_ != nullptr) identity = interfaces_->type(*module_, name);
  const bool known = identity.kind == TypeIdentity::Kind::Declared;
  if (known && identity.module != module_->name) {
    if (const auto synonym = interfaces_->synonym(identity)) {
      const std::size_t errors = reporter_.count();
      if (const TypeRef expanded = expandForeign(*synonym, arguments)) return expanded;
      reporter_.drop(errors);  // then it is known by its name alone
    }
  }
  const auto [entry, isNew] = abstract_.try_emplace(
      {known ? identity.module : "?", known ? identity.name : name, arguments.size()}, TypeConId{});
  if (isNew) {
    TypeCon con;
    con.name = name;
    con.shape = TypeShape::Data;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      con.parameters.push_back(types_.rigid("a", true));
    }
    const TypeConId id = entry->second = types_.addCon(std::move(con));
    if (!defineImported(id, identity)) makeAbstract(id);
  }
  return types_.apply(entry->second, std::move(arguments));
}

// Two constructors that nothing calls by name: so nothing takes values of the type apart, while the
// interpreter can make them up and compare them.
void TypeScope::makeAbstract(TypeConId id) {
  types_.con(id).isUnknown = true;
  for (const char* constructor : {"?0", "?1"}) {
    SourceConstructor made;
    made.name = types_.con(id).name + constructor;
    made.type = id;
    made.fields.push_back({"", true, types_.apply(types_.intCon)});
    types_.addConstructor(std::move(made));
  }
}

// Gives the type the constructors that its declaration has, under the names that they have here.
// Not if one of them has none, or the type of a field has none.
bool TypeScope::defineImported(TypeConId id, const TypeIdentity& type) {
  if (interfaces_ == nullptr || type.module == module_->name) return false;
  const std::optional<Interfaces::Data> data = interfaces_->data(type);
  const std::vector<TypeRef> variables = types_.con(id).parameters;
  if (!data || data->declaration->parameters.size() != variables.size()) return false;
  const std::vector<std::string>& parameters = data->declaration->parameters;
  const std::size_t errors = reporter_.count();
  const Variables meaning = [&](const std::string& name, Span) -> TypeRef {
    const auto at = std::ranges::find(parameters, name);
    if (at == parameters.end()) return unknownType(name, {});
    return variables[static_cast<std::size_t>(at - parameters.begin())];
  };
  std::vector<SourceConstructor> constructors;
  bool complete = true;
  ++importing_;
  for (const ast::ConstructorDeclaration& declared : data->declaration->constructors) {
    const auto written = interfaces_->partSpelling(*module_, type, declared.name);
    complete = complete && written.has_value();
    if (!complete) break;
    SourceConstructor constructor;
    constructor.name = *written;
    constructor.type = id;
    constructor.infix = declared.infix;
    for (const ast::ConstructorField& field : declared.fields) {
      const TypeRef found = appliesVariable(field.type, parameters)
                                ? nullptr
                                : resolveIn(*data->owner, field.type, meaning);
      complete = complete && found != nullptr;
      constructor.fields.push_back({field.label, field.strict, found});
    }
    constructors.push_back(std::move(constructor));
  }
  --importing_;
  complete = complete && reporter_.count() == errors;
  reporter_.drop(errors);
  if (complete) {
    types_.con(id).isNewtype = data->declaration->isNewtype;
    types_.con(id).deriving = data->declaration->deriving;
    for (SourceConstructor& constructor : constructors) {
      for (const SourceField& field : constructor.fields) {
        if (!field.label.empty()) {
          importedLabels_.try_emplace({id, field.label}, Label{id, field.type});
        }
      }
      types_.addConstructor(std::move(constructor));
    }
    imported_.push_back(id);
  }
  if (importing_ == 0) deriveImported();
  return complete;
}

// Instances that are derived are known, others are not: only what the declarations say is read.
// Types that have each other as fields have them together.
void TypeScope::deriveImported() {
  constexpr Classes derivable = classSet(Class::Eq) | classSet(Class::Ord) | classSet(Class::Show) |
                                classSet(Class::Enum) | classSet(Class::Bounded);
  for (const TypeConId id : imported_) {
    std::erase_if(types_.con(id).deriving, [](const std::string& name) {
      const std::optional<Class> known = classNamed(splitQualified(name).second);
      return !known || (classSet(*known) & derivable) == 0;
    });
  }
  dropUnderivable(imported_);
  for (const TypeConId id : imported_) {
    TypeCon& con = types_.con(id);
    for (const std::string& name : con.deriving) con.instances |= classSet(*classNamed(name));
  }
  imported_.clear();
}

// The type of which a constructor or a label is written so; invalid if not all of it is seen.
TypeConId TypeScope::importedType(const std::string& written) {
  if (interfaces_ == nullptr || builtinOnly_ || owner_ != nullptr) return {};
  const TypeIdentity type = interfaces_->typeOfPart(*module_, written);
  const std::optional<Interfaces::Data> data = interfaces_->data(type);
  if (!data || type.module == module_->name) return {};
  const std::size_t arity = data->declaration->parameters.size();
  const auto known = abstract_.find({type.module, type.name, arity});
  if (known != abstract_.end()) return known->second;
  const std::optional<std::string> name = interfaces_->spelling(*module_, type);
  if (!name) return {};
  std::vector<TypeRef> arguments(arity);
  for (TypeRef& argument : arguments) argument = types_.rigid("a");
  return abstractType(*name, std::move(arguments))->con;
}

ConId TypeScope::importedConstructor(const std::string& written) {
  const TypeConId type = importedType(written);
  if (!type.valid()) return {};
  const std::string name = splitQualified(written).second;
  for (const ConId id : types_.con(type).constructors) {
    if (splitQualified(types_.constructor(id).name).second == name) return id;
  }
  return {};
}

const Label* TypeScope::importedLabel(const std::string& written) {
  const TypeConId type = importedType(written);
  if (!type.valid()) return nullptr;
  const auto found = importedLabels_.find({type, splitQualified(written).second});
  return found == importedLabels_.end() ? nullptr : &found->second;
}

TypeRef TypeScope::resolveIn(const ast::Module& owner, const ast::TypeExpr& expr,
                             const Variables& variables) {
  const ast::Module* before = std::exchange(owner_, &owner == module_ ? nullptr : &owner);
  const TypeRef found = resolve(expr, variables);
  owner_ = before;
  return found;
}

// What another module calls so.
TypeRef TypeScope::typeOfOther(const std::string& name, std::vector<TypeRef> arguments) {
  const TypeIdentity identity = interfaces_->type(*owner_, name);
  if (identity.kind == TypeIdentity::Kind::Unknown) return unknownType(name, {});
  const ast::Module* before = std::exchange(owner_, nullptr);
  TypeRef found = nullptr;
  if (identity.kind == TypeIdentity::Kind::Builtin) {
    const bool enclosing = std::exchange(builtinOnly_, true);
    found = resolveNamed(identity.name, {}, std::move(arguments));
    builtinOnly_ = enclosing;
  } else if (identity.kind == TypeIdentity::Kind::Library) {
    const TypeConId id = libraryType(*identity.library);
    if (types_.con(id).parameters.size() == arguments.size()) {
      found = types_.apply(id, std::move(arguments));
    }
  } else if (const auto synonym = interfaces_->synonym(identity)) {
    found = expandForeign(*synonym, std::move(arguments));
  } else if (const auto written = interfaces_->spelling(*module_, identity)) {
    found = resolveNamed(*written, {}, std::move(arguments));
  } else {
    found = unknownType(name, {});
  }
  owner_ = before;
  return found;
}

TypeRef TypeScope::expandForeign(const Interfaces::Synonym& synonym,
                                 std::vector<TypeRef> arguments) {
  constexpr unsigned deepest = 20;
  const std::vector<std::string>& parameters = synonym.declaration->parameters;
  if (arguments.size() < parameters.size() || foreignExpansions_ == deepest) {
    return unknownType(synonym.declaration->name, {});
  }
  ++foreignExpansions_;
  const Variables meaning = [&](const std::string& name, Span) -> TypeRef {
    const auto at = std::ranges::find(parameters, name);
    if (at == parameters.end()) return unknownType(name, {});
    return arguments[static_cast<std::size_t>(at - parameters.begin())];
  };
  const auto end = arguments.begin() + static_cast<std::ptrdiff_t>(parameters.size());
  const ast::Module* before =
      std::exchange(owner_, synonym.owner == module_ ? nullptr : synonym.owner);
  const TypeRef found =
      arguments.size() > parameters.size()
          ? applySynonym(synonym.declaration->type, meaning, {end, arguments.end()})
          : resolve(synonym.declaration->type, meaning);
  owner_ = before;
  --foreignExpansions_;
  return found;
}

}  // namespace deforest::text
