// Every single pass and every pipeline keep the value of every root, bit for bit, on every input on
// which the program has a value.
//
// Stage fusion alone is the thesis's naive fusion: it recomputes what tupling would share, so that
// it may not end within the bounds of an evaluation. That is not held against it.
#include "driver/pipelines.hpp"
#include "properties.hpp"
#include "text/print.hpp"

namespace deforest::property {
namespace {

std::optional<Violation> difference(const std::string& step, const eval::Comparison& comparison,
                                    const ir::Program& after) {
  if (comparison.equal()) return std::nullopt;
  return Violation{differenceOf(comparison) + " after " + step,
                   comparison.describe() + "\n-- after " + step + ":\n" + text::print(after)};
}

std::optional<Violation> violationMeaning(Subject& subject) {
  using engine::Stage;
  for (const Stage stage : allStages) {
    const std::string step = "stage " + std::string(stageName(stage));
    auto wrong = difference(step, subject.comparison(stage), subject.after(stage).program);
    if (wrong && !(stage == Stage::Fusion && wrong->kind.starts_with("no end"))) return wrong;
  }
  for (const pipeline::Pass& pass : driver::allPasses()) {
    const bool native =
        pass.needs == pipeline::Form::Native || pass.needs == pipeline::Form::Planned;
    const ir::Program& given = native ? subject.native() : subject.normal();
    pipeline::Context context;
    const ir::Program result = pass.run(given, context);
    auto wrong = difference(std::string(pass.name), compare(given, result, 20), result);
    if (wrong) return wrong;
  }
  const ir::Program lowered =
      compile(driver::nativePipeline(), subject.after(Stage::Redundancy).program).program;
  if (auto wrong = difference("native code", compare(subject.program(), lowered, 20), lowered)) {
    return wrong;
  }
  return std::nullopt;
}

}  // namespace

Property meaning() {
  return {"meaning", "no pass and no pipeline changes a result", violationMeaning};
}

}  // namespace deforest::property
