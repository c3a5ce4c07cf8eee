// Work on many functions at once. What a task may do: read the program, write what is its own.
#pragma once

#include <cstddef>
#include <functional>

#include "ir/program.hpp"

namespace deforest::pipeline {

/// Calls `task(0)` ... `task(count - 1)`, in any order and possibly at the same time. Results are
/// written by index, so that the outcome does not depend on the number of threads. The first
/// exception that a task throws (by index) is thrown again once all have ended.
void forEachIndex(std::size_t count, const std::function<void(std::size_t)>& task);

/// Calls `rewrite` once for every function of the program. It may change that function only, and
/// read nothing of the others.
void forEachFunction(ir::Program& program, const std::function<void(ir::Function&)>& rewrite);

}  // namespace deforest::pipeline
