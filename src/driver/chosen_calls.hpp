// Calls of a program on inputs that the compiler chooses, for what a user has not given any.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace deforest::driver {

/// Of every root a large, a small and a middling call of those that the search counts on
/// (eval/sample_inputs.hpp), as text; arguments that are too long to be written down are left out.
[[nodiscard]] std::vector<std::string> chosenCalls(const ir::Program& program, bool lazy);

/// `f ARGUMENTS`.
[[nodiscard]] std::string callText(const std::string& function, const std::string& arguments);

}  // namespace deforest::driver
