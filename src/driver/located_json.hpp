// JSON of which it is known where everything stands, so that what is wrong with a file that a
// person wrote can be shown there.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/diagnostic.hpp"

namespace deforest::driver {

struct LocatedJson {
  enum class Kind : std::uint8_t { Null, Boolean, Number, String, Array, Object };
  Kind kind = Kind::Null;
  std::string text;                ///< Of a string, of the name of a member; "true", "false".
  std::vector<LocatedJson> items;  ///< Of an array; of an object, the values of its members.
  std::vector<LocatedJson> names;  ///< Of an object, in the order of `items`.
  support::Span span;              ///< Of arrays and objects only the first character.

  /// The value of the member; null if there is none.
  [[nodiscard]] const LocatedJson* find(std::string_view name) const;
};

/// The value that the text is. Members of one object have different names.
support::Result<LocatedJson> parseLocatedJson(std::string_view text);

}  // namespace deforest::driver
