// What native code does before fusion so as not to evaluate what Haskell would not, where that may
// be most of a program: the passes that put calls off.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

/// These passes, in their order.
[[nodiscard]] std::vector<pipeline::Pass> suspensionPasses();

/// The program as it was read, under Haskell's semantics, with what can be put off; none, if
/// nothing can. Passes that are named are left out. What was decided is added.
[[nodiscard]] std::optional<ir::Program> suspended(
    const ir::Program& program, const std::set<std::string, std::less<>>& without,
    std::vector<pipeline::Decision>& decisions);

/// By type: whether it is one that `suspend-tails` made, of lists that are not yet there.
[[nodiscard]] std::vector<bool> lazyTypes(const ir::Program& program);

}  // namespace deforest::backends
