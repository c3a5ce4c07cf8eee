#include "driver/pipelines.hpp"

#include <algorithm>
#include <utility>

#include "backends/native/plan_passes.hpp"
#include "driver/keep_text.hpp"
#include "driver/usage.hpp"
#include "support/check.hpp"

namespace deforest::driver {

using pipeline::Form;
using pipeline::leaveOut;
using pipeline::Pass;
using pipeline::Phase;
using pipeline::Pipeline;

namespace {

bool isNative(std::string_view name) {
  return std::ranges::count(backends::nativePasses(), name, &Pass::name) != 0;
}

// What a form asks for, and the pass that sees to it.
struct Requirement {
  std::string what;
  std::string pass;
};

Requirement requirementOf(Form form) {
  switch (form) {
    case Form::Native:
      return {"a program without copies, without `seq` and with nothing behind an error",
              "native-form"};
    case Form::Planned:
      return {"to know how values are represented", "layout"};
    default:
      return {"every match to be the whole body of its function", "split-matches"};
  }
}

const Pass& passIn(const Pipeline& pipeline, std::string_view name) {
  for (const Phase& phase : pipeline) {
    const auto found = std::ranges::find(phase.passes, name, &Pass::name);
    if (found != phase.passes.end()) return *found;
  }
  support::fail("a pass that is not in its pipeline");
}

}  // namespace

std::vector<Pass> allPasses(const engine::Options& options, const Native& native) {
  std::vector<Pass> passes = search::allPasses(options);
  for (Pass& pass : backends::nativePasses(native)) passes.push_back(std::move(pass));
  return passes;
}

Pass passOf(const std::string& name, const engine::Options& options, const Native& native) {
  std::vector<Pass> passes = allPasses(options, native);
  for (Pass& pass : textPasses()) passes.push_back(std::move(pass));
  const auto found = std::ranges::find(passes, name, &Pass::name);
  if (found != passes.end()) return *found;
  std::vector<std::string_view> known;
  for (const Pass& pass : passes) known.push_back(pass.name);
  throw UsageError("there is no pass '" + name + "'" + didYouMean(name, known) +
                   "; --list-passes shows them");
}

Pipeline pipelineOf(const std::vector<std::string>& names, const engine::Options& options,
                    const Native& native) {
  Phase phase;
  for (const std::string& name : names) {
    phase.passes.push_back(passOf(name, options, native));
    if (phase.passes.back().run) continue;
    throw UsageError("the pass '" + name +
                     "' is for a module whose text is kept, and with --passes none is");
  }
  const Pipeline pipeline = leaveOut(options.without, {std::move(phase)});
  if (const auto name = pipeline::misplaced(pipeline)) {
    const Requirement requirement = requirementOf(passIn(pipeline, *name).needs);
    throw UsageError("the pass '" + std::string(*name) + "' needs " + requirement.what +
                     ": write " + requirement.pass + " before it");
  }
  return pipeline;
}

Pipeline nativePart(const std::optional<std::vector<std::string>>& named,
                    const engine::Options& options, const Native& native) {
  const bool chosen = named && std::ranges::any_of(*named, isNative);
  Form form =
      chosen ? pipeline::formAfter(pipelineOf(*named, options, native), Form::Free) : Form::Free;
  if (form == Form::Planned) return {};
  Pipeline pipeline;
  if (!chosen) {
    pipeline = nativePipeline(native);
  } else if (form == Form::Native) {
    pipeline = {{backends::planPasses(native)}};
  }
  pipeline = leaveOut(options.without, std::move(pipeline));
  const auto misplaced = pipeline::misplaced(pipeline, form);
  const Form lacking = misplaced ? passIn(pipeline, *misplaced).needs : Form::Native;
  form = pipeline::formAfter(pipeline, form);
  if (!misplaced && form == Form::Planned) return pipeline;
  const Requirement requirement = requirementOf(form == Form::Native ? Form::Planned : lacking);
  throw UsageError("C++ needs " + requirement.what + ", which " + requirement.pass +
                   " sees to: it cannot be left out");
}

void checkWithout(const engine::Options& options) {
  for (const std::string& name : options.without) {
    (void)passOf(name);
    if (name == "keep-text" || name == "keep-roots") {
      throw UsageError("the pass '" + name + "' cannot be left out");
    }
  }
  const Pipeline pipeline = defaultPipeline(options);
  if (const auto name = pipeline::misplaced(pipeline)) {
    const Requirement requirement = requirementOf(passIn(pipeline, *name).needs);
    throw UsageError("the pass '" + std::string(*name) + "' needs " + requirement.what +
                     ", which " + requirement.pass + " sees to: leave out both");
  }
}

std::string listPasses() {
  std::vector<std::pair<Pass, std::string_view>> listed;
  for (const Pass& pass : search::allPasses({})) listed.emplace_back(pass, "");
  for (const Pass& pass : textPasses()) listed.emplace_back(pass, " (text that is kept)");
  for (const Pass& pass : backends::nativePasses()) listed.emplace_back(pass, " (native code)");
  std::size_t width = 0;
  for (const auto& [pass, kind] : listed) width = std::max(width, pass.name.size());
  std::string out;
  for (const auto& [pass, kind] : listed) {
    out += std::string(pass.name) + std::string(width + 2 - pass.name.size(), ' ') +
           std::string(pass.description) + std::string(kind) + "\n";
  }
  return out;
}

}  // namespace deforest::driver
