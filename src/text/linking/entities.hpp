// What the modules of a program define, and what each of them sees of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/parsing/ast.hpp"

namespace deforest::text {

/// Names of types are also those of classes, names of values those of methods and labels.
enum class NameSpace : std::uint8_t { Value, Constructor, Type };

using EntityId = std::size_t;

/// Something with a name at the top level of a module.
struct Entity {
  NameSpace space = NameSpace::Value;
  std::string name;
  std::size_t module = 0;  ///< By number.
  std::string internal;    ///< What it is called in the program: no other thing is.
  bool isLabel = false;
  std::vector<EntityId> parts;  ///< Of a type its constructors and labels, of a class its methods.
};

using ScopeKey = std::pair<NameSpace, std::string>;
/// What names mean, as they are written: `area`, `S.area`.
using NamesInScope = std::map<ScopeKey, std::set<EntityId>>;

/// What `module` defines, added to `entities`.
[[nodiscard]] std::vector<EntityId> entitiesOf(const ast::Module& module, std::size_t number,
                                               std::vector<Entity>& entities);

/// Whether the language or its Prelude has a type, a class or a constructor of that name, or a
/// label of a type.
[[nodiscard]] bool isStandardName(NameSpace space, std::string_view name);

/// Names the entities: by their own name, or where that has another meaning in the program by one
/// that no word of the texts is. `isTaken` knows those and what the modules see of the language.
/// Constructors and labels that are named anew have a name whose part that is shown is their own
/// (scopes/shown_name.hpp).
void nameEntities(std::vector<Entity>& entities, const std::vector<std::string>& modules,
                  const std::set<std::string, std::less<>>& words,
                  const std::set<std::string, std::less<>>& seenOfLanguage);

}  // namespace deforest::text
