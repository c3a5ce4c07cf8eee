// A function without the bindings that nothing uses.
#pragma once

#include <vector>

#include "ir/program.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

/// For every variable, whether the function was given it: a parameter, a field that a `Case` bound,
/// or one that an `Unpack` of something given did. Under lazy semantics an `Unpack` of such a
/// variable forces it.
[[nodiscard]] std::vector<bool> givenVariables(const ir::Function& function);

/// The function without bindings whose results are not used. Under strict semantics failures stay;
/// under lazy semantics a match that forces stays, and unused failures go.
[[nodiscard]] ir::Function withoutUnused(ir::Function function, pipeline::Semantics semantics);

/// For every parameter, whether the function reads it.
[[nodiscard]] std::vector<bool> usedParameters(const ir::Function& function);

}  // namespace deforest::backends
