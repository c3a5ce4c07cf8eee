#include "graph/visit_automaton.hpp"

#include <map>

#include "graph/call_graph.hpp"
#include "graph/facts.hpp"
#include "graph/size_bounds.hpp"
#include "ir/traverse.hpp"

namespace deforest::graph {
namespace {

using Node = VisitAutomaton::Node;
using Branches = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// A call that gets a part of what a parameter brought in.
struct Handing {
  Part part;
  bool moved = false;
  bool grown = false;
  ir::FunId callee;
  std::uint32_t parameter = 0;
  Branches branches;
};

// All of one function, in order.
class Handings {
 public:
  Handings(const ir::Program& program, ir::FunId function, const ResultSizes& sizes,
           const CallGraph& calls)
      : bounds_(boundsOf(program, function, sizes, calls)) {
    block(program.function(function).body);
  }

  std::vector<Handing> take() { return std::move(found_); }

 private:
  void block(const ir::Block& block) {
    for (const ir::Binding& binding : block.bindings) {
      if (const auto* call = std::get_if<ir::Call>(&binding.operation)) add(*call);
      const std::uint32_t number = ++conditionals_;
      std::uint32_t branch = 0;
      ir::forEachBlock(binding.operation, [&](const ir::Block& inner) {
        branches_.emplace_back(number, branch++);
        this->block(inner);
        branches_.pop_back();
      });
    }
  }

  void add(const ir::Call& call) {
    for (std::uint32_t i = 0; i < call.arguments.size(); ++i) {
      const auto* variable = ir::variableOf(call.arguments[i]);
      if (variable == nullptr) continue;
      // However many ways there are to make the tree, the part is handed over once.
      std::map<Part, std::pair<bool, bool>> parts;
      for (const Bound& bound : bounds_[variable->value]) {
        for (const auto& [part, use] : bound.uses) {
          auto& [moved, grown] = parts[part];
          moved = moved || use.moved;
          grown = grown || bound.grown || use.times > 1;
        }
      }
      for (const auto& [part, how] : parts) {
        found_.push_back({part, how.first, how.second, call.callee, i, branches_});
      }
    }
  }

  std::vector<Bounds> bounds_;
  std::vector<Handing> found_;
  Branches branches_;
  std::uint32_t conditionals_ = 0;
};

class Builder {
 public:
  explicit Builder(const ir::Program& program)
      : program_(program),
        calls_(callGraph(program)),
        facts_(factsOf(program, false)),
        sizes_(resultSizes(program, calls_, facts_)) {
    for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
      handings_.push_back(Handings(program, ir::FunId{i}, sizes_, calls_).take());
    }
  }

  VisitAutomaton run() {
    for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
      const ir::Function& function = program_.functions[i];
      for (std::uint32_t p = 0; p < function.parameters.size(); ++p) {
        if (isTree(program_, function.variables[function.parameters[p].value].type)) {
          stateOf(ir::FunId{i}, p);
        }
      }
    }
    // Grows while states are found.
    for (Node node = 0; node < result_.steps.size(); ++node) {
      if (result_.states[node]) choices(node);
    }
    return std::move(result_);
  }

 private:
  Node fresh(std::optional<VisitAutomaton::State> state) {
    result_.steps.emplace_back();
    result_.states.push_back(state);
    return static_cast<Node>(result_.steps.size() - 1);
  }

  Node before(Node next, std::optional<std::uint32_t> letter) {
    const Node node = fresh(std::nullopt);
    result_.steps[node].letter = letter;
    result_.steps[node].moves = !letter;
    result_.steps[node].next = {next};
    return node;
  }

  Node stateOf(ir::FunId function, std::uint32_t parameter) {
    const auto [entry, isNew] = known_.try_emplace({function, parameter}, 0);
    if (isNew) {
      const bool visits = facts_[function.value].traversed == parameter;
      entry->second = fresh(VisitAutomaton::State{function, parameter, visits});
    }
    return entry->second;
  }

  void choices(Node node) {
    const VisitAutomaton::State state = *result_.states[node];
    for (const Handing& handing : handings_[state.function.value]) {
      if (handing.part.parameter != state.parameter) continue;
      Node next = stateOf(handing.callee, handing.parameter);
      if (handing.moved) next = before(next, std::nullopt);
      const auto& path = handing.part.path;
      for (auto field = path.rbegin(); field != path.rend(); ++field) next = before(next, *field);
      VisitAutomaton::Step& step = result_.steps[node];
      step.next.push_back(next);
      step.grown.push_back(handing.grown);
      step.branches.push_back(handing.branches);
    }
  }

  const ir::Program& program_;
  const CallGraph calls_;
  const Facts facts_;
  const ResultSizes sizes_;
  std::vector<std::vector<Handing>> handings_;
  VisitAutomaton result_;
  std::map<std::pair<ir::FunId, std::uint32_t>, Node> known_;
};

}  // namespace

bool VisitAutomaton::together(Node node, std::size_t a, std::size_t b) const {
  const auto& first = steps[node].branches[a];
  const auto& second = steps[node].branches[b];
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
    if (first[i].first != second[i].first) return true;
    if (first[i].second != second[i].second) return false;
  }
  return true;
}

VisitAutomaton visitAutomaton(const ir::Program& program) {
  return Builder(program).run();
}

}  // namespace deforest::graph
