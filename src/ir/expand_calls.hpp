// Puts bodies in the place of calls.
#pragma once

#include <functional>

#include "ir/program.hpp"

namespace deforest::ir {

/// Replaces every call in the function of which `wanted` says so by the callee's body, and the
/// calls in that body likewise. It must end: no wanted function may lead to itself by wanted calls.
void expandCalls(const Program& program, Function& function,
                 const std::function<bool(FunId)>& wanted);

}  // namespace deforest::ir
