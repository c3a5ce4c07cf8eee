// What the `.cabal` file of a package says of its components: where their modules are, and which
// extensions are on in all of them.
//
//     library
//       hs-source-dirs:     src
//       default-extensions: OverloadedStrings
//                           StrictData
//
// Common stanzas are part of what imports them. What stands under a condition holds perhaps.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace deforest::driver {

struct CabalComponent {
  std::string name;                      ///< As its stanza begins: `library`, `test-suite units`.
  std::vector<std::string> sourceDirs;   ///< From the directory of the package; `.` by default.
  std::vector<std::string> extensions;   ///< Those that are on.
  std::vector<std::string> conditional;  ///< Those that may be.
};

/// The components of the text of a `.cabal` file. What is not understood is left out.
[[nodiscard]] std::vector<CabalComponent> cabalComponents(std::string_view text);

/// A package on disk.
struct CabalPackage {
  std::filesystem::path directory;
  std::vector<CabalComponent> components;
};

/// The package that a directory is a part of: by the nearest `.cabal` file, in it or above it.
[[nodiscard]] std::optional<CabalPackage> packageAround(const std::filesystem::path& directory);

/// The extensions that are on in every module of the directory `sourceDir` (absolute); with a
/// question mark before it one that is on in some components that have modules there, or perhaps.
[[nodiscard]] std::vector<std::string> extensionsIn(const CabalPackage& package,
                                                    const std::filesystem::path& sourceDir);

}  // namespace deforest::driver
