// Where the modules of a package are, seen from one of them.
//
//     src/Data/Page.hs begins `module Data.Page where`, so `import Text.Layout` is
//     src/Text/Layout.hs
//
// A main module may have any name: what it imports is looked for beside it. A `.cabal` file, which
// is looked for from there upwards, says in which other directories the package has modules, and
// which extensions are on everywhere.
#pragma once

#include <string>

#include "text/linking/link.hpp"
#include "text/scopes/interfaces.hpp"

namespace deforest::driver {

/// The package of the module in the file `path`, of that content. A file that is not there or is
/// too large is not read.
[[nodiscard]] text::Package packageOf(const std::string& path, const std::string& content);

/// The same for programs of which every module is read: where the modules are, besides. Null for
/// what is read from standard input.
[[nodiscard]] text::ModuleFiles moduleFilesOf(const std::string& path, const std::string& content);

}  // namespace deforest::driver
