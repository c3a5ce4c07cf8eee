// A call of a function on arguments that stand outside any heap.
#pragma once

#include <set>

#include "eval/evaluate.hpp"
#include "eval/generate.hpp"
#include "eval/lazy/machine.hpp"
#include "eval/term.hpp"

namespace deforest::eval {

/// Forgets the values that `machine` has, makes the arguments and calls `function`. The arguments
/// are of another program if there is a correspondence, from that to the machine's.
[[nodiscard]] Outcome apply(Machine& machine, ir::FunId function, const Arguments& arguments,
                            const Correspondence* correspondence = nullptr);

/// The same where evaluation is Haskell's, as `LazyMachine::observe` looks at the result.
[[nodiscard]] LazyMachine::Observation observe(LazyMachine& machine, ir::FunId function,
                                               const Arguments& arguments,
                                               const std::set<std::size_t>& undefined,
                                               std::size_t most,
                                               const Correspondence* correspondence = nullptr);

/// The same where evaluation is Haskell's. The result is looked at from its beginning, as far as
/// `enoughSightings` goes, and the outcome has no values.
[[nodiscard]] Outcome apply(LazyMachine& machine, ir::FunId function, const Arguments& arguments,
                            const Correspondence* correspondence = nullptr);

}  // namespace deforest::eval
