// The stages that tuple make no more matches and no more allocations than the normalised program,
// on any input; nor does unbox-results by itself, whatever became of the program before it.
//
// Two rises are of the measure, not of the work. Visits rise where a helper that matches joins a
// recursive function. Matches rise where a function takes apart what another one returned to it,
// which is no match, and then its own argument, which is one, because the other function was
// unfolded. So more matches are a failure only if there are more calls too.
#include "properties.hpp"
#include "simplify/unbox_results.hpp"
#include "text/print.hpp"

namespace deforest::property {
namespace {

std::string describe(const eval::Sample& sample) {
  const auto pair = [](std::uint64_t before, std::uint64_t after) {
    return std::to_string(before) + " -> " + std::to_string(after);
  };
  return "on an input of " + std::to_string(sample.nodes) + " nodes: matches " +
         pair(sample.before.matches, sample.after.matches) + ", allocations " +
         pair(sample.before.allocations, sample.after.allocations) + ", visits " +
         pair(sample.before.visits, sample.after.visits) + "\n";
}

std::optional<Violation> rise(const std::string& step, const eval::Comparison& comparison,
                              const ir::Program& before, const ir::Program& after) {
  for (const eval::RootReport& root : comparison.roots) {
    for (const eval::Sample& sample : root.samples) {
      const bool matches =
          sample.after.matches > sample.before.matches && sample.after.calls > sample.before.calls;
      const bool allocations = sample.after.allocations > sample.before.allocations;
      if (!matches && !allocations) continue;
      return Violation{
          std::string("more ") + (matches ? "matches" : "allocations") + " after " + step,
          root.root + ": " + describe(sample) + "-- before:\n" + text::print(before) + "-- after " +
              step + ":\n" + text::print(after)};
    }
  }
  return std::nullopt;
}

std::optional<Violation> violation(Subject& subject) {
  using pipeline::Stage;
  const ir::Program& normal = subject.after(Stage::None).program;
  for (const Stage stage : {Stage::Tupling, Stage::Redundancy}) {
    auto found = rise(std::string(stageName(stage)), subject.comparison(stage), normal,
                      subject.after(stage).program);
    if (found) return found;
  }
  for (const Stage stage : {Stage::None, Stage::Tupling}) {
    const ir::Program& before = subject.after(stage).program;
    pipeline::Context context;
    const ir::Program after = simplify::unboxResults().run(before, context);
    if (after == before) continue;
    auto found = rise("unbox-results", compare(before, after), before, after);
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace

Property cost() {
  return {"cost", "tupling, redundancy and unboxing never cost a match or an allocation",
          violation};
}

}  // namespace deforest::property
