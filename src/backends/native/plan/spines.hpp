// Which loops run along a list of heavy elements, and so can hand out what follows.
//
//     f Nil = Nil
//     f (Cons t ts) = Cons (g t) (f ts)        -- g visits a whole tree
//
// The rest of the list is a call of the function itself that depends on nothing the loop does.
// Which call it will be some elements from now is known without doing them, if all that changes
// from one round to the next is the place in the list, and sums that the loop only adds to:
//
//     f Nil s = s
//     f (Cons t ts) s = f ts (s + g t)         -- s plus what the rest gives, begun with 0
//
// What has been printed (written_output.hpp) is such a sum: the rest is printed apart, and then
// printed behind it.
#pragma once

#include <map>
#include <optional>

#include "backends/native/facts.hpp"
#include "backends/native/plan/loops.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

struct SpinePlan {
  std::size_t parameter = 0;  ///< The place in the list.
  /// By constructor: the field that every round that meets one goes on with.
  std::map<ir::CtorId, std::size_t> steps;
  /// Of parameters that are sums: the result to which what has been added belongs.
  std::map<std::size_t, std::size_t> sums;
};

/// The list that the loops of a function run along, if there is something worth a thread to do on
/// the way. A function that calls itself otherwise than to go on visits a tree, not a list.
[[nodiscard]] std::optional<SpinePlan> findSpine(const ir::Program& program, ir::FunId id,
                                                 const LoopPlan& loops, const CppFacts& facts);

}  // namespace deforest::backends
