// Libraries that are written in the language itself and called by name: Data.Map, Data.Set, ...
//
// Unlike the functions of the Prelude, theirs are not looked into by what improves programs: in
// Haskell the package of that name does the work, and natively they are compiled as they stand
// (`ir::LibraryName`).
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/parsing/ast.hpp"
#include "text/prelude/prelude.hpp"

namespace deforest::text {

struct Library {
  std::string_view module;                ///< `Data.Map`.
  std::vector<std::string_view> modules;  ///< Those that export it: with `Data.Map.Strict`.
  std::string_view type;
  std::vector<PreludeName> names;  ///< What it exports besides, sorted.
  const ast::Module& (*source)();  ///< Its type, instances and functions.

  /// What it exports under that name; null: nothing.
  [[nodiscard]] const PreludeName* find(std::string_view name) const;
};

[[nodiscard]] std::span<const Library> libraries();

/// `fix` of Data.Function: the one function of which a variable stands for what is only being
/// computed. No module is said to export it.
[[nodiscard]] const Library& tyingLibrary();

/// Whether functions of that module are called by their names, and are no methods.
[[nodiscard]] bool isOfLibrary(std::string_view module);

/// The library that a module of this name exports; null if none does.
[[nodiscard]] const Library* findLibrary(std::string_view module);

}  // namespace deforest::text
