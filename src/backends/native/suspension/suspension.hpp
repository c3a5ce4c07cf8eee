// What native code does before fusion so as not to evaluate what Haskell would not, where that may
// be most of a program: the passes that put calls off.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "pipeline/pass.hpp"
#include "pipeline/run.hpp"

namespace deforest::backends {

/// These passes, in their order.
[[nodiscard]] std::vector<pipeline::Pass> suspensionPasses();

/// These passes and what they need before and after them, but for those that are named; none, if
/// they cannot be without one of those.
[[nodiscard]] std::optional<pipeline::Pipeline> suspensionPipeline(
    const std::set<std::string, std::less<>>& without);

/// The program as it was read, under Haskell's semantics, with what can be put off; none, if
/// nothing can. What was decided is added.
[[nodiscard]] std::optional<ir::Program> suspended(const ir::Program& program,
                                                   const pipeline::Pipeline& passes,
                                                   const pipeline::RunOptions& options,
                                                   std::vector<pipeline::Decision>& decisions,
                                                   pipeline::RunReport& report);

/// By type: whether it is one that `suspend-tails` made, of lists that are not yet there.
[[nodiscard]] std::vector<bool> lazyTypes(const ir::Program& program);

}  // namespace deforest::backends
