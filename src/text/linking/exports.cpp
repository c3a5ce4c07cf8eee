// What a module exports, and what its imports bring into scope.
#include <algorithm>

#include "text/lexing/lexer.hpp"
#include "text/linking/linker.hpp"
#include "text/scopes/import_lists.hpp"
#include "text/scopes/report.hpp"

namespace deforest::text {

void Linker::enterOwn(Unit& unit) {
  unit.own = entitiesOf(unit.source, unit.number, entities_);
  for (const EntityId id : unit.own) {
    const Entity& entity = entities_[id];
    unit.scope[{entity.space, entity.name}].insert(id);
    unit.scope[{entity.space, unit.name + "." + entity.name}].insert(id);
  }
}

// --------------------------------------------------------------------------------------- imports

std::optional<EntityId> Linker::exportedBy(const Unit& unit, NameSpace space,
                                           const std::string& name) const {
  for (const EntityId id : unit.exports) {
    if (entities_[id].space == space && entities_[id].name == name) return id;
  }
  return std::nullopt;
}

void Linker::notExported(const ast::Import& import, const Unit& from, const std::string& name) {
  std::vector<std::string> exported;
  for (const EntityId id : from.exports) exported.push_back(entities_[id].name);
  const bool defined =
      std::ranges::any_of(from.own, [&](EntityId id) { return entities_[id].name == name; });
  const std::string nearest = nearestName(name, exported);
  std::string hint = "define it there, or drop it from the list";
  if (defined) {
    hint = "add it to what " + quoted(from.name) + " exports";
  } else if (!nearest.empty()) {
    hint = "did you mean " + quoted(nearest) + "?";
  }
  error(import.span, "module " + quoted(from.name) + " does not export " + quoted(name),
        std::move(hint));
}

// What the list of an import names. What is hidden need not be there, and a constructor may be
// hidden by its name alone.
std::set<EntityId> Linker::listed(const ast::Import& import, const Unit& from) {
  std::set<EntityId> found;
  const auto find = [&](NameSpace space, const std::string& name) {
    const std::optional<EntityId> id = exportedBy(from, space, name);
    if (id) found.insert(*id);
    return id;
  };
  for (const ast::Entity& entity : import.entities) {
    if (!isConstructorName(entity.name)) {
      if (!find(NameSpace::Value, entity.name) && !import.hiding) {
        notExported(import, from, entity.name);
      }
      continue;
    }
    const bool hidden = import.hiding && find(NameSpace::Constructor, entity.name);
    const std::optional<EntityId> type = find(NameSpace::Type, entity.name);
    if (!type) {
      if (!hidden && !import.hiding) notExported(import, from, entity.name);
      continue;
    }
    for (const EntityId part : entities_[*type].parts) {
      const bool named = namesPart(entity, entities_[part].name);
      if (named && from.exports.contains(part)) found.insert(part);
    }
    for (const std::string& part : entity.parts) {
      const bool has = std::ranges::any_of(entities_[*type].parts, [&](EntityId id) {
        return entities_[id].name == part && from.exports.contains(id);
      });
      if (!has && !import.hiding) notExported(import, from, part);
    }
  }
  return found;
}

void Linker::see(Unit& unit, const ast::Import& import, EntityId id) {
  const Entity& entity = entities_[id];
  const std::string& qualifier = import.alias.empty() ? import.module : import.alias;
  unit.scope[{entity.space, qualifier + "." + entity.name}].insert(id);
  if (!import.qualified) unit.scope[{entity.space, entity.name}].insert(id);
}

void Linker::enterImport(Unit& unit, const ast::Import& import, const Unit& from) {
  const std::set<EntityId> named = import.names ? listed(import, from) : std::set<EntityId>();
  for (const EntityId id : from.exports) {
    if (!import.names || named.contains(id) != import.hiding) see(unit, import, id);
  }
}

// --------------------------------------------------------------------------------------- exports

void Linker::findExports(Unit& unit) {
  if (!unit.source.exportsListed) {
    unit.exports.insert(unit.own.begin(), unit.own.end());
    return;
  }
  for (const ast::Export& exported : unit.source.exports) {
    if (exported.text.starts_with("module") && exported.text.size() > 6 &&
        (exported.text[6] == ' ' || exported.text[6] == '\n' || exported.text[6] == '\t')) {
      exportModule(unit, exported);
    } else {
      exportEntity(unit, exported);
    }
  }
}

// What is seen both with this qualifier and without one.
void Linker::exportModule(Unit& unit, const ast::Export& exported) {
  const std::string prefix = exported.name + ".";
  bool known = exported.name == unit.name;
  for (std::size_t i = 0; i < unit.imports.size(); ++i) {
    const ast::Import& import = unit.source.imports[i];
    if (!isSeenAs(import, exported.name)) continue;
    known = true;
    if (!unit.imports[i] && !import.qualified) unit.languageExports.push_back(import);
  }
  if (!known && !unit.isRoot()) {
    error(exported.span, "there is no import of " + quoted(exported.name) + " to export",
          "import it, or drop it from the list");
    return;
  }
  for (const auto& [key, ids] : unit.scope) {
    if (!key.second.starts_with(prefix)) continue;
    const auto plain = unit.scope.find({key.first, key.second.substr(prefix.size())});
    if (plain == unit.scope.end()) continue;
    for (const EntityId id : ids) {
      if (plain->second.contains(id)) unit.exports.insert(id);
    }
  }
}

void Linker::exportEntity(Unit& unit, const ast::Export& exported) {
  const std::string plain = splitQualified(exported.name).second;
  const bool isType = isConstructorName(plain);
  const auto found = unit.scope.find({isType ? NameSpace::Type : NameSpace::Value, exported.name});
  if (found == unit.scope.end()) {
    if (unit.isRoot()) return;  // that is told where the roots are looked for
    error(exported.span,
          quoted(exported.name) + " is exported, but neither defined nor imported from a module " +
              "of the program",
          "define it, or drop it from the list");
    return;
  }
  const EntityId id = *found->second.begin();
  unit.exports.insert(id);
  const auto isSeen = [&](EntityId part) {
    const Entity& entity = entities_[part];
    return std::ranges::any_of(unit.scope, [&](const auto& entry) {
      return entry.first.first == entity.space && entry.second.contains(part);
    });
  };
  for (const EntityId part : entities_[id].parts) {
    if (namesPart(exported, entities_[part].name) && isSeen(part)) unit.exports.insert(part);
  }
}

}  // namespace deforest::text
