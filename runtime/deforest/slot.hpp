// A value that is computed when it is first needed, and then kept.
//
// Several threads may find a slot empty and compute its value, which is the same for all of them;
// the first to be done fills it. A slot is a cell of a region.
#pragma once

#include <atomic>
#include <cstdint>

namespace deforest {

template <class Value>
struct alignas(8) Slot {
  enum State : std::uint64_t { Empty, Written, Full };

  std::uint64_t state;
  Value value;

  template <class Place>
  [[nodiscard]] static Slot* in(Place& place) {
    Slot* const slot = place.template make<Slot>();
    slot->state = Empty;
    return slot;
  }

  [[nodiscard]] bool filled() {
    return std::atomic_ref(state).load(std::memory_order_acquire) == Full;
  }

  /// Results in the value.
  Value fill(Value computed) {
    std::atomic_ref known(state);
    std::uint64_t expected = Empty;
    if (known.compare_exchange_strong(expected, Written, std::memory_order_relaxed)) {
      value = computed;
      known.store(Full, std::memory_order_release);
    }
    return computed;
  }
};

}  // namespace deforest
