#include "graph/call_graph.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"

namespace deforest::graph {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

std::vector<ir::FunId> calleesOf(const ir::Function& function) {
  std::vector<ir::FunId> callees;
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      callees.push_back(call->callee);
    }
  });
  std::sort(callees.begin(), callees.end());
  callees.erase(std::unique(callees.begin(), callees.end()), callees.end());
  return callees;
}

}  // namespace

CallGraph callGraph(const ir::Program& program) {
  std::vector<std::vector<ir::FunId>> callees;
  for (const ir::Function& function : program.functions) callees.push_back(calleesOf(function));
  // What is called by its name in a library may call all that it is given.
  const std::vector<std::vector<ir::FunId>> given = ir::givenFunctions(program);
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i].empty()) continue;
    callees[i].insert(callees[i].end(), given[i].begin(), given[i].end());
    std::ranges::sort(callees[i]);
    callees[i].erase(std::unique(callees[i].begin(), callees[i].end()), callees[i].end());
  }
  return callGraph(std::move(callees));
}

CallGraph callGraph(std::vector<std::vector<ir::FunId>> callees) {
  const auto count = static_cast<std::uint32_t>(callees.size());
  CallGraph result;
  result.callees = std::move(callees);
  Graph graph(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    for (const ir::FunId callee : result.callees[i]) boost::add_edge(i, callee.value, graph);
  }
  result.componentOf.resize(count);
  const auto numbers = boost::make_iterator_property_map(result.componentOf.begin(),
                                                         get(boost::vertex_index, graph));
  // Tarjan's algorithm closes a component only after all those it reaches: callees come first.
  result.components.resize(count == 0 ? 0 : boost::strong_components(graph, numbers));
  for (std::uint32_t i = 0; i < count; ++i) {
    result.components[result.componentOf[i]].push_back(ir::FunId{i});
  }
  result.recursive.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto& callees = result.callees[i];
    result.recursive[i] = result.components[result.componentOf[i]].size() > 1 ||
                          std::binary_search(callees.begin(), callees.end(), ir::FunId{i});
  }
  return result;
}

std::map<ir::FunId, std::size_t> callSites(const ir::Function& function) {
  std::map<ir::FunId, std::size_t> sites;
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) ++sites[call->callee];
  });
  return sites;
}

std::vector<bool> reachable(const CallGraph& graph, const std::vector<ir::FunId>& roots) {
  std::vector<bool> seen(graph.callees.size());
  std::vector<ir::FunId> waiting;
  const auto reach = [&](ir::FunId function) {
    if (seen[function.value]) return;
    seen[function.value] = true;
    waiting.push_back(function);
  };
  for (const ir::FunId root : roots) reach(root);
  while (!waiting.empty()) {
    const ir::FunId function = waiting.back();
    waiting.pop_back();
    for (const ir::FunId callee : graph.callees[function.value]) reach(callee);
  }
  return seen;
}

}  // namespace deforest::graph
