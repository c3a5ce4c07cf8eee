// Which calls count as visits and which as matches.
#pragma once

#include <vector>

#include "ir/program.hpp"

namespace deforest::eval {

struct CallClass {
  bool matches = false;  ///< Contains a `Case` or `Unpack` on one of its parameters.
  bool cyclic = false;   ///< Lies on a cycle of the call graph.
  /// Whether a call of it is a visit.
  [[nodiscard]] bool visits() const { return matches && cyclic; }
};

/// One entry per function. Taking a newtype apart is no match, since there is nothing to read; what
/// it wraps counts as the parameter itself.
[[nodiscard]] std::vector<CallClass> classify(const ir::Program& program);

}  // namespace deforest::eval
