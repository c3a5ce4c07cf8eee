// Constructors and labels of the data types that other modules of the package declare.
//
//     module Page (Page (..), Line (Rule), width) where      exports all parts of Page, one of Line
//     import Page (Page (..))                                brings in those of Page
//     import qualified Page as P                             brings in P.Rule, too
//
// A part belongs to a type; which one is found as the name of a type is, by what modules export and
// import, and where the parts of one type come by different ways it is one type all the same.
#include <algorithm>

#include "text/scopes/import_lists.hpp"
#include "text/scopes/interfaces.hpp"
#include "text/scopes/names.hpp"

namespace deforest::text {
namespace {

bool hasPart(const ast::DataDeclaration& data, const std::string& part) {
  return std::ranges::any_of(data.constructors, [&](const ast::ConstructorDeclaration& each) {
    return each.name == part ||
           std::ranges::find(each.fields, part, &ast::ConstructorField::label) != each.fields.end();
  });
}

// The type that the module declares with that part.
TypeIdentity declaredWith(const ast::Module& module, const std::string& part) {
  for (const ast::Declaration& declaration : module.declarations) {
    const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node);
    if (data == nullptr || !hasPart(*data, part)) continue;
    return {TypeIdentity::Kind::Declared, module.name, data->name, nullptr};
  }
  return {};
}

// What is imported by name and is not there need not be looked for.
bool mayProvide(const ast::Import& import, const std::string& part) {
  if (!import.names || import.hiding) return true;
  return std::ranges::any_of(import.entities, [&](const ast::Entity& entity) {
    return entity.name == part || namesPart(entity, part);
  });
}

}  // namespace

std::optional<Interfaces::Data> Interfaces::data(const TypeIdentity& type) {
  const Known* known = type.kind == TypeIdentity::Kind::Declared ? find(type.module) : nullptr;
  if (known == nullptr || known->shipped) return std::nullopt;
  for (const ast::Declaration& declaration : known->source.declarations) {
    const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node);
    if (data != nullptr && data->name == type.name) return Data{&known->source, data};
  }
  return std::nullopt;
}

TypeIdentity Interfaces::findExportedPart(const ast::Module& source, const std::string& part) {
  const TypeIdentity own = declaredWith(source, part);
  if (!source.exportsListed) return own;
  for (const ast::Export& exported : source.exports) {
    if (exported.text.starts_with("module ")) {
      TypeIdentity found = exported.name == source.name ? own : TypeIdentity{};
      for (const ast::Import& import : source.imports) {
        if (found.kind != TypeIdentity::Kind::Unknown) break;
        if (import.qualified || !isSeenAs(import, exported.name)) continue;
        if (!mayProvide(import, part)) continue;
        const TypeIdentity& there = exportedPart(import.module, part);
        if (providesPart(import, there.name, part)) found = there;
      }
      if (found.kind != TypeIdentity::Kind::Unknown) return found;
      continue;
    }
    const auto [qualifier, plain] = splitQualified(exported.name);
    if (plain == part && !isConstructorName(part)) {
      const TypeIdentity labelled = typeOfPart(source, exported.name);
      if (labelled.kind != TypeIdentity::Kind::Unknown) return labelled;
    }
    if (!isConstructorName(plain) || !namesPart(exported, part)) continue;
    const TypeIdentity type = this->type(source, exported.name);
    if (type.kind == TypeIdentity::Kind::Declared && partSpelling(source, type, part)) return type;
  }
  return {};
}

const TypeIdentity& Interfaces::exportedPart(const std::string& module, const std::string& part) {
  const auto [entry, isNew] = exportedParts_.try_emplace({module, part});
  if (!isNew) return entry->second;  // nothing, while it is being looked for
  const Known* known = find(module);
  if (known == nullptr || known->shipped) return entry->second;
  TypeIdentity found = findExportedPart(known->source, part);
  return exportedParts_[{module, part}] = std::move(found);
}

TypeIdentity Interfaces::importedPart(const ast::Module& in, const std::string& qualifier,
                                      const std::string& part) {
  TypeIdentity found;
  for (const ast::Import& import : in.imports) {
    if (!isSeenAs(import, qualifier) || namesPackage(import) || !mayProvide(import, part)) continue;
    const TypeIdentity& type = exportedPart(import.module, part);
    if (type.kind == TypeIdentity::Kind::Unknown) continue;
    if (!providesPart(import, type.name, part)) continue;
    if (found.kind != TypeIdentity::Kind::Unknown && !(found == type)) return {};
    found = type;
  }
  return found;
}

TypeIdentity Interfaces::typeOfPart(const ast::Module& in, const std::string& written) {
  const auto [qualifier, part] = splitQualified(written);
  if (qualifier.empty() || qualifier == in.name) {
    TypeIdentity own = declaredWith(in, part);
    if (own.kind != TypeIdentity::Kind::Unknown) return own;
  }
  return importedPart(in, qualifier, part);
}

std::optional<std::string> Interfaces::partSpelling(const ast::Module& in, const TypeIdentity& type,
                                                    const std::string& part) {
  if (typeOfPart(in, part) == type) return part;
  for (const ast::Import& import : in.imports) {
    const std::string written = (import.alias.empty() ? import.module : import.alias) + "." + part;
    if (providesPart(import, type.name, part) && typeOfPart(in, written) == type) return written;
  }
  return std::nullopt;
}

}  // namespace deforest::text
