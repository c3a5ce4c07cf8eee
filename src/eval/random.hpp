// Pseudo-random numbers that are the same everywhere. Private to src/eval.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace deforest::eval {

/// SplitMix64 (Steele, Lea and Flood, 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111eb;
    return z ^ (z >> 31U);
  }

  /// From 0 up to, not including, `bound`, which is positive.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
  }

  /// True once in `times`, on average.
  bool oneIn(std::uint64_t times) { return below(times) == 0; }

  template <class T, std::size_t size>
  const T& choose(const std::array<T, size>& values) {
    return values[below(size)];
  }

 private:
  std::uint64_t state_;
};

}  // namespace deforest::eval
