// The checker accepts the generated program, and what every pass leaves of it, alone and in every
// pipeline.
#include "driver/pipelines.hpp"
#include "ir/checker.hpp"
#include "properties.hpp"

namespace deforest::property {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::optional<Violation> violation(Subject& subject) {
  const std::vector<std::string> faults = ir::check(subject.program());
  if (!faults.empty()) return Violation{"generator", joined(faults)};
  const auto faultsAfter = [](const pipeline::Pass& pass, const ir::Program& program,
                              bool normalForm) -> std::optional<Violation> {
    pipeline::Context context;
    const ir::Program result = pass.run(program, context);
    ir::CheckOptions options;
    options.normalForm = normalForm;
    const std::vector<std::string> left = ir::check(result, options);
    if (left.empty()) return std::nullopt;
    return Violation{"after " + std::string(pass.name), joined(left)};
  };
  // Before normal form is established only the passes that establish it may run.
  pipeline::Pipeline normalisation = driver::defaultPipeline(pipeline::Stage::None);
  normalisation.pop_back();
  for (const pipeline::Phase& phase : normalisation) {
    for (const pipeline::Pass& pass : phase.passes) {
      if (auto wrong = faultsAfter(pass, subject.program(), false)) return wrong;
    }
  }
  const ir::Program& normal = subject.normal();
  for (const pipeline::Pass& pass : driver::allPasses()) {
    // What is inlined last is a match inside a function.
    const bool normalForm = pass.name != "inline-once";
    if (auto wrong = faultsAfter(pass, normal, normalForm)) return wrong;
  }
  // The runner checks after each pass, and throws.
  for (const pipeline::Stage stage : allStages) (void)subject.after(stage);
  return std::nullopt;
}

}  // namespace

Property checked() {
  return {"checked", "programs stay well formed and in normal form", violation};
}

}  // namespace deforest::property
