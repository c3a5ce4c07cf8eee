#include "eval/profile.hpp"

#include <algorithm>
#include <map>

namespace deforest::eval {
namespace {

// Components of mutual recursion, callees before callers (Tarjan), over the calls that were made.
class Components {
 public:
  explicit Components(const std::vector<FunctionProfile>& functions)
      : functions_(functions),
        index_(functions.size(), 0),
        low_(functions.size(), 0),
        component(functions.size(), none) {
    for (std::uint32_t i = 0; i < functions.size(); ++i) {
      if (index_[i] == 0) visit(i);
    }
  }

  static constexpr std::uint32_t none = ~std::uint32_t{0};

 private:
  struct Frame {
    std::uint32_t function;
    std::size_t next;
  };

  void visit(std::uint32_t first) {
    std::vector<Frame> frames;
    enter(first, frames);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const auto& edges = functions_[frame.function].callees;
      if (frame.next < edges.size()) {
        const std::uint32_t callee = edges[frame.next++].first.value;
        if (index_[callee] == 0) {
          enter(callee, frames);
        } else if (component[callee] == none) {
          low_[frame.function] = std::min(low_[frame.function], index_[callee]);
        }
        continue;
      }
      const std::uint32_t done = frame.function;
      frames.pop_back();
      if (!frames.empty()) {
        std::uint32_t& low = low_[frames.back().function];
        low = std::min(low, low_[done]);
      }
      if (low_[done] == index_[done]) close(done);
    }
  }

  void enter(std::uint32_t function, std::vector<Frame>& frames) {
    index_[function] = low_[function] = ++last_;
    open_.push_back(function);
    frames.push_back({function, 0});
  }

  void close(std::uint32_t root) {
    members.emplace_back();
    for (;;) {
      const std::uint32_t member = open_.back();
      open_.pop_back();
      component[member] = static_cast<std::uint32_t>(members.size() - 1);
      members.back().push_back(member);
      if (member == root) return;
    }
  }

  const std::vector<FunctionProfile>& functions_;
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> open_;
  std::uint32_t last_ = 0;

 public:
  std::vector<std::uint32_t> component;             // By function.
  std::vector<std::vector<std::uint32_t>> members;  // By component.
};

void addInclusive(std::vector<FunctionProfile>& functions) {
  const Components components(functions);
  std::vector<double> work(components.members.size());
  std::vector<double> entries(components.members.size());
  for (std::uint32_t i = 0; i < functions.size(); ++i) {
    for (const auto& [callee, calls] : functions[i].callees) {
      const std::uint32_t into = components.component[callee.value];
      if (into != components.component[i]) entries[into] += calls;
    }
  }
  for (std::uint32_t c = 0; c < components.members.size(); ++c) {
    for (const std::uint32_t member : components.members[c]) {
      work[c] += functions[member].work;
      for (const auto& [callee, calls] : functions[member].callees) {
        const std::uint32_t into = components.component[callee.value];
        if (into != c && entries[into] > 0) work[c] += work[into] * calls / entries[into];
      }
    }
    for (const std::uint32_t member : components.members[c]) {
      functions[member].inclusive = work[c];
      functions[member].onCycle = components.members[c].size() > 1;
    }
  }
}

}  // namespace

Profiler::Profiler(const ir::Program& program) : program_(program) {}

void Profiler::add(const std::vector<std::uint64_t>& hits, double weight) {
  hits_.resize(hits.size());
  for (std::size_t i = 0; i < hits.size(); ++i) {
    hits_[i] += weight * static_cast<double>(hits[i]);
  }
}

void Profiler::add(const Machine& machine, double weight) {
  const Code& code = machine.code();
  if (sites_.empty()) {
    std::uint32_t function = 0;
    for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
      while (function + 1 < code.functions.size() && code.functions[function + 1].entry <= i) {
        ++function;
      }
      const Instruction& at = code.instructions[i];
      const bool call = at.op == Opcode::Call || at.op == Opcode::TailCall;
      sites_.push_back({function, call ? ir::FunId{at.a} : ir::FunId{}});
    }
  }
  add(machine.hits(), weight);
}

void Profiler::add(const LazyMachine& machine, double weight) {
  if (sites_.empty()) {
    for (const lazy::Node& node : machine.code().nodes) {
      const bool call = node.action == lazy::Action::Call;
      sites_.push_back({node.function, call ? ir::FunId{node.number} : ir::FunId{}});
    }
  }
  add(machine.hits(), weight);
}

Profile Profiler::finish() const {
  Profile profile;
  profile.functions.resize(program_.functions.size());
  std::vector<FunctionProfile>& functions = profile.functions;
  std::vector<std::map<ir::FunId, double>> edges(functions.size());
  for (std::size_t i = 0; i < hits_.size(); ++i) {
    if (hits_[i] == 0) continue;
    const Site& site = sites_[i];
    functions[site.function].work += hits_[i];
    if (site.callee.valid()) edges[site.function][site.callee] += hits_[i];
  }
  for (std::size_t f = 0; f < functions.size(); ++f) {
    functions[f].callees.assign(edges[f].begin(), edges[f].end());
    profile.total += functions[f].work;
  }
  for (const FunctionProfile& function : functions) {
    for (const auto& [callee, calls] : function.callees) {
      functions[callee.value].calls += calls;
    }
  }
  addInclusive(functions);
  return profile;
}

}  // namespace deforest::eval
