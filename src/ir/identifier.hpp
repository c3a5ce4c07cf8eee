// Whether a name is written like one: operators, and names with a module in front, are not. Of
// what is beyond ASCII, only the letters of a few alphabets are known here; what begins otherwise
// is taken for an operator, which is right for all that a name may be joined to.
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace deforest::ir {

inline bool beginsLikeIdentifier(std::string_view name) {
  if (name.empty()) return false;
  const auto first = static_cast<unsigned char>(name[0]);
  if (first < 0x80) return std::isalpha(first) != 0 || first == '_';
  if (name.size() < 2 || first < 0xC3 || first > 0xD1) return false;
  const unsigned code = ((first & 0x1FU) << 6U) | (static_cast<unsigned char>(name[1]) & 0x3FU);
  const bool latin = code >= 0xC0 && code < 0x250 && code != 0xD7 && code != 0xF7;
  const bool greek = code >= 0x391 && code < 0x3CA;
  const bool cyrillic = code >= 0x410 && code < 0x450;
  return latin || greek || cyrillic;
}

inline bool isIdentifier(std::string_view name) {
  return beginsLikeIdentifier(name) && std::ranges::all_of(name, [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_' || c == '\'' || c >= 0x80;
         });
}

}  // namespace deforest::ir
