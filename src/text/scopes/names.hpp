// Which of the language's own names a module sees under which spelling, and spelling help.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/parsing/ast.hpp"
#include "text/prelude/libraries.hpp"
#include "text/prelude/library_patterns.hpp"
#include "text/prelude/prelude.hpp"

namespace deforest::text {

/// `M.N.x` is {`M.N`, `x`}; an unqualified name has an empty qualifier. Operators may be
/// qualified too: `P..` is {`P`, `.`}.
[[nodiscard]] std::pair<std::string, std::string> splitQualified(std::string_view name);

/// The candidate that `name` was most likely meant to be; empty if none is near.
[[nodiscard]] std::string nearestName(std::string_view name,
                                      const std::vector<std::string>& candidates);

/// What the import declarations of a module say.
class Imports {
 public:
  Imports() = default;
  explicit Imports(const ast::Module& module);

  /// Whether the module is one of Gibbon's: it imports of them, or defines `gibbon_main`.
  [[nodiscard]] bool isGibbon() const { return gibbon_; }
  /// The language's name of that spelling, as the module understands it; null if there is none.
  [[nodiscard]] const PreludeName* find(std::string_view name) const;
  /// The name of a library that is called by name which is seen as `name`, or `qualifier.name`;
  /// null if there is none.
  [[nodiscard]] const PreludeName* findOfLibrary(std::string_view qualifier,
                                                 std::string_view name) const;
  /// The library whose type is seen so; null if there is none.
  [[nodiscard]] const Library* findTypeOfLibrary(std::string_view qualifier,
                                                 std::string_view name) const;
  /// The pattern synonym of a library that is seen so; null if there is none.
  [[nodiscard]] const LibraryPattern* findPatternOfLibrary(std::string_view qualifier,
                                                           std::string_view name) const;
  /// Whether the module sees this name unqualified.
  [[nodiscard]] bool sees(const PreludeName& name) const;
  /// Whether the module sees the type of that name which that library module has.
  [[nodiscard]] bool seesType(std::string_view module, std::string_view name) const;
  /// Whether some import hides the name, so that it is not the Prelude's.
  [[nodiscard]] bool hides(std::string_view name) const { return hidden_.contains(name); }
  /// Whether `qualifier.name` may be written for this name.
  [[nodiscard]] bool seesQualified(std::string_view qualifier, const PreludeName& name) const;
  /// Whether the qualifier is known at all.
  [[nodiscard]] bool knowsQualifier(std::string_view qualifier) const;
  /// Whether the qualifier stands for a module that is not part of the language.
  [[nodiscard]] bool isForeign(std::string_view qualifier) const {
    return foreignQualifiers_.contains(qualifier);
  }
  /// A module that is imported but is not part of the language; empty if there is none.
  [[nodiscard]] const std::string& foreignModule() const { return foreign_; }
  /// The module that the name is imported from, seen so, if it is one that is only there where a
  /// program is read as a whole (prelude/written_modules.hpp); else empty.
  [[nodiscard]] std::string moduleOfWhole(std::string_view qualifier, std::string_view name) const;

 private:
  struct Unqualified {
    std::string module;
    bool hiding = false;
    bool listed = false;
    std::set<std::string, std::less<>> names;
    const Library* library = nullptr;  // of one that is called by name

    void addMethods();
    [[nodiscard]] bool provides(std::string_view name) const {
      return !listed || names.contains(name) != hiding;
    }
  };

  // What `ofModule` first finds in the libraries that are seen so; null if that is nothing.
  template <typename OfModule>
  auto firstOfLibraries(std::string_view qualifier, std::string_view name,
                        const OfModule& ofModule) const -> decltype(ofModule(std::string_view()));

  std::vector<Unqualified> unqualified_;
  std::map<std::string, std::set<std::string, std::less<>>, std::less<>> aliases_;
  std::set<std::string, std::less<>> hidden_;
  std::set<std::string, std::less<>> foreignQualifiers_;
  std::string foreign_;
  std::vector<ast::Import> written_;  // that are not part of the language, but come with it
  bool gibbon_ = false;
};

}  // namespace deforest::text
