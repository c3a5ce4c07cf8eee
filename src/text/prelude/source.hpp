// The language's own Prelude, in its parts.
#pragma once

#include <string_view>
#include <vector>

namespace deforest::text {

[[nodiscard]] std::string_view listSource();
[[nodiscard]] std::string_view classSource();
[[nodiscard]] std::string_view showSource();
[[nodiscard]] std::string_view functionsSource();
[[nodiscard]] std::string_view readSource();

/// A name of a library that is none of the language.
struct UnsupportedName {
  std::string_view name;
  std::string_view module;
};
[[nodiscard]] std::vector<UnsupportedName> unsupportedNames();

}  // namespace deforest::text
