// What there is to say of one root: what was counted of it and on which inputs, what no input came
// by, and which of all findings are about it.
#pragma once

#include "driver/explain/explanation.hpp"
#include "driver/explain/work.hpp"

namespace deforest::driver {

/// The counts and the inputs; where the root stands is left open.
[[nodiscard]] RootReport reportOn(const ir::Function& root, const Evidence& evidence,
                                  const SourceNames& names);

/// Adds what is fused in what the root may call, and what is not: those with most of its work
/// first, each once.
void summarise(const std::vector<Finding>& findings, const RootWork& work, RootReport& root);

}  // namespace deforest::driver
