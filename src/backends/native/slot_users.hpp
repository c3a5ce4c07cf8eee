// Which functions have to do with slots (ir/slots.hpp), and what may hold one.
#pragma once

#include <vector>

#include "ir/program.hpp"

namespace deforest::backends {

/// By type: whether its values may hold slots.
[[nodiscard]] std::vector<bool> typesWithSlots(const ir::Program& program);

/// By function: whether a call of it may make, read or fill slots. `components` are those of mutual
/// recursion, callees first.
[[nodiscard]] std::vector<bool> slotUsers(const ir::Program& program,
                                          const std::vector<std::vector<ir::FunId>>& components);

}  // namespace deforest::backends
