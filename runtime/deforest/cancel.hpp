// Asking a computation to stop from outside.
#pragma once

#include <atomic>

namespace deforest {

/// A request that roots give up, made on any thread. Roots that run in a region that watches it
/// (`Region::watch`) look at it on every thread they use, whenever so much was allocated or so many
/// calls were made since the last time, and fail with `ErrorKind::Cancelled`.
class Cancel {
 public:
  void request() noexcept { requested_.store(true, std::memory_order_relaxed); }
  /// Takes the request back.
  void clear() noexcept { requested_.store(false, std::memory_order_relaxed); }
  [[nodiscard]] bool isRequested() const noexcept {
    return requested_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<bool> requested_{false};
};

}  // namespace deforest
