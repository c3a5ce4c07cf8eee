// JSON as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace deforest::driver {

/// On one line, or on several, each level `indent` spaces further in. What is no UTF-8, as names of
/// files may be, becomes the replacement character.
inline std::string jsonText(const nlohmann::ordered_json& json, int indent = -1) {
  using Json = nlohmann::ordered_json;
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace deforest::driver
