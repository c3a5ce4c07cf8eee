// How a program ends itself: by a failure with a message that says so and with which status
// (text/prelude/action_source.cpp, runtime/deforest/show.hpp).
#pragma once

#include <string_view>

namespace deforest::ir {

/// The largest character.
inline constexpr std::string_view endMark = "\xf4\x8f\xbf\xbf";

/// Whether a failure with that message is the end of a program that ends itself.
[[nodiscard]] inline bool isEnd(std::string_view message) {
  return message.starts_with(endMark);
}

}  // namespace deforest::ir
