// What a whole run amounts to: sizes, times and rewrites per pass, and how it came to an end.
#pragma once

#include <string>
#include <vector>

#include "pipeline/run.hpp"

namespace deforest::driver {

/// All runs of the passes of one name.
struct PassTotal {
  std::string name;
  std::size_t runs = 0;
  std::size_t changes = 0;  ///< Runs that changed the program.
  double seconds = 0;
  std::size_t taken = 0;
  std::size_t refused = 0;
  std::ptrdiff_t growth = 0;  ///< In the unit of ir::size.
};

/// One entry per name, in the order of first runs.
std::vector<PassTotal> totals(const pipeline::RunReport& report);

/// The decisions that stopped a transformation; none: it terminated naturally.
std::vector<pipeline::Decision> cutOffs(const std::vector<pipeline::Decision>& decisions);

/// Size of the result over the size of the input; 1 for an empty input.
double growth(const pipeline::RunReport& report);

/// The lines of `--stats`: functions, size, growth, end, and a line per pass without its times.
std::string renderStats(const pipeline::RunReport& report,
                        const std::vector<pipeline::Decision>& decisions);

/// The lines of `--time-passes`: milliseconds and share of every pass, and what is left over for
/// checks and observers.
std::string renderTimes(const pipeline::RunReport& report);

}  // namespace deforest::driver
