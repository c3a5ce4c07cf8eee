// The checker accepts the generated program, and what every pass leaves of it, alone and in every
// pipeline.
#include <algorithm>
#include <iterator>

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

std::optional<Violation> violationChecked(Subject& subject) {
  const std::vector<std::string> faults = ir::check(subject.program());
  if (!faults.empty()) return Violation{"generator", joined(faults)};
  const auto faultsAfter = [](const pipeline::Pass& pass, const ir::Program& program,
                              pipeline::Form given) -> std::optional<Violation> {
    pipeline::Context context;
    const ir::Program result = pass.run(program, context);
    ir::CheckOptions options;
    options.normalForm = pipeline::formAfter(pass, given) == pipeline::Form::Normal;
    const pipeline::Form form = pipeline::formAfter(pass, given);
    options.nativeForm = form == pipeline::Form::Native || form == pipeline::Form::Planned;
    std::vector<std::string> left = ir::check(result, options);
    if (pass.faults) std::ranges::copy(pass.faults(), std::back_inserter(left));
    if (left.empty()) return std::nullopt;
    return Violation{"after " + std::string(pass.name), joined(left)};
  };
  for (const pipeline::Pass& pass : driver::allPasses()) {
    if (pass.needs == pipeline::Form::Native || pass.needs == pipeline::Form::Planned) {
      if (auto wrong = faultsAfter(pass, subject.native(), pass.needs)) return wrong;
      continue;
    }
    if (pass.needs == pipeline::Form::Free) {
      if (auto wrong = faultsAfter(pass, subject.program(), pipeline::Form::Free)) return wrong;
    }
    if (auto wrong = faultsAfter(pass, subject.normal(), pipeline::Form::Normal)) return wrong;
  }
  // The runner checks after each pass, and throws.
  for (const engine::Stage stage : allStages) (void)subject.after(stage);
  return std::nullopt;
}

}  // namespace

Property checked() {
  return {"checked", "programs stay well formed and in normal form", violationChecked};
}

}  // namespace deforest::property
