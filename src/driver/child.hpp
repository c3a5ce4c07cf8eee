// What all processes have in common that are started from here, however they are waited for.
#pragma once

#include <string>
#include <vector>

struct rusage;

namespace deforest::driver {

/// The exit status of a process whose program could not be started, as shells have it.
constexpr int statusNotStarted = 127;

/// Words as `execvp` takes them. They must outlive it.
[[nodiscard]] std::vector<char*> argumentsOf(const std::vector<std::string>& words);

/// Processor time, of the process and of the system for it.
[[nodiscard]] double secondsOf(const rusage& usage);

/// The most memory that was resident.
[[nodiscard]] double megabytesOf(const rusage& usage);

}  // namespace deforest::driver
