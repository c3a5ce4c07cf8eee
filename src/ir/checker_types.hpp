// The part of the checker that looks at types and constructors. Private to src/ir.
#pragma once

#include <functional>
#include <string>

#include "ir/program.hpp"

namespace deforest::ir {

/// Reports every invariant of types and constructors that `program` breaks. Ids inside types and
/// constructors may be used without further checks if nothing is reported.
void checkTypes(const Program& program, const std::function<void(std::string)>& report);

}  // namespace deforest::ir
