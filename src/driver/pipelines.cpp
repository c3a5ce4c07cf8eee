#include "driver/pipelines.hpp"

#include <algorithm>

#include "driver/usage.hpp"

namespace deforest::driver {

using pipeline::Pass;
using pipeline::Phase;
using pipeline::Pipeline;

Pass passOf(const std::string& name) {
  const std::vector<Pass> passes = allPasses();
  const auto found = std::ranges::find(passes, name, &Pass::name);
  if (found != passes.end()) return *found;
  std::vector<std::string_view> known;
  for (const Pass& pass : passes) known.push_back(pass.name);
  throw UsageError("there is no pass '" + name + "'" + didYouMean(name, known) +
                   "; --list-passes shows them");
}

Pipeline pipelineOf(const std::vector<std::string>& names) {
  Phase phase;
  for (const std::string& name : names) phase.passes.push_back(passOf(name));
  Pipeline pipeline{std::move(phase)};
  if (const auto name = pipeline::misplaced(pipeline)) {
    throw UsageError("the pass '" + std::string(*name) +
                     "' needs every match to be the whole body of its function: write "
                     "split-matches before it");
  }
  return pipeline;
}

void checkWithout(const pipeline::Options& options) {
  for (const std::string& name : options.without) (void)passOf(name);
  if (const auto name = pipeline::misplaced(defaultPipeline(options.stopAfter),
                                            pipeline::Form::Free, options.without)) {
    throw UsageError(
        "the pass '" + std::string(*name) +
        "' needs every match to be the whole body of its function, which split-matches "
        "sees to: leave out both");
  }
}

std::string listPasses() {
  std::string out;
  std::size_t width = 0;
  for (const Pass& pass : allPasses()) width = std::max(width, pass.name.size());
  for (const Pass& pass : allPasses()) {
    out += std::string(pass.name) + std::string(width + 2 - pass.name.size(), ' ') +
           std::string(pass.description) + "\n";
  }
  return out;
}

}  // namespace deforest::driver
