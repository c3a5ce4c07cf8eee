// Folds: functions that use the recursive fields of their tree for nothing but themselves.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/program.hpp"

namespace deforest::fusion {

/// The position of the tree if `function` is a fold: its body is one match on that parameter; it
/// has one result; it calls itself, on fields of the tree's type, with its other parameters
/// unchanged, outside of conditionals; and such a field has no other use.
std::optional<std::uint32_t> foldedParameter(const ir::Program& program, ir::FunId function);

/// Its match; only for a function whose body is one.
const ir::Case& matchOf(const ir::Function& function);

}  // namespace deforest::fusion
