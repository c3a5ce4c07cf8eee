// Which settings are tried besides the one that was given.
//
// By what was refused in the first attempt: more room where a limit was in the way, and less where
// long fragments took the calls that others could have used.
#pragma once

#include <string>
#include <vector>

#include "engine/options.hpp"
#include "ir/program.hpp"
#include "search/attempt.hpp"

namespace deforest::search {

/// What tells the settings from those that were given: `cap 2, glue 0, width 6`.
[[nodiscard]] std::string nameOf(const engine::Options& options, const engine::Options& given);

/// Settings that may do better than `options`, whose attempt was `first`, in which fragments wanted
/// to be as wide as `widest`. `everything`: also to build all that can be, if the program is small.
[[nodiscard]] std::vector<engine::Options> variations(const ir::Program& input,
                                                      const engine::Options& options,
                                                      const Attempt& first, unsigned widest,
                                                      bool everything);

}  // namespace deforest::search
