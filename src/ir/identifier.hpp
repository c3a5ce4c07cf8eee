// Whether a name is written like one: operators, and names with a module in front, are not.
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace deforest::ir {

inline bool isIdentifier(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '\'' || c >= 0x80;
  });
}

}  // namespace deforest::ir
