#include "graph/dependence.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/reverse_graph.hpp>
#include <boost/graph/topological_sort.hpp>
#include <map>
#include <queue>

#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::graph {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using BidirectionalGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;

// What is read and what is bound, nested blocks included. A variable is bound once in a function,
// so what is read and not bound comes from outside.
struct Mentions {
  std::vector<ir::VarId> read;
  std::vector<ir::VarId> bound;

  [[nodiscard]] std::set<ir::VarId> free() const {
    std::set<ir::VarId> result(read.begin(), read.end());
    for (const ir::VarId variable : bound) result.erase(variable);
    return result;
  }
};

void addRead(Mentions& found, const ir::Atom& atom) {
  if (const auto* variable = ir::variableOf(atom)) found.read.push_back(*variable);
}

void addMentions(Mentions& found, const ir::Block& block);

void addMentions(Mentions& found, const ir::Operation& operation) {
  ir::forEachAtom(operation, [&](const ir::Atom& atom) { addRead(found, atom); });
  ir::forEachBlock(operation, [&](const ir::Block& block) { addMentions(found, block); });
  if (const auto* match = std::get_if<ir::Case>(&operation)) {
    for (const ir::Alternative& alternative : match->alternatives) {
      found.bound.insert(found.bound.end(), alternative.fields.begin(), alternative.fields.end());
    }
  }
}

void addMentions(Mentions& found, const ir::Block& block) {
  for (const ir::Binding& binding : block.bindings) {
    addMentions(found, binding.operation);
    found.bound.insert(found.bound.end(), binding.results.begin(), binding.results.end());
  }
  for (const ir::Atom& atom : block.results) addRead(found, atom);
}

// The quotient graph: an edge from the group of a binding to each group it reads.
struct Quotient {
  std::vector<std::uint32_t> groups;  // Group numbers in order of their first binding.
  std::map<std::uint32_t, std::uint32_t> vertexOf;
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;  // From reader to what it reads.
};

Quotient contract(const Dependence& dependence, const Grouping& grouping) {
  Quotient quotient;
  for (const std::uint32_t group : grouping) {
    const auto vertex = static_cast<std::uint32_t>(quotient.groups.size());
    if (quotient.vertexOf.emplace(group, vertex).second) quotient.groups.push_back(group);
  }
  for (std::uint32_t i = 0; i < dependence.size(); ++i) {
    const std::uint32_t reader = quotient.vertexOf.at(grouping[i]);
    for (const std::uint32_t used : dependence.uses(i)) {
      const std::uint32_t read = quotient.vertexOf.at(grouping[used]);
      if (read != reader) quotient.edges.emplace(reader, read);
    }
  }
  return quotient;
}

template <class G>
std::vector<bool> reachableFrom(const G& graph, const std::vector<std::uint32_t>& starts) {
  std::vector<boost::default_color_type> colors(num_vertices(graph), boost::white_color);
  const auto colorMap =
      boost::make_iterator_property_map(colors.begin(), get(boost::vertex_index, graph));
  boost::queue<std::size_t> waiting;
  for (const std::uint32_t start : starts) {
    if (colors[start] == boost::white_color) {
      boost::breadth_first_visit(graph, start, waiting, boost::bfs_visitor<>(), colorMap);
    }
  }
  std::vector<bool> seen(colors.size());
  for (std::size_t i = 0; i < colors.size(); ++i) seen[i] = colors[i] != boost::white_color;
  return seen;
}

}  // namespace

std::set<ir::VarId> freeVariables(const ir::Block& block) {
  Mentions found;
  addMentions(found, block);
  return found.free();
}

std::set<ir::VarId> freeVariables(const ir::Operation& operation) {
  Mentions found;
  addMentions(found, operation);
  return found.free();
}

Dependence::Dependence(const ir::Block& region) {
  for (std::uint32_t i = 0; i < region.bindings.size(); ++i) {
    for (const ir::VarId result : region.bindings[i].results) {
      if (result.value >= definers_.size()) definers_.resize(result.value + 1);
      definers_[result.value] = i;
    }
  }
  for (const ir::Binding& binding : region.bindings) {
    std::set<std::uint32_t> used;
    for (const ir::VarId variable : freeVariables(binding.operation)) {
      if (const auto definition = definer(variable)) used.insert(*definition);
    }
    uses_.emplace_back(used.begin(), used.end());
  }
}

std::optional<std::uint32_t> Dependence::definer(ir::VarId variable) const {
  return variable.value < definers_.size() ? definers_[variable.value] : std::nullopt;
}

bool Dependence::acyclic(const Grouping& grouping) const {
  const Quotient quotient = contract(*this, grouping);
  const Graph graph(quotient.edges.begin(), quotient.edges.end(), quotient.groups.size());
  std::vector<std::size_t> order;
  try {
    boost::topological_sort(graph, std::back_inserter(order));
  } catch (const boost::not_a_dag&) {
    return false;
  }
  return true;
}

std::vector<std::uint32_t> Dependence::order(const Grouping& grouping) const {
  const Quotient quotient = contract(*this, grouping);
  const std::size_t count = quotient.groups.size();
  std::vector<std::uint32_t> waitsFor(count);
  std::vector<std::vector<std::uint32_t>> readers(count);
  for (const auto& [reader, read] : quotient.edges) {
    ++waitsFor[reader];
    readers[read].push_back(reader);
  }
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
    if (waitsFor[vertex] == 0) ready.push(vertex);
  }
  std::vector<std::uint32_t> result;
  while (!ready.empty()) {
    const std::uint32_t vertex = ready.top();
    ready.pop();
    result.push_back(quotient.groups[vertex]);
    for (const std::uint32_t reader : readers[vertex]) {
      if (--waitsFor[reader] == 0) ready.push(reader);
    }
  }
  support::check(result.size() == count, "groups depend on each other in a cycle");
  return result;
}

std::vector<std::uint32_t> Dependence::between(const std::vector<std::uint32_t>& sources,
                                               std::uint32_t target) const {
  BidirectionalGraph graph(size());
  for (std::uint32_t i = 0; i < size(); ++i) {
    for (const std::uint32_t used : uses_[i]) boost::add_edge(i, used, graph);
  }
  const std::vector<bool> above = reachableFrom(graph, {target});
  const std::vector<bool> below = reachableFrom(boost::make_reverse_graph(graph), sources);
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < size(); ++i) {
    const bool end = i == target || std::find(sources.begin(), sources.end(), i) != sources.end();
    if (above[i] && below[i] && !end) result.push_back(i);
  }
  return result;
}

}  // namespace deforest::graph
