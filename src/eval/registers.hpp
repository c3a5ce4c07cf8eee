// The registers of one function while it is translated. Private to the compiler.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "support/check.hpp"

namespace deforest::eval {

/// Hands out the lowest free register and remembers how many were ever needed.
class Registers {
 public:
  [[nodiscard]] std::uint32_t allocate() {
    while (firstFree_ < used_.size() && used_[firstFree_]) ++firstFree_;
    const auto chosen = static_cast<std::uint32_t>(firstFree_);
    take(chosen);
    return chosen;
  }

  /// Marks a register as used, which it may be already.
  void take(std::uint32_t index) {
    if (index >= limit) throw support::LimitError("a function with too many live variables");
    if (index >= used_.size()) used_.resize(index + std::size_t{1}, false);
    used_[index] = true;
    needed_ = std::max(needed_, index + 1);
  }

  void release(std::uint32_t index) {
    used_[index] = false;
    firstFree_ = std::min<std::size_t>(firstFree_, index);
  }

  /// One more than the highest register in use.
  [[nodiscard]] std::uint32_t top() {
    while (!used_.empty() && !used_.back()) used_.pop_back();
    firstFree_ = std::min(firstFree_, used_.size());
    return static_cast<std::uint32_t>(used_.size());
  }

  /// States that registers below `count` are written, in use or not.
  void need(std::uint32_t count) {
    if (count > limit) throw support::LimitError("a function with too many live variables");
    needed_ = std::max(needed_, count);
  }

  [[nodiscard]] std::uint32_t needed() const { return needed_; }

 private:
  static constexpr std::uint32_t limit = 1U << 24U;
  std::vector<bool> used_;
  std::size_t firstFree_ = 0;  // all registers before it are used
  std::uint32_t needed_ = 0;
};

}  // namespace deforest::eval
