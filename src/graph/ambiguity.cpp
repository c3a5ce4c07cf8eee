#include "graph/ambiguity.hpp"

#include <algorithm>
#include <array>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <map>
#include <set>

namespace deforest::graph {
namespace {

using Node = VisitAutomaton::Node;
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

// Products larger than this are not explored to the end: the greater growth is assumed.
constexpr std::size_t mostProducts = 300'000;

// Nodes of several runs at one time, and whether all are in the same tree.
template <std::size_t N>
struct Product {
  std::array<Node, N> at{};
  bool sameTree = true;
  auto operator<=>(const Product&) const = default;
};

// Calls `visit` with every product that follows: all runs read, or one that does not read moves.
template <std::size_t N, class Visit>
void forEachNext(const VisitAutomaton& automaton, const Product<N>& product, Visit visit) {
  for (std::size_t i = 0; i < N; ++i) {
    const VisitAutomaton::Step& step = automaton.steps[product.at[i]];
    if (step.letter) continue;
    for (const Node next : step.next) {
      Product<N> moved = product;
      moved.at[i] = next;
      moved.sameTree = product.sameTree && !step.moves;
      visit(moved);
    }
    // One order of moves is as good as another.
    return;
  }
  const auto letter = automaton.steps[product.at[0]].letter;
  Product<N> read = product;
  for (std::size_t i = 0; i < N; ++i) {
    const VisitAutomaton::Step& step = automaton.steps[product.at[i]];
    if (product.sameTree && step.letter != letter) return;
    read.at[i] = step.next.front();
  }
  visit(read);
}

// Calls `visit` with the entries of every two calls that one visit at `node` makes, both ways.
template <class Visit>
void forEachParting(const VisitAutomaton& automaton, Node node, Visit visit) {
  const VisitAutomaton::Step& step = automaton.steps[node];
  for (std::size_t i = 0; i < step.next.size(); ++i) {
    for (std::size_t j = 0; j < step.next.size(); ++j) {
      if (i != j && automaton.together(node, i, j)) visit(step.next[i], step.next[j]);
    }
  }
}

// Nodes from which `target` can be reached, `target` included.
std::vector<bool> reaching(const Components& components, std::uint32_t target) {
  std::vector<bool> result(components.members.size());
  result[target] = true;
  // Callees come first.
  for (std::uint32_t i = target + 1; i < result.size(); ++i) {
    result[i] =
        std::ranges::any_of(components.next[i], [&](std::uint32_t next) { return result[next]; });
  }
  return result;
}

// The graph of what two runs together, or three of which two have parted, can come to.
class Feeding {
 public:
  Feeding(const VisitAutomaton& automaton, const Components& components, std::uint32_t upper,
          std::uint32_t lower, Trees trees)
      : automaton_(automaton),
        components_(components),
        upper_(upper),
        lower_(lower),
        trees_(trees),
        between_(reaching(components, lower)) {}

  bool run() {
    for (const Node first : components_.members[upper_]) {
      for (const Node last : components_.members[lower_]) together_.number({{first, last}, true});
    }
    while (!together_.waiting.empty() || !parted_.waiting.empty()) {
      if (together_.numbers.size() + parted_.numbers.size() > mostProducts) return true;
      if (!together_.waiting.empty()) {
        leaveTogether(together_.pop());
      } else {
        leaveParted(parted_.pop());
      }
    }
    return cycleThroughMeeting();
  }

 private:
  template <class P>
  struct Numbered {
    std::map<P, std::size_t> numbers;
    std::vector<P> waiting;
    std::size_t number(const P& product) {
      const auto [entry, isNew] = numbers.try_emplace(product, numbers.size());
      if (isNew) waiting.push_back(product);
      return entry->second;
    }
    P pop() {
      const P product = waiting.back();
      waiting.pop_back();
      return product;
    }
  };

  bool in(Node node, std::uint32_t component) const { return components_.of[node] == component; }
  bool compared(bool sameTree) const { return sameTree || trees_ == Trees::Any; }

  void leaveTogether(const Product<2>& from) {
    const std::size_t number = 2 * together_.number(from);
    forEachNext(automaton_, from, [&](const Product<2>& next) {
      if (in(next.at[0], upper_) && in(next.at[1], lower_) && compared(next.sameTree)) {
        edges_.emplace_back(number, 2 * together_.number(next));
      }
    });
    forEachParting(automaton_, from.at[0], [&](Node stays, Node goes) {
      if (!in(stays, upper_) || !between_[components_.of[goes]]) return;
      const Product<3> parted{{stays, goes, from.at[1]}, from.sameTree};
      edges_.emplace_back(number, 2 * parted_.number(parted) + 1);
    });
  }

  void leaveParted(const Product<3>& from) {
    const std::size_t number = 2 * parted_.number(from) + 1;
    if (from.at[1] == from.at[2]) {
      // In the word's next turn the run that went is the one that goes around below.
      meetings_.emplace_back(number,
                             2 * together_.number({{from.at[0], from.at[2]}, from.sameTree}));
    }
    forEachNext(automaton_, from, [&](const Product<3>& next) {
      if (in(next.at[0], upper_) && between_[components_.of[next.at[1]]] &&
          in(next.at[2], lower_) && compared(next.sameTree)) {
        edges_.emplace_back(number, 2 * parted_.number(next) + 1);
      }
    });
  }

  bool cycleThroughMeeting() const {
    Graph graph(2 * std::max(together_.numbers.size(), parted_.numbers.size()) + 2);
    for (const auto& [from, to] : edges_) boost::add_edge(from, to, graph);
    for (const auto& [from, to] : meetings_) boost::add_edge(from, to, graph);
    std::vector<std::size_t> component(boost::num_vertices(graph));
    boost::strong_components(graph, boost::make_iterator_property_map(
                                        component.begin(), get(boost::vertex_index, graph)));
    return std::ranges::any_of(meetings_, [&](const auto& edge) {
      return component[edge.first] == component[edge.second];
    });
  }

  const VisitAutomaton& automaton_;
  const Components& components_;
  std::uint32_t upper_;
  std::uint32_t lower_;
  Trees trees_;
  std::vector<bool> between_;
  Numbered<Product<2>> together_;
  Numbered<Product<3>> parted_;
  std::vector<std::pair<std::size_t, std::size_t>> edges_;
  std::vector<std::pair<std::size_t, std::size_t>> meetings_;
};

}  // namespace

Components componentsOf(const VisitAutomaton& automaton) {
  Graph graph(automaton.steps.size());
  for (Node node = 0; node < automaton.steps.size(); ++node) {
    for (const Node next : automaton.steps[node].next) boost::add_edge(node, next, graph);
  }
  Components result;
  result.of.resize(automaton.steps.size());
  const std::size_t count =
      automaton.steps.empty() ? 0
                              : boost::strong_components(
                                    graph, boost::make_iterator_property_map(
                                               result.of.begin(), get(boost::vertex_index, graph)));
  result.members.resize(count);
  result.next.resize(count);
  result.cyclic.resize(count);
  result.reads.resize(count);
  for (Node node = 0; node < automaton.steps.size(); ++node) {
    const std::uint32_t mine = result.of[node];
    result.members[mine].push_back(node);
    for (const Node next : automaton.steps[node].next) {
      if (result.of[next] != mine) {
        result.next[mine].push_back(result.of[next]);
        continue;
      }
      result.cyclic[mine] = true;
      if (automaton.steps[node].letter) result.reads[mine] = true;
    }
  }
  return result;
}

bool doubles(const VisitAutomaton& automaton, const Components& components, std::uint32_t component,
             Trees trees) {
  const auto inside = [&](Node node) { return components.of[node] == component; };
  std::set<Product<2>> seen;
  std::vector<Product<2>> waiting;
  const auto reach = [&](const Product<2>& product) {
    if (!product.sameTree && trees == Trees::Same) return;
    if (inside(product.at[0]) && inside(product.at[1]) && seen.insert(product).second) {
      waiting.push_back(product);
    }
  };
  for (const Node node : components.members[component]) {
    if (!automaton.states[node]) continue;
    forEachParting(automaton, node, [&](Node a, Node b) { reach({{a, b}, true}); });
  }
  while (!waiting.empty()) {
    if (seen.size() > mostProducts) return true;
    const Product<2> product = waiting.back();
    waiting.pop_back();
    if (product.at[0] == product.at[1]) return true;
    forEachNext(automaton, product, reach);
  }
  return false;
}

bool feeds(const VisitAutomaton& automaton, const Components& components, std::uint32_t upper,
           std::uint32_t lower, Trees trees) {
  return Feeding(automaton, components, upper, lower, trees).run();
}

}  // namespace deforest::graph
