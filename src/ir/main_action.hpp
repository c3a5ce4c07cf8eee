// The function that a program runs.
#pragma once

#include "ir/program.hpp"

namespace deforest::ir {

/// Whether the function is the program's `main`, which is an action.
[[nodiscard]] inline bool isMainAction(const Program& program, const Function& function) {
  return function.name == "main" && !program.outputs.empty();
}

}  // namespace deforest::ir
