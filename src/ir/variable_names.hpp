// Names for variables that have none of their own.
#pragma once

#include <string>

#include "ir/program.hpp"

namespace deforest::ir {

/// What a variable of that type is called where nothing else is known of it: `n` for numbers, `xs`
/// for lists, the first letter of any other type.
[[nodiscard]] std::string nameByType(const Type& type);

}  // namespace deforest::ir
