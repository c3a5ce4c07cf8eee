// A call of a function on arguments that stand outside any heap.
#pragma once

#include "eval/evaluate.hpp"
#include "eval/generate.hpp"
#include "eval/term.hpp"

namespace deforest::eval {

/// Forgets the values that `machine` has, makes the arguments and calls `function`. The arguments
/// are of another program if there is a correspondence, from that to the machine's.
[[nodiscard]] Outcome apply(Machine& machine, ir::FunId function, const Arguments& arguments,
                            const Correspondence* correspondence = nullptr);

}  // namespace deforest::eval
