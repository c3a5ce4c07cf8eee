// The pipelines that run until nothing changes find nothing more to do in what they have made. The
// others may: a second run takes the compositions that the first one made for the user's own, and
// those are not cut off.
#include <algorithm>

#include "driver/pipelines.hpp"
#include "properties.hpp"
#include "text/print.hpp"

namespace deforest::property {
namespace {

bool wasCutOff(const Compiled& compiled) {
  return std::any_of(compiled.decisions.begin(), compiled.decisions.end(),
                     [](const pipeline::Decision& decision) {
                       return decision.kind == pipeline::Decision::Kind::CutOff;
                     });
}

std::optional<Violation> violationStable(Subject& subject) {
  for (const engine::Stage stage : {engine::Stage::None, engine::Stage::Redundancy}) {
    const Compiled& once = subject.after(stage);
    if (wasCutOff(once)) continue;
    engine::Options options;
    options.stopAfter = stage;
    const Compiled twice = compile(driver::defaultPipeline(options), once.program);
    const std::string before = text::print(once.program);
    const std::string after = text::print(twice.program);
    if (before == after) continue;
    return Violation{"stage " + std::string(stageName(stage)) + " changes its own output",
                     "-- first run:\n" + before + "-- second run:\n" + after};
  }
  return std::nullopt;
}

}  // namespace

Property stable() {
  return {"stable", "a second run of a pipeline changes nothing", violationStable};
}

}  // namespace deforest::property
