// What is begun is cleaned up when somebody stops the program.
#pragma once

#include <sys/types.h>

#include <array>
#include <csignal>

namespace deforest::driver {

/// While it lives, a signal that asks the program to end (SIGINT, SIGTERM, SIGHUP) is noted and
/// handed on to the child there is, instead of ending the program at once; that happens when it
/// goes, by the same signal, so that whatever was made after it is cleaned up before. One
/// may live within another.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  [[nodiscard]] static bool pending();
  /// The process group that signals go to; 0: none.
  static void handOnTo(pid_t group);

 private:
  static constexpr std::array<int, 3> signals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, signals.size()> before_{};
};

}  // namespace deforest::driver
