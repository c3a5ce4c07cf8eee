// Where the modules of a package are, seen from one of them.
//
//     src/Data/Page.hs begins `module Data.Page where`, so `import Text.Layout` is
//     src/Text/Layout.hs
//
// A main module may have any name: what it imports is looked for beside it.
#pragma once

#include <string>

#include "text/scopes/interfaces.hpp"

namespace deforest::driver {

/// Reads modules that the one in the file `path`, of that content, imports. A file that is not
/// there, is literate or too large is not read.
[[nodiscard]] text::ModuleText moduleTexts(const std::string& path, const std::string& content);

}  // namespace deforest::driver
