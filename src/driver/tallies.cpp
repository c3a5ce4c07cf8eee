#include "driver/tallies.hpp"

#include "eval/apply.hpp"

namespace deforest::driver {
namespace {

template <class Machine>
std::vector<RootTally> talliesBy(const ir::Program& program, const ir::Program& source,
                                 const eval::Samples& samples) {
  const eval::Correspondence correspondence = eval::correspond(source, program);
  Machine machine(program, tallyLimits);
  std::vector<RootTally> tallies;
  for (const eval::RootSamples& root : samples.roots) {
    const std::optional<ir::FunId> function = program.find(root.root);
    if (!function || root.inputs.empty()) continue;
    machine.clearHits();
    for (const eval::SampledInput& input : root.inputs) {
      (void)eval::apply(machine, *function, input.arguments, &correspondence);
    }
    tallies.push_back({*function, root.inputs.size(), eval::tallyOf(machine)});
  }
  return tallies;
}

}  // namespace

std::vector<RootTally> talliesOf(const ir::Program& program, const ir::Program& source,
                                 const eval::Samples& samples, bool lazy) {
  return lazy ? talliesBy<eval::LazyMachine>(program, source, samples)
              : talliesBy<eval::Machine>(program, source, samples);
}

}  // namespace deforest::driver
