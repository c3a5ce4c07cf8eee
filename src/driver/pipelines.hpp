// Which passes there are, and in which order they run by default.
#pragma once

#include <string>
#include <vector>

#include "pipeline/run.hpp"

namespace deforest::driver {

/// Every pass, in the order in which they are shown.
std::vector<pipeline::Pass> allPasses();

/// The pipeline of a stage.
pipeline::Pipeline defaultPipeline(pipeline::Stage stage);

/// The named passes, each once per mention. Throws `UsageError` for a name that no pass has.
pipeline::Pipeline pipelineOf(const std::vector<std::string>& names);

/// The text of `--list-passes`: name and description, one pass a line.
std::string listPasses();

}  // namespace deforest::driver
