// Instances that a newtype has of its field, and `Bounded` of types of one constructor.
//
//     newtype Cents = Cents Int deriving (Num, Enum)
//
//     instance Num Cents where
//       (Cents x0) + (Cents x1) = Cents (x0 + x1)
//       ...
#pragma once

#include <optional>
#include <string>

#include "text/types/types.hpp"

namespace deforest::text {

/// The text of the instance of that class; nothing if it is not derived so.
[[nodiscard]] std::optional<std::string> instanceOfField(const TypeTable& types, const TypeCon& con,
                                                         const std::string& className);

}  // namespace deforest::text
