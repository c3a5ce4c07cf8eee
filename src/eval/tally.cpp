#include "eval/tally.hpp"

#include <algorithm>
#include <map>

namespace deforest::eval {
namespace {

// By function: its work, and how often it called whom.
class Tallies {
 public:
  explicit Tallies(std::size_t functions) : work_(functions), edges_(functions) {}

  void add(std::uint32_t function, std::uint64_t hits) { work_[function] += hits; }
  void addCall(std::uint32_t function, ir::FunId callee, std::uint64_t hits) {
    work_[function] += hits;
    edges_[function][callee] += hits;
  }

  [[nodiscard]] Tally finish() const {
    Tally result;
    for (std::uint32_t f = 0; f < work_.size(); ++f) {
      if (work_[f] == 0) continue;
      result.push_back({ir::FunId{f}, work_[f], {edges_[f].begin(), edges_[f].end()}});
    }
    return result;
  }

 private:
  std::vector<std::uint64_t> work_;
  std::vector<std::map<ir::FunId, std::uint64_t>> edges_;
};

}  // namespace

Tally tallyOf(const Machine& machine) {
  const Code& code = machine.code();
  const std::vector<std::uint64_t>& hits = machine.hits();
  Tallies tallies(code.functions.size());
  for (const ir::FunId hit : machine.functionsHit()) {
    const std::uint32_t f = hit.value;
    for (std::size_t i = code.functions[f].entry; i < code.functions[f].end; ++i) {
      if (hits[i] == 0) continue;
      const Instruction& instruction = code.instructions[i];
      if (instruction.op == Opcode::Call || instruction.op == Opcode::TailCall) {
        tallies.addCall(f, ir::FunId{instruction.a}, hits[i]);
      } else {
        tallies.add(f, hits[i]);
      }
    }
  }
  return tallies.finish();
}

Tally tallyOf(const LazyMachine& machine) {
  const lazy::Code& code = machine.code();
  const std::vector<std::uint64_t>& hits = machine.hits();
  Tallies tallies(code.functions.size());
  for (const lazy::Node& node : code.nodes) {
    const std::uint64_t count = hits[node.index];
    if (count == 0) continue;
    if (node.action == lazy::Action::Call) {
      tallies.addCall(node.function, ir::FunId{node.number}, count);
    } else {
      tallies.add(node.function, count);
    }
  }
  for (std::uint32_t f = 0; f < machine.suspensions().size(); ++f) {
    tallies.add(f, machine.suspensions()[f]);
  }
  return tallies.finish();
}

Tally together(const std::vector<std::pair<Tally, std::uint64_t>>& runs) {
  if (runs.size() == 1 && runs[0].second == 1) return runs[0].first;
  std::size_t functions = 0;
  for (const auto& [tally, times] : runs) {
    if (!tally.empty())
      functions = std::max<std::size_t>(functions, tally.back().function.value + 1);
  }
  Tallies sum(functions);
  for (const auto& [tally, times] : runs) {
    for (const FunctionTally& function : tally) {
      std::uint64_t own = function.work;
      for (const auto& [callee, calls] : function.callees) {
        sum.addCall(function.function.value, callee, times * calls);
        own -= calls;
      }
      sum.add(function.function.value, times * own);
    }
  }
  return sum.finish();
}

}  // namespace deforest::eval
