#include "driver/explain/work.hpp"

#include <algorithm>

#include "driver/tallies.hpp"
#include "graph/call_graph.hpp"

namespace deforest::driver {

std::vector<RootWork> workOf(const ir::Program& program, const ir::Program& source,
                             const eval::Samples& samples, bool lazy) {
  const std::vector<RootTally> tallies = talliesOf(program, source, samples, lazy);
  const graph::CallGraph calls = graph::callGraph(program);
  std::vector<RootWork> result;
  for (const ir::FunId root : program.roots) {
    RootWork& work = result.emplace_back();
    work.root = program.function(root).name;
    const std::vector<bool> reached = graph::reachable(calls, {root});
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (reached[i]) work.reached.insert(program.functions[i].name);
    }
    const auto found = std::ranges::find(tallies, root, &RootTally::root);
    if (found == tallies.end()) continue;
    double total = 0;
    for (const eval::FunctionTally& function : found->tally) {
      total += static_cast<double>(function.work);
    }
    for (const eval::FunctionTally& function : found->tally) {
      if (function.work == 0) continue;
      work.shares[program.function(function.function).name] =
          static_cast<double>(function.work) / total;
    }
  }
  return result;
}

}  // namespace deforest::driver
