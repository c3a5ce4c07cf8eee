// The two functions that one becomes that waits for a parameter; see split_phase.hpp.
#pragma once

#include "backends/native/deferred_argument.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// What does without the parameter. Fields and results that wait are anything: what `model` has in
/// the same place, if it has the same operations, so that the two can be compared.
[[nodiscard]] ir::Function beginOf(const ir::Program& program, const ir::Function& function,
                                   const DeferredFunction& deferred,
                                   const ir::Function* model = nullptr);

/// What makes the results from those of the first that are passed on and, last, the parameter.
[[nodiscard]] ir::Function finishOf(const ir::Program& program, const ir::Function& function,
                                    const DeferredFunction& deferred);

}  // namespace deforest::backends
