// When a composition must not grow any further.
//
// `mul2pd (x:xs) = x*2 : mul2pd (mul2 xs)` asks, once fused, for mul2pd . mul2, then for
// mul2pd . mul2 . mul2, ... : every fragment is derived from the one before and larger. A call is
// refused when, with it, the fragment would
//   - hold more weighing calls than the width allows,
//   - use a source function more often than the cap *and* more often than the fragment it is
//     derived from (compositions written by the user start with no parent and are not capped), or
//   - have a spine that contains the spine of an ancestor and uses one of its functions more often
//     (homeomorphic embedding on multisets).
// A refused call starts a layer at a materialised result, so the engine still folds:
// mul2pd (x:xs) = x*4 : f (mul2 xs). Each refusal is a place where the transformation does not
// terminate naturally, and is reported as such.
//
// Getters do not weigh: there are at most as many as there are intermediate trees. Functions made
// by an earlier run weigh as what they are made of, so a second run unrolls nothing further.
//
// Thesis sections 4.4.2 and 4.4.3 (bounds); the embedding is that of M. H. Sørensen and R. Glück,
// "An algorithm of generalization in positive supercompilation", ILPS 1995.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/limits.hpp"
#include "graph/facts.hpp"
#include "pipeline/pass.hpp"
#include "tupling/fragment.hpp"

namespace deforest::tupling {

/// What the whistle remembers of a fragment on the way to the present one.
struct Ancestor {
  std::map<std::string, unsigned> spine;   ///< Weights of the members that traverse the root.
  std::map<std::string, unsigned> counts;  ///< Weights of all members.
  unsigned primitives = 0;                 ///< Primitives among the members (glue).
  std::vector<ir::FunId> callees;          ///< Of all members.
};

/// The fragments the present one was derived from, oldest first; empty in a source function.
using Ancestry = std::vector<Ancestor>;

Ancestor ancestorOf(const graph::Facts& facts, const Key& key);

/// The ancestry that counts for a fragment of these calls: none, if no call can reach a function of
/// an ancestor again. Such a fragment begins anew, lower in the call graph; that happens only
/// finitely often, and compositions written by the user below a recursion are not capped by it.
Ancestry relevant(const graph::Facts& facts, const Ancestry& ancestry,
                  const std::vector<ir::FunId>& calls);

/// Why the calls (by callee) may not be one fragment below `ancestry`; none: they may. `spine`:
/// compare spines too (not for producers that are absorbed: they come and go).
std::optional<pipeline::Refusal> whistle(const graph::Facts& facts, const engine::Limits& limits,
                                         const Ancestry& ancestry,
                                         const std::vector<ir::FunId>& calls, bool spine);

}  // namespace deforest::tupling
