// With the settings that it chooses itself, the compiler makes a program that makes no more
// matches, wherever they stand, allocates no more and makes no more calls than the program as it
// was read (but for the way into a loop), on inputs that it has not seen; nor does unbox-results by
// itself cost any.
#include "driver/pipelines.hpp"
#include "properties.hpp"
#include "search/portfolio.hpp"
#include "simplify/unbox_results.hpp"
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
      std::string more;
      if (sample.after.cases > sample.before.cases) {
        more = "matches";
      } else if (sample.after.allocations > sample.before.allocations) {
        more = "allocations";
      } else if (sample.after.calls > sample.before.calls + 1) {
        more = "calls";
      } else {
        continue;
      }
      return Violation{"more " + more + " after " + step,
                       root.root + ": " + describe(sample) + "-- before:\n" + text::print(before) +
                           "-- after " + step + ":\n" + text::print(after)};
    }
  }
  return std::nullopt;
}

std::optional<Violation> violation(Subject& subject) {
  const search::Selection selection = search::choose(subject.program(), {});
  const ir::Program chosen = compile(driver::defaultPipeline(selection.options.stopAfter),
                                     subject.program(), selection.options)
                                 .program;
  const ir::Program& read = subject.program();
  if (auto found = rise("fusion", compareElsewhere(read, chosen), read, chosen)) return found;
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
