// How top-level names are written: what the module defines, what it imports, and what must be
// imported or hidden in addition so that printed code means what it should.
//
// A module may define `sum`, `max` or `div` itself, with or without hiding the Prelude's. Printed
// code refers to its own functions without qualification, hides the Prelude's namesakes and writes
// `P.div` for a primitive that is hidden or redefined. Bit operations and `ord` and `chr` are
// imported by name where the module does not import them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "ir/program.hpp"
#include "text/prelude/libraries.hpp"

namespace deforest::text {

/// One import declaration, as far as it decides how names are written.
struct ImportLine {
  std::string text;  ///< Verbatim.
  std::string module;
  std::string alias;  ///< The module itself without `as`.
  bool qualified = false;
  bool hiding = false;
  std::optional<std::vector<std::string>> names;  ///< What is listed, those inside `T(..)` too.

  /// Whether the declaration brings `name` into scope.
  [[nodiscard]] bool provides(std::string_view name) const;
};

/// Reads a well-formed import declaration.
[[nodiscard]] ImportLine readImport(std::string_view text);

class ModuleScope {
 public:
  /// `keep` decides which of the module's imports stay.
  explicit ModuleScope(const ir::Program& program, bool (*keep)(const ImportLine&) = nullptr);

  /// How a name of `module` is written here, as an identifier or operator, possibly qualified.
  /// What must be imported for it is remembered.
  [[nodiscard]] std::string imported(std::string_view module, std::string_view name);
  [[nodiscard]] std::string prelude(std::string_view name) { return imported("Prelude", name); }
  [[nodiscard]] std::string primitive(ir::PrimOp op);
  /// How a function or the type of a library that is called by name (`Data.Map`) is written here.
  [[nodiscard]] std::string library(std::string_view module, std::string_view name);
  /// The same of a type that the language has without declaration, or of one of its constructors.
  [[nodiscard]] std::string builtin(std::string_view type, std::string_view name);

  /// Whether a local variable of this name would hide something that printed code may refer to.
  [[nodiscard]] bool reserved(std::string_view name) const;

  /// Whether the program has this function, data constructor, type or record label.
  [[nodiscard]] bool defines(std::string_view name) const {
    return defined_.contains(std::string(name));
  }

  /// Takes names as defined by text that stands beside what is printed.
  void define(const std::set<std::string>& names);

  /// Takes a name as one that no local variable may hide.
  void avoid(const std::string& name) {
    avoided_.insert(name);
    // What is printed of it where nothing stands around a value.
    if (name == "showsPrec" || name == "shows") avoided_.insert({"show", "shows"});
  }

  /// Whether an import declaration that lists names brings this one into scope.
  [[nodiscard]] bool importsByName(std::string_view name) const;

  /// The import declarations that the names asked for so far need beside the module's own.
  [[nodiscard]] std::vector<std::string> additionalImports() const;

  /// The import declarations, those needed for the names asked for so far included.
  [[nodiscard]] std::vector<std::string> imports() const;

 private:
  [[nodiscard]] bool inScope(std::string_view module, std::string_view name) const;
  [[nodiscard]] std::string aliasOf(std::string_view module, std::string_view name);
  [[nodiscard]] bool isPlain(const Library& library, std::string_view name) const;
  void appendNeeded(std::vector<std::string>& out) const;
  [[nodiscard]] std::vector<std::string> hiddenFrom(const ImportLine& line) const;

  std::vector<ImportLine> lines_;
  bool implicitPrelude_ = true;  // the module imports the Prelude without saying so
  std::unordered_set<std::string> defined_;
  std::unordered_set<std::string> avoided_;
  std::vector<std::string> clashes_;                     // defined here and in the Prelude, sorted
  std::map<std::string, std::set<std::string>> byName_;  // module, names imported in addition
  std::map<std::string, std::string> byAlias_;           // module, alias of an additional import
};

}  // namespace deforest::text
