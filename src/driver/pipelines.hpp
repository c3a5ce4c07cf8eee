// Pipelines by the names of their passes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backends/native/passes.hpp"
#include "engine/options.hpp"
#include "pipeline/run.hpp"
#include "search/stages.hpp"

namespace deforest::driver {

using backends::nativePipeline;
using search::defaultPipeline;

/// What the passes of native code decide beside the program.
using Native = std::shared_ptr<backends::NativeCode>;

/// Every pass, in the order in which they are shown: those of the engine, then those that only
/// native code has.
std::vector<pipeline::Pass> allPasses(
    const engine::Options& options = {},
    const Native& native = std::make_shared<backends::NativeCode>());

/// The pass of this name. Throws `UsageError` if there is none.
pipeline::Pass passOf(const std::string& name, const engine::Options& options = {},
                      const Native& native = std::make_shared<backends::NativeCode>());

/// The named passes, each once per mention, but for those that the options leave out. Throws
/// `UsageError` for a name that no pass has, and for a pass that would not be given the form it
/// needs.
pipeline::Pipeline pipelineOf(const std::vector<std::string>& names,
                              const engine::Options& options = {},
                              const Native& native = std::make_shared<backends::NativeCode>());

/// What follows the passes of the engine where native code is written. If the user named passes,
/// and some of native code were among them, it is what decides how the program becomes C++, or
/// nothing, if they did that, too. Throws `UsageError` if C++ could not be made of what they leave.
pipeline::Pipeline nativePart(const std::optional<std::vector<std::string>>& named,
                              const engine::Options& options,
                              const Native& native = std::make_shared<backends::NativeCode>());

/// Throws `UsageError` if `--without` names no pass, or one that others cannot do without.
void checkWithout(const engine::Options& options);

/// The text of `--list-passes`: name and description, one pass a line.
std::string listPasses();

}  // namespace deforest::driver
