#include "driver/report/heat.hpp"

#include "eval/apply.hpp"
#include "eval/coverage.hpp"
#include "eval/tally.hpp"

namespace deforest::driver {
namespace {

constexpr eval::Limits limits{5'000'000, std::size_t{512} << 20U, 0};

template <class Machine>
std::vector<FunctionHeat> heatBy(const ir::Program& program, const ir::Program& source,
                                 const eval::Samples& samples) {
  const eval::Correspondence correspondence = eval::correspond(source, program);
  std::vector<FunctionHeat> heat(program.functions.size());
  Machine machine(program, limits);
  machine.clearHits();
  for (const eval::RootSamples& root : samples.roots) {
    const std::optional<ir::FunId> function = program.find(root.root);
    if (!function) continue;
    for (const eval::SampledInput& input : root.inputs) {
      (void)eval::apply(machine, *function, input.arguments, &correspondence);
      ++heat[function->value].calls;
    }
  }
  for (const eval::FunctionTally& tally : eval::tallyOf(machine)) {
    FunctionHeat& function = heat[tally.function.value];
    function.work = tally.work;
    for (const auto& [callee, times] : tally.callees) {
      function.callees[callee] += times;
      heat[callee.value].calls += times;
    }
  }
  return heat;
}

}  // namespace

std::vector<FunctionHeat> heatOf(const ir::Program& program, const ir::Program& source,
                                 const eval::Samples& samples, bool lazy) {
  return lazy ? heatBy<eval::LazyMachine>(program, source, samples)
              : heatBy<eval::Machine>(program, source, samples);
}

std::vector<PlaceHeat> placesOf(const ir::Program& program, const eval::Samples& samples,
                                bool lazy) {
  eval::Coverage coverage(program, lazy, limits.bytes);
  std::vector<std::uint64_t> times(coverage.points().size());
  for (const eval::RootSamples& root : samples.roots) {
    for (const eval::SampledInput& input : root.inputs) {
      const eval::Visit visit = coverage.evaluate(root.function, input.arguments, limits.calls);
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
