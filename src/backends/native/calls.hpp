// How often functions of a cycle of calls are called.
#pragma once

#include <vector>

#include "ir/program.hpp"

namespace deforest::backends {

/// Functions that call each other.
using Component = std::vector<ir::FunId>;

[[nodiscard]] bool isWithin(const Component& component, ir::FunId id);

/// The most calls of the component's functions on a path through the block.
[[nodiscard]] std::size_t callsOnPath(const ir::Block& block, const Component& component);

/// The calls of the function that stand in the block.
[[nodiscard]] std::size_t callsOf(const ir::Block& block, ir::FunId id);

}  // namespace deforest::backends
