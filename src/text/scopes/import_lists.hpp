// What single import declarations bring in.
#pragma once

#include <algorithm>
#include <string>

#include "text/lexing/lexer.hpp"
#include "text/parsing/ast.hpp"

namespace deforest::text {

/// Whether the list of the import, if there is one, lets a name through.
[[nodiscard]] inline bool provides(const ast::Import& import, const std::string& name) {
  if (!import.names) return true;
  const bool listed = std::ranges::find(*import.names, name) != import.names->end();
  return listed != import.hiding;
}

/// Whether the entity names a constructor or a label of the type with it.
[[nodiscard]] inline bool namesPart(const ast::Entity& entity, const std::string& part) {
  return entity.allParts || std::ranges::find(entity.parts, part) != entity.parts.end();
}

/// Whether the list of the import, if there is one, lets a constructor or a label of `type`
/// through. A label may stand for itself. Where a constructor seems to, that is a type: but what
/// is hidden is hidden as both.
[[nodiscard]] inline bool providesPart(const ast::Import& import, const std::string& type,
                                       const std::string& part) {
  if (!import.names) return true;
  const bool isConstructor = isConstructorName(part);
  const bool listed = std::ranges::any_of(import.entities, [&](const ast::Entity& entity) {
    if (entity.name == type && namesPart(entity, part)) return true;
    return entity.name == part && (import.hiding || !isConstructor);
  });
  return listed != import.hiding;
}

/// Whether it names the package that the module is of: `import "containers" Data.Map`.
[[nodiscard]] inline bool namesPackage(const ast::Import& import) {
  return import.text.find('"') != std::string::npos;
}

/// Whether what the declaration brings in is seen under the qualifier; empty: without one.
[[nodiscard]] inline bool isSeenAs(const ast::Import& import, const std::string& qualifier) {
  if (qualifier.empty()) return !import.qualified;
  return (import.alias.empty() ? import.module : import.alias) == qualifier;
}

}  // namespace deforest::text
