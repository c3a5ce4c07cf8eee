// Constructors and labels that several modules of a program have.
//
// Of those that another module has too the name in the program ends with a letter that nobody
// writes and the module; what programs show, and messages, is the part before it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace deforest::text {

inline constexpr std::string_view shownWordEnd = "\u02B9";      // a letter
inline constexpr std::string_view shownOperatorEnd = "\u2E31";  // a symbol

/// What a program shows for a constructor or a label of that name.
[[nodiscard]] inline std::string shownName(std::string_view name) {
  const std::size_t end = std::min(name.find(shownWordEnd), name.find(shownOperatorEnd));
  return std::string(name.substr(0, end));
}

}  // namespace deforest::text
