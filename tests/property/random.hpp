// Choices of a seeded generator: the same on every machine, whatever its standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <utility>
#include <vector>

namespace deforest::property {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// One of 0, ..., bound - 1; 0 if `bound` is 0.
  [[nodiscard]] std::uint32_t below(std::size_t bound) {
    return bound <= 1 ? 0 : static_cast<std::uint32_t>(engine_() % bound);
  }

  /// One of first, ..., last.
  [[nodiscard]] int between(int first, int last) {
    return first + static_cast<int>(below(static_cast<std::size_t>(last - first + 1)));
  }

  /// True in so many cases of a hundred.
  [[nodiscard]] bool chance(unsigned percent) { return below(100) < percent; }

  /// One of the elements, of which there must be some.
  template <class T>
  [[nodiscard]] const T& pick(const std::vector<T>& elements) {
    return elements[below(elements.size())];
  }
  template <class T>
  [[nodiscard]] T pick(std::initializer_list<T> elements) {
    return elements.begin()[below(elements.size())];
  }

  /// The index of a weight, with a probability in proportion to it. Some weight is positive.
  [[nodiscard]] std::size_t weighted(const std::vector<unsigned>& weights) {
    unsigned total = 0;
    for (const unsigned weight : weights) total += weight;
    unsigned rest = below(total);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (rest < weights[i]) return i;
      rest -= weights[i];
    }
    return weights.size() - 1;
  }

  template <class T>
  void shuffle(std::vector<T>& elements) {
    for (std::size_t i = elements.size(); i > 1; --i) {
      std::swap(elements[i - 1], elements[below(i)]);
    }
  }

  [[nodiscard]] std::uint64_t word() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace deforest::property
