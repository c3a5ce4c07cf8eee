// Makes a failing program smaller.
#pragma once

#include <cstddef>
#include <functional>

#include "ir/program.hpp"

namespace deforest::property {

/// The smallest program found by dropping roots, functions and bindings, replacing operations by
/// values at hand, branching by a branch, alternatives by failures, and dropping parameters,
/// results, fields, constructors. Every program that `stillFails` is asked about is well formed; at
/// most `attempts` are.
[[nodiscard]] ir::Program reduce(ir::Program program,
                                 const std::function<bool(const ir::Program&)>& stillFails,
                                 std::size_t attempts = 4000);

}  // namespace deforest::property
