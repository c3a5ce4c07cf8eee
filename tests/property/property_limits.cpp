// Whatever the cut-offs are, and whatever is promised of laziness, the result is a correct program.
// After stage fusion it may be much slower (property_meaning.cpp).
#include "driver/pipelines.hpp"
#include "properties.hpp"
#include "random.hpp"
#include "support/check.hpp"
#include "text/print.hpp"

namespace deforest::property {
namespace {

std::string describe(const engine::Options& options) {
  const engine::Limits& limits = options.limits;
  std::string text = "stage " + std::string(stageName(options.stopAfter));
  const auto add = [&](const char* name, unsigned value) {
    text += std::string(", ") + name + " " + std::to_string(value);
  };
  add("fusionDepth", limits.fusionDepth);
  add("tuplingDepth", limits.tuplingDepth);
  add("rounds", limits.rounds);
  add("maxFunctions", limits.maxFunctions);
  add("unfoldings", limits.unfoldings);
  add("pushes", limits.pushes);
  add("cap", limits.cap);
  add("glue", limits.glue);
  add("width", limits.width);
  return text + ", maxGrowth " + std::to_string(limits.maxGrowth) +
         (options.semantics == ir::Semantics::Haskell ? ", haskell" : ", strict");
}

engine::Options randomOptions(Random& random) {
  engine::Options options;
  const auto number = [&](int first, int last) {
    return static_cast<unsigned>(random.between(first, last));
  };
  options.stopAfter = random.pick({engine::Stage::Fusion, engine::Stage::Tupling,
                                   engine::Stage::Redundancy, engine::Stage::Redundancy});
  options.semantics = random.pick({ir::Semantics::Strict, ir::Semantics::Haskell});
  engine::Limits& limits = options.limits;
  limits.fusionDepth = random.chance(60) ? number(0, 3) : 10;
  limits.tuplingDepth = random.chance(60) ? number(0, 3) : 10;
  limits.rounds = number(1, 4);
  limits.cap = number(1, 3);
  limits.glue = number(0, 4);
  limits.pushes = number(0, 8);
  if (random.chance(40)) limits.unfoldings = number(0, 20);
  if (random.chance(40)) limits.maxFunctions = number(0, 12);
  if (random.chance(40)) limits.width = number(1, 6);
  if (random.chance(30)) limits.maxGrowth = 1.0 + 0.5 * number(0, 6);
  return options;
}

// An error names the options that it needs.
Compiled compileWith(const engine::Options& options, const ir::Program& program) {
  try {
    return compile(driver::defaultPipeline(options), program);
  } catch (const support::InternalError& error) {
    throw support::InternalError(std::string(error.what()) + "\n" + describe(options));
  }
}

std::optional<Violation> violationLimits(Subject& subject) {
  Random random(subject.seed());
  for (int i = 0; i < 3; ++i) {
    const engine::Options options = randomOptions(random);
    const Compiled compiled = compileWith(options, subject.program());
    // Not with the normalised program: strict normalisation may give values where Haskell's
    // semantics keeps the errors of the source.
    const eval::Comparison comparison = compare(subject.program(), compiled.program, 20);
    if (comparison.equal()) continue;
    if (options.stopAfter == engine::Stage::Fusion && differenceOf(comparison) == "no end")
      continue;
    return Violation{differenceOf(comparison) + " with other limits",
                     describe(options) + "\n" + comparison.describe() + "\n-- after:\n" +
                         text::print(compiled.program)};
  }
  return std::nullopt;
}

}  // namespace

Property limits() {
  return {"limits", "the result is right at every cut-off", violationLimits};
}

}  // namespace deforest::property
