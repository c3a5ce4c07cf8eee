#include "text/scopes/interfaces.hpp"

#include <algorithm>
#include <string_view>

#include "text/lexing/lexer.hpp"
#include "text/parsing/extensions.hpp"
#include "text/parsing/parser.hpp"
#include "text/prelude/signatures.hpp"
#include "text/scopes/import_lists.hpp"
#include "text/scopes/names.hpp"
#include "text/scopes/types.hpp"

namespace deforest::text {
namespace {

// Modules that export what others export.
constexpr unsigned deepest = 8;

bool listsByName(const ast::Import& import) {
  return import.names && !import.hiding;
}

bool isBuiltinType(std::string_view name) {
  constexpr std::string_view others[] = {"String", "FilePath", "ShowS", "Ordering",
                                         "Maybe",  "Either",   "[]",    "()"};
  return isScalarName(name) || name.starts_with("(,") ||
         std::ranges::find(others, name) != std::end(others);
}

// Whether the module sees the Prelude's type of that name.
bool seesPrelude(const ast::Module& module, const std::string& qualifier, const std::string& name) {
  bool implicit = true;
  for (const ast::Import& import : module.imports) {
    if (import.module != "Prelude") continue;
    implicit = false;
    if (isSeenAs(import, qualifier) && provides(import, name)) return true;
  }
  return implicit && (qualifier.empty() || qualifier == "Prelude");
}

const ast::Declaration* declarationOf(const ast::Module& module, std::string_view type) {
  for (const ast::Declaration& declaration : module.declarations) {
    const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node);
    const auto* synonym = std::get_if<ast::TypeSynonym>(&declaration.node);
    if ((data != nullptr && data->name == type) || (synonym != nullptr && synonym->name == type)) {
      return &declaration;
    }
  }
  return nullptr;
}

bool declares(const ast::Module& module, std::string_view type) {
  return declarationOf(module, type) != nullptr || module.opaqueType(type) != nullptr;
}

// Whether its text may mean something else than it says.
bool isStrange(const ast::Module& module) {
  constexpr std::string_view extensions[] = {"NoImplicitPrelude", "RebindableSyntax", "CPP"};
  return std::ranges::any_of(
             extensions, [&](std::string_view word) { return mayHaveExtension(module, word); }) ||
         (mayHaveExtension(module, "StrictData") && !hasExtension(module, "StrictData"));
}

std::size_t arrowsOf(const ast::TypeExpr& type) {
  std::size_t count = 0;
  const ast::TypeExpr* rest = &type;
  while (const auto* arrow = std::get_if<ast::TypeArrow>(&rest->node)) {
    ++count;
    rest = arrow->to.get();
  }
  return count;
}

}  // namespace

void makeFieldsStrict(ast::Module& module) {
  if (!hasExtension(module, "StrictData") && !hasExtension(module, "Strict")) return;
  for (ast::Declaration& declaration : module.declarations) {
    auto* data = std::get_if<ast::DataDeclaration>(&declaration.node);
    if (data == nullptr || data->isNewtype) continue;
    for (ast::ConstructorDeclaration& constructor : data->constructors) {
      for (ast::ConstructorField& field : constructor.fields) field.strict = true;
    }
  }
}

Interfaces::Known* Interfaces::find(const std::string& module) {
  const auto [entry, isNew] = known_.try_emplace(module);
  if (!isNew) return entry->second.get();
  std::optional<std::string> text = package_.modules ? package_.modules(module) : std::nullopt;
  const bool shipped = !text;
  if (shipped) text = signaturesOf(module);
  if (!text) return nullptr;
  support::Result<ast::Module> parsed = parseModuleWithOpaque(*text);
  if (parsed && !shipped) parsed->extensions = package_.extensions;
  if (!parsed || (!shipped && (parsed->name != module || isStrange(*parsed)))) {
    return nullptr;
  }
  auto known = std::make_unique<Known>();
  known->source = std::move(*parsed);
  makeFieldsStrict(known->source);
  known->shipped = shipped;
  known_[module] = std::move(known);
  return known_[module].get();
}

// Of a function that the module defines without a signature.
const ast::Signature* Interfaces::inferredIn(Known& module, const std::string& name) {
  if (module.shipped || !infer_ || !module.source.defines(name)) return nullptr;
  if (!module.isInferred) {
    module.isInferred = true;
    const std::optional<std::string> text = package_.modules(module.source.name);
    if (text) module.inferred = infer_(*text, *this);
  }
  const auto found = module.inferred.find(name);
  return found == module.inferred.end() ? nullptr : &found->second;
}

std::optional<Interfaces::Value> Interfaces::definedIn(Known& module, const std::string& name) {
  Value found;
  found.owner = &module.source;
  for (const ast::Declaration& declaration : module.source.declarations) {
    if (const auto* signature = std::get_if<ast::Signature>(&declaration.node)) {
      const auto& names = signature->names;
      if (std::ranges::find(names, name) != names.end()) found.signature = signature;
    }
  }
  if (found.signature == nullptr) found.signature = inferredIn(module, name);
  if (found.signature == nullptr) return std::nullopt;
  found.waits = module.shipped;
  for (const ast::Declaration& declaration : module.source.declarations) {
    const auto* clause = std::get_if<ast::Clause>(&declaration.node);
    if (clause == nullptr || clause->name != name) continue;
    found.waits = clause->patterns.size() >= arrowsOf(found.signature->type);
  }
  return found;
}

std::optional<Interfaces::Value> Interfaces::valueOf(const std::string& module,
                                                     const std::string& name, unsigned depth) {
  Known* known = depth > deepest ? nullptr : find(module);
  if (known == nullptr) return std::nullopt;
  const ast::Module& source = known->source;
  if (!source.exportsListed) return definedIn(*known, name);
  for (const ast::Export& exported : source.exports) {
    if (exported.text.starts_with("module ")) {
      if (exported.name == source.name) {
        if (auto found = definedIn(*known, name)) return found;
        continue;
      }
      // What is seen both with this qualifier and without one.
      for (const ast::Import& import : source.imports) {
        if (import.qualified || !isSeenAs(import, exported.name) || !provides(import, name)) {
          continue;
        }
        if (auto found = valueOf(import.module, name, depth + 1)) return found;
      }
      continue;
    }
    const auto [qualifier, plain] = splitQualified(exported.name);
    if (plain != name) continue;
    if (qualifier.empty() || qualifier == source.name) {
      if (auto found = definedIn(*known, name)) return found;
    }
    return importedBy(source, qualifier, name, depth + 1);
  }
  return std::nullopt;
}

std::optional<Interfaces::Value> Interfaces::importedBy(const ast::Module& in,
                                                        const std::string& qualifier,
                                                        const std::string& name, unsigned depth) {
  bool prelude = qualifier.empty() || qualifier == "Prelude";
  for (const ast::Import& import : in.imports) {
    prelude = prelude && import.module != "Prelude";
    if (!isSeenAs(import, qualifier) || !provides(import, name) || namesPackage(import)) continue;
    if (auto found = valueOf(import.module, name, depth)) return found;
  }
  return prelude ? valueOf("Prelude", name, depth) : std::nullopt;
}

std::optional<Interfaces::Value> Interfaces::value(const std::string& module,
                                                   const std::string& name) {
  return valueOf(module, name, 0);
}

std::optional<Interfaces::Value> Interfaces::imported(const ast::Module& in,
                                                      const std::string& written) {
  const auto [qualifier, plain] = splitQualified(written);
  return importedBy(in, qualifier, plain, 0);
}

const ast::Fixity* Interfaces::fixity(const ast::Module& in, const std::string& written) {
  const std::string name = splitQualified(written).second;
  const ast::Module* owner = nullptr;
  if (isConstructorName(name)) {
    if (const std::optional<Data> type = data(typeOfPart(in, written))) owner = type->owner;
  } else if (const std::optional<Value> found = imported(in, written)) {
    owner = found->owner;
  }
  if (owner == nullptr) return nullptr;
  for (const ast::Declaration& declaration : owner->declarations) {
    const auto* fixity = std::get_if<ast::Fixity>(&declaration.node);
    if (fixity != nullptr && std::ranges::find(fixity->operators, name) != fixity->operators.end())
      return fixity;
  }
  static const ast::Fixity usual{ast::Associativity::Left, 9, {}};
  const Known* known = find(owner->name);
  return known == nullptr || known->shipped ? nullptr : &usual;
}

// ----------------------------------------------------------------------------------------- types

std::optional<TypeIdentity> Interfaces::exportedType(const std::string& module,
                                                     const std::string& name, bool certain,
                                                     unsigned depth) {
  const TypeIdentity declared{TypeIdentity::Kind::Declared, module, name, nullptr};
  if (const Library* library = findLibrary(module); library != nullptr && library->type == name) {
    return TypeIdentity{TypeIdentity::Kind::Library, {}, {}, library};
  }
  const Known* known = depth > deepest ? nullptr : find(module);
  if (known == nullptr || known->shipped) {
    if (known != nullptr && declares(known->source, name)) {
      const ast::Declaration* declaration = declarationOf(known->source, name);
      // A synonym there says where the type is from.
      const auto* synonym =
          declaration == nullptr ? nullptr : std::get_if<ast::TypeSynonym>(&declaration->node);
      const auto* other =
          synonym == nullptr ? nullptr : std::get_if<ast::TypeName>(&synonym->type.node);
      if (other == nullptr || !synonym->parameters.empty()) return declared;
      return typeIn(known->source, other->name, depth + 1);
    }
    return certain ? std::optional(declared) : std::nullopt;
  }
  const ast::Module& source = known->source;
  if (!source.exportsListed) {
    return declares(source, name) ? std::optional(declared) : std::nullopt;
  }
  for (const ast::Export& exported : source.exports) {
    if (exported.text.starts_with("module ")) {
      if (exported.name == source.name) {
        if (declares(source, name)) return declared;
        continue;
      }
      for (const ast::Import& import : source.imports) {
        if (import.qualified || !isSeenAs(import, exported.name) || !provides(import, name)) {
          continue;
        }
        if (auto found = exportedType(import.module, name, listsByName(import), depth + 1)) {
          return found;
        }
      }
      continue;
    }
    if (splitQualified(exported.name).second != name) continue;
    return typeIn(source, exported.name, depth + 1);
  }
  return std::nullopt;
}

TypeIdentity Interfaces::typeIn(const ast::Module& in, const std::string& written, unsigned depth) {
  const auto [qualifier, plain] = splitQualified(written);
  if ((qualifier.empty() || qualifier == in.name) && declares(in, plain)) {
    return {TypeIdentity::Kind::Declared, in.name, plain, nullptr};
  }
  const bool syntax = plain.starts_with("(") || plain.starts_with("[");
  if (syntax || (isBuiltinType(plain) && seesPrelude(in, qualifier, plain))) {
    return {TypeIdentity::Kind::Builtin, {}, plain, nullptr};
  }
  std::vector<TypeIdentity> found;
  std::vector<std::string> open;  // modules that may export it
  for (const ast::Import& import : in.imports) {
    if (!isSeenAs(import, qualifier) || !provides(import, plain)) continue;
    if (namesPackage(import)) return {};
    const bool builtin = isBuiltinType(plain) && isLibraryModule(import.module) &&
                         findLibrary(import.module) == nullptr;
    std::optional<TypeIdentity> exported;
    if (builtin) {
      exported = TypeIdentity{TypeIdentity::Kind::Builtin, {}, plain, nullptr};
    } else {
      exported = exportedType(import.module, plain, listsByName(import), depth);
    }
    if (exported && std::ranges::find(found, *exported) == found.end()) found.push_back(*exported);
    if (!exported && find(import.module) == nullptr) open.push_back(import.module);
  }
  if (found.size() == 1) return found.front();
  if (!found.empty()) return {};
  std::ranges::sort(open);
  open.erase(std::unique(open.begin(), open.end()), open.end());
  if (open.size() != 1) return {};
  return {TypeIdentity::Kind::Declared, open.front(), plain, nullptr};
}

TypeIdentity Interfaces::type(const ast::Module& in, const std::string& written) {
  return typeIn(in, written, 0);
}

std::optional<Interfaces::Synonym> Interfaces::synonym(const TypeIdentity& type) {
  if (type.kind != TypeIdentity::Kind::Declared) return std::nullopt;
  const auto known = known_.find(type.module);
  if (known == known_.end() || known->second == nullptr) return std::nullopt;
  const ast::Declaration* declaration = declarationOf(known->second->source, type.name);
  const auto* synonym =
      declaration == nullptr ? nullptr : std::get_if<ast::TypeSynonym>(&declaration->node);
  if (synonym == nullptr) return std::nullopt;
  return Synonym{&known->second->source, synonym};
}

std::optional<std::string> Interfaces::spelling(const ast::Module& in, const TypeIdentity& type) {
  const std::string& name =
      type.kind == TypeIdentity::Kind::Library ? std::string(type.library->type) : type.name;
  if (type == this->type(in, name)) return name;
  for (const ast::Import& import : in.imports) {
    const std::string written = (import.alias.empty() ? import.module : import.alias) + "." + name;
    if (provides(import, name) && type == this->type(in, written)) return written;
  }
  return std::nullopt;
}

}  // namespace deforest::text
