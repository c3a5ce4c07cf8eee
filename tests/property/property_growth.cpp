// Under the default limits the pipelines end soon, and the code grows no more than the limits say.
#include "properties.hpp"

namespace deforest::property {
namespace {

// One program is a few dozen bindings: this is a hundred times what it should take.
constexpr double mostSeconds = 10.0;

std::optional<Violation> violationGrowth(Subject& subject) {
  const engine::Limits limits;
  for (const engine::Stage stage : allStages) {
    const Compiled& compiled = subject.after(stage);
    const std::string after = " after " + std::string(stageName(stage));
    if (compiled.report.seconds > mostSeconds) {
      return Violation{"slow" + after, std::to_string(compiled.report.seconds) + " seconds"};
    }
    const pipeline::RunReport& report = compiled.report;
    if (static_cast<double>(report.sizeAfter) >
        limits.maxGrowth * static_cast<double>(report.sizeBefore)) {
      return Violation{"growth" + after, std::to_string(report.sizeBefore) + " -> " +
                                             std::to_string(report.sizeAfter)};
    }
  }
  return std::nullopt;
}

}  // namespace

Property growth() {
  return {"growth", "time and code stay within bounds", violationGrowth};
}

}  // namespace deforest::property
