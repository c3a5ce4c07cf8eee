#include "subject.hpp"

#include "driver/pipelines.hpp"

namespace deforest::property {

using engine::Stage;

Compiled compile(const pipeline::Pipeline& pipeline, const ir::Program& program) {
  pipeline::Context context;
  Compiled result;
  result.program = pipeline::run(pipeline, program, context, {}, result.report);
  result.decisions = std::move(context.decisions);
  return result;
}

eval::Comparison compare(const ir::Program& before, const ir::Program& after, std::size_t inputs) {
  eval::CompareOptions options;
  options.inputs = inputs;
  options.largest = 40;
  options.limits.calls = 20'000;
  options.limits.bytes = std::size_t{64} << 20U;
  options.shrinkings = 300;
  return eval::comparePrograms(before, after, options);
}

std::string differenceOf(const eval::Comparison& comparison) {
  for (const eval::RootReport& root : comparison.roots) {
    if (!root.counterexample) continue;
    const std::string& after = root.counterexample->after;
    if (after.starts_with("gave up")) return "no end";
    return after.starts_with("error") ? "an error" : "another value";
  }
  return "another type";
}

const Compiled& Subject::after(Stage stage) {
  const auto found = compiled_.find(stage);
  if (found != compiled_.end()) return found->second;
  engine::Options options;
  options.stopAfter = stage;
  return compiled_.emplace(stage, compile(driver::defaultPipeline(options), program_))
      .first->second;
}

const ir::Program& Subject::normal() {
  if (!normal_) {
    // All phases but the last, which puts together what normal form took apart.
    engine::Options none;
    none.stopAfter = Stage::None;
    pipeline::Pipeline normalisation = driver::defaultPipeline(none);
    normalisation.pop_back();
    normal_ = compile(normalisation, program_).program;
  }
  return *normal_;
}

const ir::Program& Subject::native() {
  if (!native_) {
    const pipeline::Pipeline form{{{driver::passOf("native-form")}}};
    native_ = compile(form, program_).program;
  }
  return *native_;
}

const search::Selection& Subject::selection() {
  if (!selection_) selection_ = search::choose(program_, {});
  return *selection_;
}

const Compiled& Subject::chosen() {
  if (!chosen_) {
    const engine::Options& options = selection().options;
    chosen_ = compile(driver::defaultPipeline(options), program_);
  }
  return *chosen_;
}

const eval::Comparison& Subject::comparison(Stage stage) {
  const auto found = comparisons_.find(stage);
  if (found != comparisons_.end()) return found->second;
  return comparisons_.emplace(stage, compare(program_, after(stage).program)).first->second;
}

}  // namespace deforest::property
