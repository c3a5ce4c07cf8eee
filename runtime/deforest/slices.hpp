// The slices that a region's memory is cut into, of one size: which are free, and which of these
// were touched before. A page costs when it is first touched, and is the process's from then on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "deforest/memory.hpp"

namespace deforest::detail {

/// The slices of one size that a region has.
struct Slices {
  std::size_t size;  // in bytes
  std::vector<Chunk> all{};
  std::vector<Chunk> free{};  // the next to be taken is the last
  std::size_t fresh = 0;      // so many huge pages among them, the first, were never taken

  [[nodiscard]] bool hasUsed() const { return free.size() > fresh; }

  Chunk pop() {
    const Chunk slice = free.back();
    free.pop_back();
    fresh = std::min(fresh, free.size());
    return slice;
  }

  /// Takes one that is free away.
  Chunk remove() {
    const Chunk slice = pop();
    std::erase_if(all, [&](const Chunk& each) { return each.begin == slice.begin; });
    return slice;
  }

  [[nodiscard]] std::size_t room() const { return free.size() * size; }  // in bytes

  void freeAll() { free.assign(all.rbegin(), all.rend()); }

  /// Cuts it into slices.
  void add(Chunk chunk) {
    for (std::size_t at = 0; at < chunk.size; at += size) all.push_back({chunk.begin + at, size});
    for (std::size_t at = chunk.size; at > 0; at -= size) {
      free.push_back({chunk.begin + at - size, size});
    }
  }
};

}  // namespace deforest::detail
