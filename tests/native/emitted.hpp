// What tests ask of emitted C++.
#pragma once

#include <string>

namespace deforest::backends {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The text of a function, from its head to the closing brace at the start of a line.
inline std::string functionOf(const std::string& text, const std::string& head) {
  const std::size_t begin = text.find(head);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find("\n}", begin) - begin);
}

}  // namespace deforest::backends
