// Where strict evaluation certainly has no value and Haskell's may have one.
//
//     value m = fromMaybe (error "none") m      evaluated before the call, it always fails
//     from n = n : from (n + 1)                 evaluated before the cell is made, it never ends
//
// Code that evaluates everything where it stands cannot be made of such a program as it is. A block
// has no value where evaluation is strict if one of its bindings has none: an `error`, a call of a
// function whose body has none, a branch all of whose blocks have none; of recursion that is
// assumed until something shows otherwise (the least fixed point), so a recursion without an end
// has no value. Where evaluation is Haskell's, it has none if all of its results certainly have
// none (graph/demand.hpp).
//
// What only may fail is not found: whether it does depends on the input.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"

namespace deforest::graph {

struct EagerFailure {
  ir::Position
      position;  ///< Of the binding without a value; where that is not known, the function's.
  std::string function;  ///< It stands in.
  std::string callee;    ///< What it calls; empty: it fails itself.
  std::string reason;    ///< What the failure says; empty: it does not end.
  bool tied = false;     ///< What it calls is given what it results in.
};

/// By function: whether it may have a value where evaluation is strict.
[[nodiscard]] std::vector<bool> functionsWithValues(const ir::Program& program);

/// In order of position, one per binding.
[[nodiscard]] std::vector<EagerFailure> eagerFailures(const ir::Program& program);

}  // namespace deforest::graph
