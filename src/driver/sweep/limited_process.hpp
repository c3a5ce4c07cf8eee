// A process that may take so much and no more.
//
// What a study tries may run for ever, fill the memory or crash. So it runs in processes of its
// own, which are watched and ended; how each ended is a result like any other. Processor time
// counts, not the clock: what is within its limit is so on a busy machine, too. The children go
// with the process that started them, even if that is killed.
#pragma once

#include <string>
#include <vector>

namespace deforest::driver {

struct ProcessLimits {
  double seconds = 120;     ///< Of processors.
  double megabytes = 4096;  ///< Resident.
};

struct LimitedRun {
  enum class End { Exited, Signalled, Time, Memory, NotStarted };
  End end = End::NotStarted;
  int status = 0;  ///< As `exit` has it, or the signal.
  double seconds = 0;
  double megabytes = 0;
};

/// Where a process runs, and where its streams go. Standard input is empty.
struct Surroundings {
  std::string directory;
  std::string output = "/dev/null";
  std::string errors = "/dev/null";
};

/// May be called from several threads at once.
[[nodiscard]] LimitedRun runLimited(const std::vector<std::string>& words,
                                    const Surroundings& surroundings, const ProcessLimits& limits);

}  // namespace deforest::driver
