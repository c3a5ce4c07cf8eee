// Which calls of a block can run at the same time.
#pragma once

#include <vector>

#include "backends/cpp/prepare.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// Puts calls that are worth a thread of their own and independent of each other side by side, in
/// all blocks of the function: what comes between them and needs none of them goes before, the rest
/// after.
void gatherForks(ir::Function& function, const CppFacts& facts);

/// How many bindings from `at` on are independent calls worth a thread each. At least 1.
[[nodiscard]] std::size_t forkAt(const ir::Block& block, std::size_t at, const CppFacts& facts);

/// Whether the function has calls to run at the same time. Its forks must be gathered.
[[nodiscard]] bool hasForks(const ir::Block& block, const CppFacts& facts);

}  // namespace deforest::backends
