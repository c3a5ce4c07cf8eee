// Makes a failing input small.
#pragma once

#include <functional>

#include "eval/generate.hpp"

namespace deforest::eval {

/// Inputs as small as can be found on which `fails` still holds, as it does on `arguments`. Tries
/// smaller subterms in place of larger ones, and simpler scalars; calls `fails` at most `attempts`
/// times.
[[nodiscard]] Arguments shrink(const ir::Program& program, Arguments arguments,
                               const std::function<bool(const Arguments&)>& fails,
                               std::size_t attempts);

}  // namespace deforest::eval
