#include "rise.hpp"

#include "text/print.hpp"

namespace deforest::property {
namespace {

std::string describe(const eval::Sample& sample) {
  const auto pair = [](std::uint64_t before, std::uint64_t after) {
    return std::to_string(before) + " -> " + std::to_string(after);
  };
  return "on an input of " + std::to_string(sample.nodes) + " nodes: matches " +
         pair(sample.before.cases, sample.after.cases) + ", allocations " +
         pair(sample.before.allocations, sample.after.allocations) + ", calls " +
         pair(sample.before.calls, sample.after.calls) + "\n";
}

// What there is more of; empty: nothing.
std::string more(const eval::Sample& sample) {
  if (sample.after.cases > sample.before.cases) return "matches";
  if (sample.after.allocations > sample.before.allocations) return "allocations";
  return sample.after.calls > sample.before.calls + 1 ? "calls" : "";
}

}  // namespace

std::optional<Violation> rise(const std::string& step, const eval::Comparison& comparison,
                              const ir::Program& before, const ir::Program& after) {
  for (const eval::RootReport& root : comparison.roots) {
    for (const eval::Sample& sample : root.samples) {
      const std::string what = more(sample);
      if (what.empty()) continue;
      return Violation{"more " + what + " after " + step,
                       root.root + ": " + describe(sample) + "-- before:\n" + text::print(before) +
                           "-- after " + step + ":\n" + text::print(after)};
    }
  }
  return std::nullopt;
}

}  // namespace deforest::property
