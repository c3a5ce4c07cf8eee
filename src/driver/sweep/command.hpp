// `deforest sweep` as a value.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "driver/sweep/grid.hpp"
#include "driver/sweep/limited_process.hpp"

namespace deforest::driver {

/// Part `index` of `count`, from 1. Points that may be the same run are in one part.
struct Shard {
  std::size_t index = 1;
  std::size_t count = 1;
  [[nodiscard]] bool has(const Grid& grid, std::size_t point) const {
    return grid.lineOf(point) % count == index - 1;
  }
  bool operator==(const Shard&) const = default;
};

struct SweepCommand {
  Grid grid;
  std::string directory;  ///< Where the study is written.
  ProcessLimits limits;
  Shard shard;
  std::string calls;               ///< A table of calls to count; empty: none.
  std::string semantics;           ///< As the option's value; empty: by the name of the program.
  std::vector<std::string> time;   ///< Targets to be timed: haskell, exe.
  unsigned rounds = 3;             ///< Runs of each.
  unsigned threads = 0;            ///< Points at once; 0: as many as there are processors.
  std::vector<std::string> merge;  ///< Directories of parts to be put together, instead.
  bool listsInputs = false;        ///< Show what would be counted, instead.
};

/// Reads the words after `sweep`. The text of the help, if that is what they ask for.
struct ParsedSweep {
  SweepCommand command;
  std::string help;
};
[[nodiscard]] ParsedSweep parseSweep(const std::vector<std::string>& words);

}  // namespace deforest::driver
