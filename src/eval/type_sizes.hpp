// Which types have large values, and what a constructor needs. Private to src/eval.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ir/program.hpp"

namespace deforest::eval {

/// By type: the nodes of its smallest value, as `smallestSizes` gives them.
using Sizes = std::vector<std::optional<std::size_t>>;

/// The nodes of the smallest values of all fields together; nothing if one of them has no value.
[[nodiscard]] std::optional<std::size_t> sizeOfFields(const ir::Constructor& constructor,
                                                      const Sizes& sizes);

/// By type: whether it has values of any size, because it is on a cycle of types or above one.
[[nodiscard]] std::vector<bool> growingTypes(const ir::Program& program);

}  // namespace deforest::eval
