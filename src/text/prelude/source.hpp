// The language's own Prelude, in its parts, and the libraries that are called by name.
#pragma once

#include <string_view>

namespace deforest::text {

[[nodiscard]] std::string_view listSource();
[[nodiscard]] std::string_view classSource();
[[nodiscard]] std::string_view showSource();
[[nodiscard]] std::string_view functionsSource();
[[nodiscard]] std::string_view mapSource();
[[nodiscard]] std::string_view mapWholesSource();
[[nodiscard]] std::string_view setSource();

}  // namespace deforest::text
