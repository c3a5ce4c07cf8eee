// The stages that tuple make no more matches and no more allocations than the normalised program,
// on any input.
//
// Two rises are of the measure, not of the work. Visits rise where a helper that matches joins a
// recursive function. Matches rise where a function takes apart what another one returned to it,
// which is no match, and then its own argument, which is one, because the other function was
// unfolded. So more matches are a failure only if there are more calls too.
#include "properties.hpp"
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

std::optional<Violation> violation(Subject& subject) {
  for (const pipeline::Stage stage : {pipeline::Stage::Tupling, pipeline::Stage::Redundancy}) {
    for (const eval::RootReport& root : subject.comparison(stage).roots) {
      for (const eval::Sample& sample : root.samples) {
        const bool matches = sample.after.matches > sample.before.matches &&
                             sample.after.calls > sample.before.calls;
        const bool allocations = sample.after.allocations > sample.before.allocations;
        if (!matches && !allocations) continue;
        return Violation{std::string("more ") + (matches ? "matches" : "allocations") + " after " +
                             std::string(stageName(stage)),
                         root.root + ": " + describe(sample) + "-- normalised:\n" +
                             text::print(subject.after(pipeline::Stage::None).program) +
                             "-- after " + std::string(stageName(stage)) + ":\n" +
                             text::print(subject.after(stage).program)};
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Property cost() {
  return {"cost", "tupling and redundancy never cost a match or an allocation", violation};
}

}  // namespace deforest::property
