// What a compiled program counts more than the program as it was read.
#pragma once

#include <optional>
#include <string>

#include "eval/compare.hpp"
#include "properties.hpp"

namespace deforest::property {

/// The first input on which `after` makes more matches or calls (but for the way into a loop) or
/// allocates more than `before`. `step` says what was done to the program.
[[nodiscard]] std::optional<Violation> rise(const std::string& step,
                                            const eval::Comparison& comparison,
                                            const ir::Program& before, const ir::Program& after);

}  // namespace deforest::property
