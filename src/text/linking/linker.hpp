// The machinery of linking; only its own files include this.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "text/linking/entities.hpp"
#include "text/linking/link.hpp"
#include "text/scopes/names.hpp"

namespace deforest::text {

/// A module of the program.
struct Unit {
  std::string name;  ///< `Main` if it does not say.
  std::size_t number = 0;
  std::string text;
  ast::Module source;
  /// For each import the module of the program that it is of; none: one of the language.
  std::vector<std::optional<std::size_t>> imports;
  Imports language;  ///< What it sees of the language.
  std::set<std::string> languageQualifiers;
  NamesInScope scope;
  std::vector<EntityId> own;
  std::set<EntityId> exports;
  std::vector<ast::Import> languageExports;  ///< What it exports of the language besides.

  [[nodiscard]] bool isRoot() const { return number == 0; }
};

class Linker {
 public:
  /// `lifts`: actions can be lifted into the transformers of the compiler's own modules. Whether
  /// that is asked for, by a name that the program uses, is said to `asked`.
  Linker(const ModuleFiles& modules, bool lifts, bool& asked)
      : modules_(modules), lifts_(lifts), asked_(&asked) {}

  support::Result<Linked> run(std::string_view text, const std::string& file,
                              std::unique_ptr<Linker> self);
  support::Diagnostics rename(ast::Expr& expression);

 private:
  class Names;
  friend class Names;

  // ----------------------------------------------------------------------------------- link.cpp
  void read(std::string_view text, const std::string& file, const std::string& wanted,
            support::Span importedAt);
  void readImports(Unit& unit);
  std::optional<std::size_t> moduleOf(const ast::Import& import);
  [[nodiscard]] std::optional<ModuleFile> writtenFile(const std::string& module) const;
  void importOfLanguage(Unit& unit, std::size_t number);
  void reportCycle(const std::string& module, support::Span span);
  void resolveOperators(Unit& unit);
  const ast::Fixity* fixityOf(const Unit& unit, const std::string& written) const;
  ast::Module merged();
  void addImports(ast::Module& module);
  std::vector<ast::Export> rootExports(support::Span span);

  // --------------------------------------------------------------------------------- exports.cpp
  void enterOwn(Unit& unit);
  void enterImport(Unit& unit, const ast::Import& import, const Unit& from);
  void see(Unit& unit, const ast::Import& import, EntityId entity);
  std::set<EntityId> listed(const ast::Import& import, const Unit& from);
  void findExports(Unit& unit);
  void exportEntity(Unit& unit, const ast::Export& exported);
  void exportModule(Unit& unit, const ast::Export& exported);
  [[nodiscard]] std::optional<EntityId> exportedBy(const Unit& unit, NameSpace space,
                                                   const std::string& name) const;
  void notExported(const ast::Import& import, const Unit& from, const std::string& name);

  // ----------------------------------------------------------------------------------- names.cpp
  void renameUnits();

  void error(support::Span span, std::string message, std::string hint);

  const ModuleFiles& modules_;
  bool lifts_;
  mutable bool aboutActions_ = false;  // As in `Linked`.
  bool* asked_;
  std::deque<Unit> units_;
  std::vector<Entity> entities_;
  std::map<std::string, std::optional<std::size_t>> known_;  // none: being read
  std::vector<std::string> open_;                            // the modules being read
  SourceFiles files_;
  support::Diagnostics errors_;
  support::Diagnostics missing_;
  std::set<std::string> languageModules_;  // that must be imported
  std::string qualifier_;
  std::set<ScopeKey> internal_;                          // the names of the entities
  std::map<EntityId, std::vector<std::string>> labels_;  // of the constructors
};

}  // namespace deforest::text
