// Who calls whom. Components of mutual recursion come callees first.
#pragma once

#include <map>
#include <vector>

#include "ir/program.hpp"

namespace deforest::graph {

struct CallGraph {
  /// Callees of every function, ascending, without repetition. Indexed by FunId.
  std::vector<std::vector<ir::FunId>> callees;
  /// Strongly connected components, callees before callers; members ascending.
  std::vector<std::vector<ir::FunId>> components;
  /// Index into `components`. Indexed by FunId.
  std::vector<std::uint32_t> componentOf;
  /// Lies on a cycle of calls. Indexed by FunId.
  std::vector<bool> recursive;
};

CallGraph callGraph(const ir::Program& program);

/// The same of calls given by caller; callees ascending, without repetition.
CallGraph callGraph(std::vector<std::vector<ir::FunId>> callees);

/// How many calls of each of its callees a function has.
std::map<ir::FunId, std::size_t> callSites(const ir::Function& function);

/// The functions that calls from `roots` can reach, roots included. Indexed by FunId.
std::vector<bool> reachable(const CallGraph& graph, const std::vector<ir::FunId>& roots);

}  // namespace deforest::graph
