// Memory read in an order that the processor does not foresee.
#pragma once

#include <cstdint>

namespace deforest {

/// Called with every cell of a tree that is visited from its end: a cell before its children, but
/// later children before earlier ones. Processors fetch ahead where addresses rise, and such a
/// visit waits for most cells; those it comes to next lie a little before this one. A distance of
/// 8 KiB, some 200 cells, took the time of `running_example` to a fifth (4 KiB to a quarter, 2 KiB
/// to a third), and where all is in the cache already it costs one instruction.
inline void readsBackwards(const void* cell) {
  constexpr std::uintptr_t distance = 8192;
  // No more than a hint: it does not matter whether anything is there.
  __builtin_prefetch(
      reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(cell) - distance));
}

}  // namespace deforest
