// Equality of values of two programs.
#pragma once

#include "eval/term.hpp"
#include "eval/value.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

/// Whether `a`, of type `type` of program `before`, and `b`, of the type that corresponds to it in
/// `after`, are the same value: the same constructors and bit for bit the same scalars, where all
/// NaNs are one. Needs neither machine stack for deep values nor time for sharing.
[[nodiscard]] bool equalValues(const ir::Program& before, const ir::Program& after,
                               const Correspondence& correspondence, ir::TypeId type, Value a,
                               Value b);

}  // namespace deforest::eval
