// A function without the bindings that nothing uses.
#pragma once

#include <vector>

#include "ir/program.hpp"
#include "ir/semantics.hpp"

namespace deforest::backends {

/// The function without bindings whose results are not used. Under strict semantics failures stay.
[[nodiscard]] ir::Function withoutUnused(ir::Function function, ir::Semantics semantics);

/// For every parameter, whether the function reads it.
[[nodiscard]] std::vector<bool> usedParameters(const ir::Function& function);

}  // namespace deforest::backends
