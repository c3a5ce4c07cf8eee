// Functions that are written as comprehensions: what they do with each element of a list.
//
//     f [] n = []                                                f xs n = [g x n | x <- xs, x > n]
//     f (x : xs) n = if x > n then g x n : f xs n else f xs n  =>
//
// The text says more with less, and GHC's rules fuse a comprehension with what makes its list and
// what takes its elements, where a function that calls itself stays a loop of its own
// (backends/haskell/list_fusion). As lazy as the equations: no element is evaluated before somebody
// asks for it. Only where evaluation is Haskell's.
#pragma once

#include <optional>
#include <vector>

#include "backends/haskell/plan.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

struct ListLoop {
  ir::VarId list;     ///< The parameter whose elements it goes along.
  ir::VarId element;  ///< What an element is called.
  ir::Atom made;      ///< What becomes of it.
  /// What is defined before that, in order; what stands where it is used is not among them.
  std::vector<const ir::Binding*> definitions;
  std::size_t before = 0;  ///< How many of them the condition may need.
  /// Elements are dropped for which this does not hold; if `negated`, for which it does.
  std::optional<ir::Atom> condition;
  bool negated = false;
};

[[nodiscard]] std::optional<ListLoop> listLoopOf(const ir::Program& program, ir::FunId id,
                                                 const Plan& plan);

}  // namespace deforest::backends
