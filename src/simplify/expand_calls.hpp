// Puts bodies in the place of calls.
#pragma once

#include <functional>

#include "ir/program.hpp"

namespace deforest::simplify {

/// Replaces every call in the function of which `wanted` says so by the callee's body, and the
/// calls in that body likewise. It must end: no wanted function may lead to itself by wanted calls.
void expandCalls(const ir::Program& program, ir::Function& function,
                 const std::function<bool(ir::FunId)>& wanted);

}  // namespace deforest::simplify
