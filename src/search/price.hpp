// What code costs a reader: tokens.
//
// Estimated from the program, so that what is not printed yet can be weighed: about what the
// Haskell backend would write, names and operators each as one, punctuation that lines need left
// out.
#pragma once

#include <cstddef>
#include <vector>

#include "ir/program.hpp"

namespace deforest::search {

[[nodiscard]] std::size_t tokens(const ir::Function& function);

/// Of the functions that the roots reach.
[[nodiscard]] std::size_t tokens(const ir::Program& program);

}  // namespace deforest::search
