#include "driver/pipelines.hpp"

#include <algorithm>

#include "driver/usage.hpp"

namespace deforest::driver {

using pipeline::Pass;
using pipeline::Phase;
using pipeline::Pipeline;

Pipeline pipelineOf(const std::vector<std::string>& names) {
  const std::vector<Pass> passes = allPasses();
  Phase phase;
  for (const std::string& name : names) {
    const auto found = std::find_if(passes.begin(), passes.end(),
                                    [&](const Pass& pass) { return pass.name == name; });
    if (found == passes.end()) {
      std::vector<std::string_view> known;
      for (const Pass& pass : passes) known.push_back(pass.name);
      throw UsageError("there is no pass '" + name + "'" + didYouMean(name, known) +
                       "; --list-passes shows them");
    }
    phase.passes.push_back(*found);
  }
  return {phase};
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
