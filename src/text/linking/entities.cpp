#include "text/linking/entities.hpp"

#include <algorithm>
#include <array>

#include "support/match.hpp"
#include "text/lexing/lexer.hpp"
#include "text/prelude/prelude.hpp"
#include "text/printing/lexicon.hpp"
#include "text/scopes/shown_name.hpp"
#include "text/types/types.hpp"

namespace deforest::text {
namespace {

class Collector {
 public:
  Collector(std::size_t number, std::vector<Entity>& entities)
      : number_(number), entities_(entities) {}

  EntityId add(NameSpace space, const std::string& name) {
    const auto [entry, isNew] = known_.try_emplace({space, name}, entities_.size());
    if (isNew) {
      entities_.push_back({space, name, number_, {}, false, {}});
      found_.push_back(entry->second);
    }
    return entry->second;
  }

  void add(const ast::DataDeclaration& data) {
    const EntityId type = add(NameSpace::Type, data.name);
    for (const ast::ConstructorDeclaration& constructor : data.constructors) {
      addPart(type, add(NameSpace::Constructor, constructor.name));
      for (const ast::ConstructorField& field : constructor.fields) {
        if (field.label.empty()) continue;
        const EntityId label = add(NameSpace::Value, field.label);
        entities_[label].isLabel = true;
        addPart(type, label);
      }
    }
  }

  void add(const ast::ClassDeclaration& declared) {
    const EntityId type = add(NameSpace::Type, declared.name);
    for (const ast::Declaration& declaration : declared.declarations) {
      const auto* signature = std::get_if<ast::Signature>(&declaration.node);
      if (signature == nullptr) continue;
      for (const std::string& name : signature->names) addPart(type, add(NameSpace::Value, name));
    }
  }

  void add(const ast::Declaration& declaration) {
    support::match(
        declaration.node, [](const ast::Signature&) {},
        [&](const ast::Clause& clause) { add(NameSpace::Value, clause.name); },
        [](const ast::PatternBinding&) {}, [](const ast::Fixity&) {},
        [&](const ast::DataDeclaration& data) { add(data); },
        [&](const ast::TypeSynonym& synonym) { add(NameSpace::Type, synonym.name); },
        [&](const ast::ClassDeclaration& declared) { add(declared); },
        [](const ast::InstanceDeclaration&) {}, [](const ast::DerivingDeclaration&) {});
  }

  std::vector<EntityId> take() { return std::move(found_); }

 private:
  void addPart(EntityId type, EntityId part) {
    std::vector<EntityId>& parts = entities_[type].parts;
    if (std::ranges::find(parts, part) == parts.end()) parts.push_back(part);
  }

  std::size_t number_;
  std::vector<Entity>& entities_;
  std::map<ScopeKey, EntityId> known_;
  std::vector<EntityId> found_;
};

// What is written behind the name of something that is named anew.
std::string suffixOf(const Entity& entity, const std::string& module) {
  const bool shown = entity.space == NameSpace::Constructor || entity.isLabel;
  if (isSymbolic(entity.name)) return std::string(shown ? shownOperatorEnd : "%");
  std::string word = module;
  std::ranges::replace(word, '.', '_');
  return std::string(shown ? shownWordEnd : "_") + word;
}

}  // namespace

std::vector<EntityId> entitiesOf(const ast::Module& module, std::size_t number,
                                 std::vector<Entity>& entities) {
  Collector collector(number, entities);
  for (const ast::Declaration& declaration : module.declarations) collector.add(declaration);
  return collector.take();
}

bool isStandardName(NameSpace space, std::string_view name) {
  constexpr std::array<std::string_view, 9> constructors = {
      "False", "True", "LT", "EQ", "GT", "Just", "Nothing", "Left", "Right"};
  constexpr std::array<std::string_view, 23> types = {
      "Int",        "Word",         "Double",   "Float",    "Char",     "Bool",
      "Integer",    "String",       "ShowS",    "ReadS",    "Ordering", "Maybe",
      "Either",     "IO",           "Real",     "Floating", "RealFrac", "RealFloat",
      "FiniteBits", "HasCallStack", "Typeable", "Generic",  "FilePath"};
  const bool isType = space == NameSpace::Type;
  const bool isConstructor = space == NameSpace::Constructor;
  if (isType && (std::ranges::find(types, name) != types.end() || classNamed(name))) return true;
  if (isConstructor && std::ranges::find(constructors, name) != constructors.end()) return true;
  return std::ranges::any_of(preludeModule().declarations, [&](const ast::Declaration& each) {
    if (const auto* declared = std::get_if<ast::ClassDeclaration>(&each.node)) {
      return isType && declared->name == name;
    }
    const auto* data = std::get_if<ast::DataDeclaration>(&each.node);
    if (data == nullptr) return false;
    if (isType) return data->name == name;
    return std::ranges::any_of(data->constructors, [&](const auto& constructor) {
      if (isConstructor) return constructor.name == name;
      return std::ranges::any_of(constructor.fields,
                                 [&](const auto& field) { return field.label == name; });
    });
  });
}

void nameEntities(std::vector<Entity>& entities, const std::vector<std::string>& modules,
                  const std::set<std::string, std::less<>>& words,
                  const std::set<std::string, std::less<>>& seenOfLanguage) {
  std::set<ScopeKey> taken;
  for (Entity& entity : entities) {
    const bool ofRoot = entity.module == 0;
    const bool isProgram = entity.name == "main" || entity.name == "gibbon_main";
    const bool standard = entity.space == NameSpace::Value
                              ? !ofRoot && (isProgram || seenOfLanguage.contains(entity.name))
                              : isStandardName(entity.space, entity.name);
    entity.internal = entity.name;
    if (!standard && taken.emplace(entity.space, entity.internal).second) continue;
    const std::string suffix = suffixOf(entity, modules[entity.module]);
    const std::string more = isSymbolic(entity.name) ? suffix : "'";
    entity.internal += suffix;
    while (words.contains(entity.internal) ||
           !taken.emplace(entity.space, entity.internal).second) {
      entity.internal += more;
    }
  }
}

}  // namespace deforest::text
