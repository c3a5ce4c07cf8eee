// Which calls of one region share a visit.
//
// The calls of a region are *partitioned* into groups; every group becomes one call of one
// fragment. So each call of the unfused program is made at most once in the fused one, and that is
// why the result is never slower. A call joins
//   1. the group of the call that produced the tree it traverses (fusion), else
//   2. a group rooted at the tree it traverses, oldest first (tupling),
// if contracting the group leaves the dependence graph acyclic and the whistle is silent; else it
// roots a group of its own at that tree. If that tree is the result of a call it is then
// materialised: a second layer.
//
// Not acyclic:  l' = f l ; s = v l' + v r' ; m = setX s l'     f l and v l' share a visit of l;
//               setX needs s, which leaves the group and comes back: setX starts a layer at l'.
//
// ABSORB. A group whose member branches on a further argument `a` (zips), or may return `a` to a
// consumer in the group (`sum (append xs a)`), takes in the group that produces `a`, if nobody
// else wants what that group makes: the fragment then fuses through both trees.
//
// GLUE (off by default). Where only primitives close the cycle, they may join too.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/limits.hpp"
#include "graph/dependence.hpp"
#include "graph/facts.hpp"
#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"
#include "tupling/rules.hpp"
#include "tupling/whistle.hpp"

namespace deforest::tupling {

/// Where a region stands: what the decisions depend on besides the region.
struct Site {
  const ir::Program& source;  ///< Calls in the region name its functions.
  const graph::Facts& facts;
  const engine::Limits& limits;
  ir::Semantics semantics;
  Rules rules;
  const Ancestry& ancestry;
  const ir::Function& target;  ///< The region's variables.
};

struct Group {
  std::optional<ir::VarId> root;       ///< None: a generator.
  std::vector<std::uint32_t> members;  ///< Bindings of the region, ascending.
};

struct Partition {
  graph::Grouping grouping;               ///< A number per binding; singletons have their own.
  std::map<std::uint32_t, Group> groups;  ///< By group number. Every call with facts is in one.
  std::vector<pipeline::Decision> decisions;
  std::vector<std::uint32_t> joining;  ///< By decision: the binding that it is about.
};

Partition partition(const Site& site, const ir::Block& region, const graph::Dependence& dependence);

/// Whether some of the calls, but not all, share a visit.
[[nodiscard]] bool hasLayers(const Site& site, const ir::Block& line);

}  // namespace deforest::tupling
