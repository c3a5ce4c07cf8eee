#include "driver/explain/work.hpp"

#include <algorithm>

#include "eval/apply.hpp"
#include "eval/tally.hpp"
#include "graph/call_graph.hpp"

namespace deforest::driver {
namespace {

constexpr eval::Limits limits{5'000'000, std::size_t{512} << 20U, 0};

template <class Machine>
std::vector<RootWork> workBy(const ir::Program& program, const ir::Program& source,
                             const eval::Samples& samples) {
  const eval::Correspondence correspondence = eval::correspond(source, program);
  const graph::CallGraph calls = graph::callGraph(program);
  Machine machine(program, limits);
  std::vector<RootWork> result;
  for (const ir::FunId root : program.roots) {
    RootWork& work = result.emplace_back();
    work.root = program.function(root).name;
    const std::vector<bool> reached = graph::reachable(calls, {root});
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (reached[i]) work.reached.insert(program.functions[i].name);
    }
    const auto found = std::ranges::find(samples.roots, work.root, &eval::RootSamples::root);
    if (found == samples.roots.end() || found->inputs.empty()) continue;
    machine.clearHits();
    for (const eval::SampledInput& input : found->inputs) {
      (void)eval::apply(machine, root, input.arguments, &correspondence);
    }
    const eval::Tally tally = eval::tallyOf(machine);
    double total = 0;
    for (const eval::FunctionTally& function : tally) total += static_cast<double>(function.work);
    for (const eval::FunctionTally& function : tally) {
      if (function.work == 0) continue;
      work.shares[program.function(function.function).name] =
          static_cast<double>(function.work) / total;
    }
  }
  return result;
}

}  // namespace

std::vector<RootWork> workOf(const ir::Program& program, const ir::Program& source,
                             const eval::Samples& samples, bool lazy) {
  return lazy ? workBy<eval::LazyMachine>(program, source, samples)
              : workBy<eval::Machine>(program, source, samples);
}

}  // namespace deforest::driver
