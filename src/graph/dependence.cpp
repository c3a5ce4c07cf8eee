#include "graph/dependence.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/reverse_graph.hpp>
#include <iterator>
#include <map>
#include <queue>

#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::graph {
namespace {

using BidirectionalGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;

// What is read and what is bound, nested blocks included. A variable is bound once in a function,
// so what is read and not bound comes from outside.
struct Mentions {
  std::vector<ir::VarId> read;
  std::vector<ir::VarId> bound;

  [[nodiscard]] std::vector<ir::VarId> free() && {
    std::sort(read.begin(), read.end());
    read.erase(std::unique(read.begin(), read.end()), read.end());
    if (bound.empty()) return std::move(read);
    std::sort(bound.begin(), bound.end());
    std::vector<ir::VarId> result;
    std::set_difference(read.begin(), read.end(), bound.begin(), bound.end(),
                        std::back_inserter(result));
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
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // From reader to what it reads.
};

Quotient contract(const Dependence& dependence, const Grouping& grouping) {
  Quotient quotient;
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> vertexOf;
  for (const std::uint32_t group : grouping) {
    if (group >= vertexOf.size()) vertexOf.resize(group + 1, none);
    if (vertexOf[group] != none) continue;
    vertexOf[group] = static_cast<std::uint32_t>(quotient.groups.size());
    quotient.groups.push_back(group);
  }
  for (std::uint32_t i = 0; i < dependence.size(); ++i) {
    const std::uint32_t reader = vertexOf[grouping[i]];
    for (const std::uint32_t used : dependence.uses(i)) {
      const std::uint32_t read = vertexOf[grouping[used]];
      if (read != reader) quotient.edges.emplace_back(reader, read);
    }
  }
  std::sort(quotient.edges.begin(), quotient.edges.end());
  quotient.edges.erase(std::unique(quotient.edges.begin(), quotient.edges.end()),
                       quotient.edges.end());
  return quotient;
}

// The vertices, each after what it reads; those that are ready in their order. Fewer, if some read
// each other in a cycle.
std::vector<std::uint32_t> sorted(const Quotient& quotient) {
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
    result.push_back(vertex);
    for (const std::uint32_t reader : readers[vertex]) {
      if (--waitsFor[reader] == 0) ready.push(reader);
    }
  }
  return result;
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

std::vector<ir::VarId> readsOf(const ir::Block& block) {
  Mentions found;
  addMentions(found, block);
  return std::move(found).free();
}

std::vector<ir::VarId> readsOf(const ir::Operation& operation) {
  Mentions found;
  addMentions(found, operation);
  return std::move(found).free();
}

std::set<ir::VarId> freeVariables(const ir::Block& block) {
  const std::vector<ir::VarId> reads = readsOf(block);
  return {reads.begin(), reads.end()};
}

std::set<ir::VarId> freeVariables(const ir::Operation& operation) {
  const std::vector<ir::VarId> reads = readsOf(operation);
  return {reads.begin(), reads.end()};
}

namespace {

std::vector<std::vector<ir::VarId>> readsOfAll(const ir::Block& region) {
  std::vector<std::vector<ir::VarId>> reads;
  reads.reserve(region.bindings.size());
  for (const ir::Binding& binding : region.bindings) reads.push_back(readsOf(binding.operation));
  return reads;
}

}  // namespace

Readers::Readers(const ir::Block& region, std::size_t variables)
    : region_(region), readers_(variables) {
  for (const ir::Binding& binding : region.bindings) {
    for (const ir::VarId read : readsOf(binding.operation)) ++readers_[read.value];
  }
  for (const ir::Atom& atom : region.results) {
    if (const auto* variable = ir::variableOf(atom)) ++readers_[variable->value];
  }
}

std::vector<bool> Readers::ofOthers(const std::vector<std::uint32_t>& bindings) const {
  std::map<ir::VarId, std::uint32_t> inside;
  for (const std::uint32_t index : bindings) {
    for (const ir::VarId read : readsOf(region_.bindings[index].operation)) ++inside[read];
  }
  std::vector<bool> read(readers_.size());
  for (const std::uint32_t index : bindings) {
    for (const ir::VarId result : region_.bindings[index].results) {
      const auto found = inside.find(result);
      const std::uint32_t ours = found != inside.end() ? found->second : 0;
      read[result.value] = readers_[result.value] > ours;
    }
  }
  return read;
}

Dependence::Dependence(const ir::Block& region) : Dependence(region, readsOfAll(region)) {}

Dependence::Dependence(const ir::Block& region, const std::vector<std::vector<ir::VarId>>& reads) {
  for (std::uint32_t i = 0; i < region.bindings.size(); ++i) {
    for (const ir::VarId result : region.bindings[i].results) definers_.emplace_back(result, i);
  }
  std::sort(definers_.begin(), definers_.end());
  uses_.reserve(reads.size());
  for (const std::vector<ir::VarId>& variables : reads) {
    std::vector<std::uint32_t>& used = uses_.emplace_back();
    for (const ir::VarId variable : variables) {
      if (const auto definition = definer(variable)) used.push_back(*definition);
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
  }
}

void Dependence::keepOrder(std::uint32_t earlier, std::uint32_t later) {
  std::vector<std::uint32_t>& used = uses_[later];
  const auto place = std::lower_bound(used.begin(), used.end(), earlier);
  if (place == used.end() || *place != earlier) used.insert(place, earlier);
  apart_.emplace_back(earlier, later);
}

bool Dependence::isKeptBehind(std::uint32_t index) const {
  return std::ranges::any_of(apart_, [&](const auto& pair) { return pair.second == index; });
}

std::optional<std::uint32_t> Dependence::definer(ir::VarId variable) const {
  using Definition = std::pair<ir::VarId, std::uint32_t>;
  const auto found = std::lower_bound(
      definers_.begin(), definers_.end(), variable,
      [](const Definition& definition, ir::VarId sought) { return definition.first < sought; });
  if (found == definers_.end() || found->first != variable) return std::nullopt;
  return found->second;
}

bool Dependence::acyclicAt(const Grouping& grouping, std::uint32_t group) const {
  if (grouping.empty()) return true;
  if (std::ranges::any_of(apart_, [&](const auto& pair) {
        return grouping[pair.first] == grouping[pair.second];
      })) {
    return false;
  }
  constexpr std::uint32_t none = ~std::uint32_t{0};
  // The members of every group, each with the next one.
  std::vector<std::uint32_t> first(std::ranges::max(grouping) + 1, none);
  std::vector<std::uint32_t> next(grouping.size(), none);
  for (std::uint32_t i = size(); i-- > 0;) {
    next[i] = first[grouping[i]];
    first[grouping[i]] = i;
  }
  std::vector<bool> seen(first.size());
  std::vector<std::uint32_t> waiting = {group};
  while (!waiting.empty()) {
    const std::uint32_t reader = waiting.back();
    waiting.pop_back();
    for (std::uint32_t i = first[reader]; i != none; i = next[i]) {
      for (const std::uint32_t used : uses_[i]) {
        const std::uint32_t read = grouping[used];
        if (read == reader || seen[read]) continue;
        if (read == group) return false;
        seen[read] = true;
        waiting.push_back(read);
      }
    }
  }
  return true;
}

std::vector<std::uint32_t> Dependence::order(const Grouping& grouping) const {
  const Quotient quotient = contract(*this, grouping);
  std::vector<std::uint32_t> result;
  for (const std::uint32_t vertex : sorted(quotient)) result.push_back(quotient.groups[vertex]);
  support::check(result.size() == quotient.groups.size(), "groups depend on each other in a cycle");
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
