// With the settings that it chooses itself, the compiler makes a program that makes no more
// matches, wherever they stand, allocates no more and makes no more calls than the program as it
// was read (but for the way into a loop), on inputs that it has not seen; nor does unbox-results by
// itself cost any.
#include "properties.hpp"
#include "rise.hpp"
#include "simplify/unbox_results.hpp"

namespace deforest::property {
namespace {

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

std::optional<Violation> violationCost(Subject& subject) {
  const ir::Program& chosen = subject.chosen().program;
  const ir::Program& read = subject.program();
  if (auto found = rise("fusion", compareElsewhere(read, chosen), read, chosen)) return found;
  pipeline::Context context;
  const ir::Program& normal = subject.normal();
  const ir::Program after = simplify::unboxResults(ir::Semantics::Strict).run(normal, context);
  if (after == normal) return std::nullopt;
  return rise("unbox-results", compare(normal, after), normal, after);
}

}  // namespace

Property cost() {
  return {"cost", "the chosen settings, and unboxing alone, never cost a match or an allocation",
          violationCost};
}

}  // namespace deforest::property
