// Sets of small numbers, 64 to a word.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace deforest::backends {

/// A set of numbers below a bound that is fixed when it is made. Two that meet have the same bound.
class Bits {
 public:
  explicit Bits(std::size_t bound = 0) : words_((bound + wordBits - 1) / wordBits) {}

  [[nodiscard]] bool contains(std::size_t i) const {
    return (words_[i / wordBits] >> (i % wordBits) & 1U) != 0;
  }
  void insert(std::size_t i) { words_[i / wordBits] |= std::uint64_t{1} << (i % wordBits); }
  void erase(std::size_t i) { words_[i / wordBits] &= ~(std::uint64_t{1} << (i % wordBits)); }

  /// Adds the elements of `more`.
  void unite(const Bits& more) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= more.words_[w];
  }
  /// Keeps those that are in `other`, too.
  void keep(const Bits& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= other.words_[w];
  }

  /// Calls `visit` with each element, in order.
  template <class Visit>
  void forEach(const Visit& visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        visit(w * wordBits + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }

  [[nodiscard]] bool operator==(const Bits&) const = default;

 private:
  static constexpr std::size_t wordBits = 64;
  std::vector<std::uint64_t> words_;
};

}  // namespace deforest::backends
