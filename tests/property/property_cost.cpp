// With the settings that it chooses itself, the compiler makes a program that has no more matches
// and no more allocations than the normalised one, on inputs that it has not seen; nor does
// unbox-results by itself cost any.
//
// Two rises are of the measure, not of the work. Visits rise where a helper that matches joins a
// recursive function. Matches rise where a function takes apart what another one returned to it,
// which is no match, and then its own argument, which is one, because the other function was
// unfolded. So more matches are a failure only if there are more calls too.
#include "driver/pipelines.hpp"
#include "driver/portfolio.hpp"
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

// On other inputs than those on which the settings were chosen.
eval::Comparison compareElsewhere(const ir::Program& before, const ir::Program& after) {
  eval::CompareOptions options;
  options.inputs = 40;
  options.largest = 40;
  options.seed = 4711;
  options.limits.calls = 20'000;
  options.constantCalls = 100'000;
  return eval::comparePrograms(before, after, options);
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
  const driver::Selection selection = driver::choose(subject.program(), {});
  const ir::Program chosen = compile(driver::defaultPipeline(selection.options.stopAfter),
                                     subject.program(), selection.options)
                                 .program;
  const ir::Program& unfused = subject.after(pipeline::Stage::None).program;
  if (auto found = rise("fusion", compareElsewhere(unfused, chosen), unfused, chosen)) return found;
  pipeline::Context context;
  const ir::Program& normal = subject.normal();
  const ir::Program after = simplify::unboxResults().run(normal, context);
  if (after == normal) return std::nullopt;
  return rise("unbox-results", compare(normal, after), normal, after);
}

}  // namespace

Property cost() {
  return {"cost", "the chosen settings, and unboxing alone, never cost a match or an allocation",
          violation};
}

}  // namespace deforest::property
