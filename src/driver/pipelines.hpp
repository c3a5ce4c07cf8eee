// Pipelines by the names of their passes.
#pragma once

#include <string>
#include <vector>

#include "pipeline/run.hpp"
#include "search/stages.hpp"

namespace deforest::driver {

using search::allPasses;
using search::defaultPipeline;

/// The pass of this name. Throws `UsageError` if there is none.
pipeline::Pass passOf(const std::string& name);

/// The named passes, each once per mention. Throws `UsageError` for a name that no pass
/// has, and for a pass that would not be given the form it needs.
pipeline::Pipeline pipelineOf(const std::vector<std::string>& names);

/// Throws `UsageError` if `--without` names no pass, or one that others cannot do without.
void checkWithout(const pipeline::Options& options);

/// The text of `--list-passes`: name and description, one pass a line.
std::string listPasses();

}  // namespace deforest::driver
