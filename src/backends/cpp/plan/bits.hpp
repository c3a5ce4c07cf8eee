// Sets of small numbers.
#pragma once

#include <cstddef>
#include <vector>

namespace deforest::backends {

using Bits = std::vector<bool>;

/// Adds the elements of `more`; whether there were new ones.
inline bool unite(Bits& set, const Bits& more) {
  bool changed = false;
  for (std::size_t i = 0; i < more.size(); ++i) {
    if (!more[i] || set[i]) continue;
    set[i] = true;
    changed = true;
  }
  return changed;
}

[[nodiscard]] inline bool meet(const Bits& a, const Bits& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] && b[i]) return true;
  }
  return false;
}

}  // namespace deforest::backends
