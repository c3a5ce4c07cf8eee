// The run times of what a point emitted, beside those of its source.
//
// Both are compiled from the same harness (driver/timed_program.hpp) and run in turn, so that what
// else the machine does falls on both alike; one run of each comes first and does not count. The
// source of a program is compiled once.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "driver/sweep/command.hpp"
#include "driver/sweep/journal.hpp"
#include "driver/timed_program.hpp"

namespace deforest::driver {

class Stopwatch {
 public:
  /// `work` is a directory that outlives this.
  Stopwatch(const SweepCommand& command, std::string work);

  /// What a point has under `times`: by target. `emitted` has by target the text that was emitted.
  [[nodiscard]] Json time(const Json& program, const std::map<std::string, std::string>& emitted,
                          const std::string& directory);

 private:
  [[nodiscard]] const std::string& source(const TimedProgram& program, const std::string& target);
  [[nodiscard]] Json compare(const std::string& before, const std::string& after,
                             const std::string& directory) const;

  const SweepCommand& command_;
  std::string work_;
  std::map<std::pair<std::string, std::string>, std::string> sources_;  // by path and target
};

}  // namespace deforest::driver
