// `--stats=FILE.json`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/options.hpp"
#include "pipeline/run.hpp"
#include "search/portfolio.hpp"

namespace deforest::driver {

/// A run as JSON: the input, the options that bear on it, functions, sizes, growth, how it ended,
/// the settings that were tried, and every run of every pass with its time in seconds, in order;
/// `demand`: what depths were asked for in all of it. Only times differ between runs.
std::string statsJson(std::string_view input, const engine::Options& options,
                      const pipeline::RunReport& report,
                      const std::vector<pipeline::Decision>& decisions,
                      const std::optional<search::Selection>& selection = std::nullopt,
                      const engine::DepthDemand* demand = nullptr);

}  // namespace deforest::driver
