// How far a long command has come: on a terminal one line that changes, with the time that is left;
// elsewhere a plain line now and then.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace deforest::driver {

class Progress {
 public:
  /// `done` of `total` were done before.
  Progress(std::string what, std::size_t done, std::size_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// One more. From any thread.
  void step();

 private:
  void show(bool last);

  using Clock = std::chrono::steady_clock;
  std::string what_;
  std::size_t before_;
  std::size_t done_;
  std::size_t total_;
  bool terminal_;
  Clock::time_point start_;
  Clock::time_point shown_;
  std::mutex mutex_;
};

}  // namespace deforest::driver
