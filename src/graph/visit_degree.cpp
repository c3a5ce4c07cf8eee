#include "graph/visit_degree.hpp"

#include <algorithm>
#include <tuple>

#include "graph/ambiguity.hpp"
#include "graph/call_graph.hpp"

namespace deforest::graph {
namespace {

using Node = VisitAutomaton::Node;

VisitDegree larger(const VisitDegree& a, const VisitDegree& b) {
  VisitDegree result = lessVisits(a, b) ? b : a;
  result.estimated = a.estimated || b.estimated;
  return result;
}

class Degrees {
 public:
  explicit Degrees(const ir::Program& program)
      : program_(program),
        automaton_(visitAutomaton(program)),
        components_(componentsOf(automaton_)),
        degrees_(components_.members.size()),
        below_(components_.members.size()) {
    driver_.resize(program.functions.size());
    for (Node node = 0; node < automaton_.steps.size(); ++node) {
      const auto& state = automaton_.states[node];
      if (state && state->visits) driver_[state->function.value] = node;
    }
    bool waiting = false;
    for (std::uint32_t i = 0; i < components_.members.size(); ++i) {
      for (const std::uint32_t next : components_.next[i]) {
        if (components_.reads[next]) below_[i].push_back(next);
        below_[i].insert(below_[i].end(), below_[next].begin(), below_[next].end());
      }
      std::ranges::sort(below_[i]);
      below_[i].erase(std::unique(below_[i].begin(), below_[i].end()), below_[i].end());
      // Those that go round without reading wait for the degree of what makes them go round.
      if (components_.reads[i] || !components_.cyclic[i]) {
        degrees_[i] = degree(i);
      } else {
        waiting = true;
      }
    }
    for (std::uint32_t i = 0; waiting && i < components_.members.size(); ++i) {
      degrees_[i] = degree(i);
    }
  }

  std::vector<VisitDegree> ofFunctions() const {
    std::vector<VisitDegree> result(program_.functions.size());
    for (Node node = 0; node < automaton_.steps.size(); ++node) {
      const auto& state = automaton_.states[node];
      if (!state) continue;
      VisitDegree& mine = result[state->function.value];
      mine = larger(mine, degrees_[components_.of[node]]);
    }
    // What a function makes by itself it may have visited too.
    const CallGraph calls = callGraph(program_);
    for (const auto& component : calls.components) {
      VisitDegree all;
      for (const ir::FunId member : component) {
        all = larger(all, result[member.value]);
        for (const ir::FunId callee : calls.callees[member.value]) {
          all = larger(all, result[callee.value]);
        }
      }
      for (const ir::FunId member : component) result[member.value] = all;
    }
    return result;
  }

 private:
  VisitDegree degree(std::uint32_t component) const {
    VisitDegree result;
    for (const std::uint32_t next : components_.next[component]) {
      result = larger(result, degrees_[next]);
    }
    for (const Node node : components_.members[component]) {
      const auto& grown = automaton_.steps[node].grown;
      result.estimated = result.estimated || std::ranges::find(grown, true) != grown.end();
    }
    if (components_.reads[component]) {
      result.power = std::max(result.power, 1U);
      for (const Trees trees : {Trees::Same, Trees::Any}) {
        const bool estimate = trees == Trees::Any;
        if (!result.exponential && doubles(automaton_, components_, component, trees)) {
          result.exponential = true;
          result.estimated = result.estimated || estimate;
        }
        for (const std::uint32_t lower : below_[component]) {
          const unsigned fed = degrees_[lower].power + 1;
          if (fed > result.power && feeds(automaton_, components_, component, lower, trees)) {
            result.power = fed;
            result.estimated = result.estimated || estimate;
          }
        }
      }
    } else if (components_.cyclic[component] && handsOnRepeatedly(component)) {
      result = times(result, drivers(component));
    }
    return result;
  }

  // The tree goes round unread, as an accumulator does, and on the way others get it too.
  bool handsOnRepeatedly(std::uint32_t component) const {
    for (const Node node : components_.members[component]) {
      const VisitAutomaton::Step& step = automaton_.steps[node];
      for (std::size_t i = 0; i < step.next.size(); ++i) {
        if (components_.of[step.next[i]] != component) continue;
        for (std::size_t j = 0; j < step.next.size(); ++j) {
          if (i == j || (!step.branches.empty() && !automaton_.together(node, i, j))) continue;
          if (degrees_[components_.of[step.next[j]]].power > 0 ||
              components_.of[step.next[j]] == component) {
            return true;
          }
        }
      }
    }
    return false;
  }

  // How often the functions of the component are called, by what they traverse.
  VisitDegree drivers(std::uint32_t component) const {
    VisitDegree result;
    for (const Node node : components_.members[component]) {
      if (!automaton_.states[node]) continue;
      const auto driver = driver_[automaton_.states[node]->function.value];
      if (!driver || components_.of[*driver] == component) {
        // By a number, not by a tree.
        result.estimated = true;
      } else {
        result = larger(result, degrees_[components_.of[*driver]]);
      }
    }
    return result;
  }

  static VisitDegree times(VisitDegree a, const VisitDegree& b) {
    if (a.power == 0 && !a.exponential) return a;
    return {a.exponential || b.exponential, a.power + b.power, a.estimated || b.estimated};
  }

  const ir::Program& program_;
  const VisitAutomaton automaton_;
  const Components components_;
  std::vector<VisitDegree> degrees_;               // By component.
  std::vector<std::vector<std::uint32_t>> below_;  // By component: those that read, reachable.
  std::vector<std::optional<Node>> driver_;        // By function.
};

}  // namespace

bool lessVisits(const VisitDegree& a, const VisitDegree& b) {
  return std::tuple(a.exponential, a.power, a.estimated) <
         std::tuple(b.exponential, b.power, b.estimated);
}

std::vector<VisitDegree> visitDegrees(const ir::Program& program) {
  return Degrees(program).ofFunctions();
}

std::string describe(const VisitDegree& degree) {
  std::string text = degree.exponential  ? "2^n"
                     : degree.power == 0 ? "1"
                     : degree.power == 1 ? "n"
                                         : "n^" + std::to_string(degree.power);
  return degree.estimated ? "about " + text : text;
}

}  // namespace deforest::graph
