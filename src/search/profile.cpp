#include "search/profile.hpp"

#include <map>

#include "graph/call_graph.hpp"

namespace deforest::search {
namespace {

void addInclusive(Profile& functions) {
  std::vector<std::vector<ir::FunId>> callees;
  for (const FunctionProfile& function : functions) {
    std::vector<ir::FunId>& called = callees.emplace_back();
    for (const auto& [callee, calls] : function.callees) called.push_back(callee);
  }
  const graph::CallGraph graph = graph::callGraph(std::move(callees));
  std::vector<double> work(graph.components.size());
  std::vector<double> entries(graph.components.size());
  for (std::uint32_t i = 0; i < functions.size(); ++i) {
    for (const auto& [callee, calls] : functions[i].callees) {
      const std::uint32_t into = graph.componentOf[callee.value];
      if (into != graph.componentOf[i]) entries[into] += calls;
    }
  }
  for (std::uint32_t c = 0; c < graph.components.size(); ++c) {
    for (const ir::FunId member : graph.components[c]) {
      work[c] += functions[member.value].work;
      for (const auto& [callee, calls] : functions[member.value].callees) {
        const std::uint32_t into = graph.componentOf[callee.value];
        if (into != c && entries[into] > 0) work[c] += work[into] * calls / entries[into];
      }
    }
    for (const ir::FunId member : graph.components[c]) {
      functions[member.value].inclusive = work[c];
      functions[member.value].onCycle = graph.components[c].size() > 1;
    }
  }
}

}  // namespace

Profile profileOf(const std::vector<Weighted>& tallies, std::size_t functions) {
  Profile profile(functions);
  std::map<std::pair<ir::FunId, ir::FunId>, double> edges;
  for (const auto& [tally, weight] : tallies) {
    for (const eval::FunctionTally& function : *tally) {
      profile[function.function.value].work += weight * static_cast<double>(function.work);
      for (const auto& [callee, calls] : function.callees) {
        edges[{function.function, callee}] += weight * static_cast<double>(calls);
      }
    }
  }
  for (const auto& [edge, calls] : edges) {
    profile[edge.first.value].callees.emplace_back(edge.second, calls);
    profile[edge.second.value].calls += calls;
  }
  addInclusive(profile);
  return profile;
}

}  // namespace deforest::search
