// How large a program is, and what of it is used.
#pragma once

#include <cstddef>
#include <vector>

#include "ir/program.hpp"

namespace deforest::ir {

/// The number of bindings, those in nested blocks included.
[[nodiscard]] std::size_t size(const Block& block);

/// One more than its body.
[[nodiscard]] std::size_t size(const Function& function);

/// The sum over all functions, reachable or not, but for those of libraries.
[[nodiscard]] std::size_t size(const Program& program);

/// The functions that a block calls, each once, in order of first mention.
[[nodiscard]] std::vector<FunId> callees(const Block& block);

/// By variable: how often the function reads it, in nested blocks too.
[[nodiscard]] std::vector<unsigned> countUses(const Function& function);

/// For every function, whether a root is it or calls it, directly or not.
[[nodiscard]] std::vector<bool> reachable(const Program& program);

}  // namespace deforest::ir
