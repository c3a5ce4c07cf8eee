#include "driver/report/heat.hpp"

#include "driver/tallies.hpp"
#include "eval/coverage.hpp"

namespace deforest::driver {

std::vector<FunctionHeat> heatOf(const ir::Program& program, const ir::Program& source,
                                 const eval::Samples& samples, bool lazy) {
  std::vector<FunctionHeat> heat(program.functions.size());
  for (const RootTally& root : talliesOf(program, source, samples, lazy)) {
    heat[root.root.value].calls += root.inputs;
    for (const eval::FunctionTally& tally : root.tally) {
      FunctionHeat& function = heat[tally.function.value];
      function.work += tally.work;
      for (const auto& [callee, times] : tally.callees) {
        function.callees[callee] += times;
        heat[callee.value].calls += times;
      }
    }
  }
  return heat;
}

std::vector<PlaceHeat> placesOf(const ir::Program& program, const eval::Samples& samples,
                                bool lazy) {
  eval::Coverage coverage(program, lazy);
  std::vector<std::uint64_t> times(coverage.points().size());
  for (const eval::RootSamples& root : samples.roots) {
    for (const eval::SampledInput& input : root.inputs) {
      const eval::Visit visit =
          coverage.evaluate(root.function, input.arguments, tallyLimits.calls);
      for (std::size_t i = 0; i < visit.points.size(); ++i) {
        times[visit.points[i]] += visit.times[i];
      }
    }
  }
  std::vector<PlaceHeat> places;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const eval::Point& point = coverage.points()[i];
    if (!point.position.known()) continue;
    places.push_back({point.position, point.function, point.entry, point.fails, times[i]});
  }
  return places;
}

}  // namespace deforest::driver
