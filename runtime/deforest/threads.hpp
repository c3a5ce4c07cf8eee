// Numbers for the threads of a process, by which regions find what they have for each.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

namespace deforest::detail {

/// The numbers of the process's threads. One that has ended leaves its number to the next that
/// begins, and with it the workers that it had in regions.
class ThreadNumbers {
 public:
  static std::uint64_t mine() {
    struct Mine {
      std::uint64_t number = instance().take();
      Mine() = default;
      Mine(const Mine&) = delete;
      Mine& operator=(const Mine&) = delete;
      ~Mine() { instance().give(number); }
    };
    thread_local const Mine mine;
    return mine.number;
  }

 private:
  static ThreadNumbers& instance() {
    // Never destroyed: threads may outlive static objects.
    static auto* numbers = new ThreadNumbers;
    return *numbers;
  }
  std::uint64_t take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (free_.empty()) return ++last_;
    const std::uint64_t number = free_.back();
    free_.pop_back();
    return number;
  }
  void give(std::uint64_t number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    free_.push_back(number);
  }

  std::mutex mutex_;
  std::vector<std::uint64_t> free_;
  std::uint64_t last_ = 0;
};
}  // namespace deforest::detail
