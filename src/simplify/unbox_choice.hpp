// Which results of which functions are better returned as their fields; `unbox-results` says what
// that is. Here is when it must not be done.
//
// A result is a candidate if its type has one constructor, with fields, and cannot contain itself.
// Of the candidates those remain, as a greatest fixed point so that recursion counts, that
//
//   - every branch builds, fails to, or has from a call that returns the fields as well;
//   - of a tuple: would not be built twice, where it is kept and again behind a call;
//   - of anything else: nobody keeps. No caller wants it but to take it apart or to return it as
//     its fields; the function itself neither stores it nor passes it on; and some call takes it
//     apart, so that something is gained.
//
// What a call returns flows into at most one place that builds it again. So the second condition,
// which the third implies, is what keeps the number of allocations from growing.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"
#include "simplify/value_flow.hpp"

namespace deforest::simplify {

/// A result that every branch builds and that is nevertheless returned whole.
struct KeptWhole {
  Slot slot;
  std::string reason;  ///< A sentence without full stop.
};

struct UnboxChoice {
  std::vector<std::vector<bool>> unboxed;  ///< By function, by result.
  std::vector<KeptWhole> refused;          ///< Ordered by slot.
  [[nodiscard]] bool any() const;
};

UnboxChoice chooseUnboxed(const ir::Program& program);

}  // namespace deforest::simplify
