// The language's own Prelude, in its parts.
#pragma once

#include <string_view>

namespace deforest::text {

[[nodiscard]] std::string_view listSource();
[[nodiscard]] std::string_view classSource();
[[nodiscard]] std::string_view showSource();
[[nodiscard]] std::string_view functionsSource();

}  // namespace deforest::text
