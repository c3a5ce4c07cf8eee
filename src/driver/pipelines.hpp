// Pipelines by the names of their passes.
#pragma once

#include <string>
#include <vector>

#include "pipeline/run.hpp"
#include "search/stages.hpp"

namespace deforest::driver {

using search::allPasses;
using search::defaultPipeline;

/// The named passes, each once per mention. Throws `UsageError` for a name that no pass has.
pipeline::Pipeline pipelineOf(const std::vector<std::string>& names);

/// The text of `--list-passes`: name and description, one pass a line.
std::string listPasses();

}  // namespace deforest::driver
