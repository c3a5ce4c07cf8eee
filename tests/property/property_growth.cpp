// Under the default limits the pipelines end soon, and the code grows no more than the limits say.
#include "properties.hpp"

namespace deforest::property {
namespace {

// One program is a few dozen bindings: this is a hundred times what it should take.
constexpr double mostSeconds = 10.0;

// The limit counts what the engine generates; what it generates last may exceed it once.
constexpr double slack = 1.5;

std::optional<Violation> violation(Subject& subject) {
  const Compiled& normal = subject.after(pipeline::Stage::None);
  const pipeline::Limits limits;
  for (const pipeline::Stage stage : allStages) {
    const Compiled& compiled = subject.after(stage);
    const std::string after = " after " + std::string(stageName(stage));
    if (compiled.report.seconds > mostSeconds) {
      return Violation{"slow" + after, std::to_string(compiled.report.seconds) + " seconds"};
    }
    const auto before = static_cast<double>(normal.report.sizeAfter);
    const auto size = static_cast<double>(compiled.report.sizeAfter);
    if (size > slack * limits.maxGrowth * before) {
      return Violation{"growth" + after, std::to_string(normal.report.sizeAfter) + " -> " +
                                             std::to_string(compiled.report.sizeAfter)};
    }
  }
  return std::nullopt;
}

}  // namespace

Property growth() {
  return {"growth", "time and code stay within bounds", violation};
}

}  // namespace deforest::property
