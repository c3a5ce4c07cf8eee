// The types of functions of GHC's libraries that the language does not have: so a program that
// calls them can be understood but for what they do. Written as a module writes them; nothing is
// defined. Not everything is there: what a module exports besides is not known.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace deforest::text {

/// The signatures of a module, as the text of a module of that name; nothing if there are none.
[[nodiscard]] std::optional<std::string> signaturesOf(std::string_view module);

/// The modules of which there are signatures.
[[nodiscard]] std::vector<std::string_view> modulesWithSignatures();

/// A module with its signatures. Private to the prelude.
struct ModuleSignatures {
  std::string_view module;
  std::string_view text;  ///< Imports first.
};
[[nodiscard]] const std::vector<ModuleSignatures>& baseSignatures();
[[nodiscard]] const std::vector<ModuleSignatures>& containersSignatures();
[[nodiscard]] const std::vector<ModuleSignatures>& textSignatures();

}  // namespace deforest::text
