#include "eval/tally.hpp"

#include <map>

namespace deforest::eval {

Tally tallyOf(const Machine& machine) {
  const Code& code = machine.code();
  const std::vector<std::uint64_t>& hits = machine.hits();
  Tally result;
  for (const ir::FunId f : machine.functionsHit()) {
    FunctionTally tally{f, 0, {}};
    std::map<ir::FunId, std::uint64_t> edges;
    for (std::size_t i = code.functions[f.value].entry; i < code.functions[f.value].end; ++i) {
      if (hits[i] == 0) continue;
      tally.work += hits[i];
      const Instruction& instruction = code.instructions[i];
      if (instruction.op == Opcode::Call || instruction.op == Opcode::TailCall) {
        edges[ir::FunId{instruction.a}] += hits[i];
      }
    }
    if (tally.work == 0) continue;
    tally.callees.assign(edges.begin(), edges.end());
    result.push_back(std::move(tally));
  }
  return result;
}

}  // namespace deforest::eval
