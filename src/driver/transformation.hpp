// From the program that was read to the one that is written: the choice of settings, and the passes
// that run with them. What wants to watch the passes (dumps, explanations, reports) is an observer
// among the `RunOptions`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backends/haskell/keep.hpp"
#include "driver/command_line.hpp"
#include "driver/pipelines.hpp"
#include "eval/generate.hpp"
#include "pipeline/run.hpp"
#include "search/portfolio.hpp"
#include "text/original.hpp"

namespace deforest::driver {

/// Whether C++ is written, or made into an executable.
[[nodiscard]] bool isNative(const CompileCommand& command);

/// The settings to use; none: those given. `content` is what `input` and `original` were read from.
[[nodiscard]] std::optional<search::Selection> select(const ir::Program& input,
                                                      const CompileCommand& command,
                                                      const std::string& content,
                                                      const text::Original& original,
                                                      const std::vector<eval::GivenInput>& given);

/// Runs the passes, with the settings of `selection` if there is one. With `original`, what is not
/// improved keeps its text, and `kept` says what that is. What the search has made already is only
/// completed, unless passes are to be shown; if it is broken, they are run again for the checks to
/// tell which one broke it.
[[nodiscard]] ir::Program transform(const ir::Program& input, const CompileCommand& command,
                                    const std::optional<search::Selection>& selection,
                                    const text::Original* original, const Native& native,
                                    const pipeline::RunOptions& options, backends::Kept& kept,
                                    pipeline::Context& context, pipeline::RunReport& report);

}  // namespace deforest::driver
