// The signs of ASCII that operators are made of.
#pragma once

#include <string_view>

namespace deforest::support {

inline constexpr std::string_view operatorSymbols = "!#$%&*+./<=>?@\\^|-~:";

}  // namespace deforest::support
