// Memory of regions in which no node is: whoever reads it has kept a node beyond its end.
//
// Under AddressSanitizer such a read is reported. With `DEFOREST_POISON` freed nodes are
// overwritten by a pattern that is no address, so that what still refers to them fails or gives
// another result; that is quicker, and works with threads. Otherwise nothing is done.
#pragma once

#include <cstddef>
#include <cstring>

#if defined(__SANITIZE_ADDRESS__)
#define DEFOREST_FORBIDS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DEFOREST_FORBIDS 1
#endif
#endif

#ifdef DEFOREST_FORBIDS
#include <sanitizer/asan_interface.h>
#endif

namespace deforest::detail {

/// Nothing is in this memory any more.
[[gnu::always_inline]] inline void forbid([[maybe_unused]] void* begin,
                                          [[maybe_unused]] std::size_t bytes) {
#if defined(DEFOREST_FORBIDS)
  __asan_poison_memory_region(begin, bytes);
#elif defined(DEFOREST_POISON)
  if (bytes != 0) std::memset(begin, 0xa5, bytes);
#endif
}

/// Something is about to be.
[[gnu::always_inline]] inline void permit([[maybe_unused]] void* begin,
                                          [[maybe_unused]] std::size_t bytes) {
#if defined(DEFOREST_FORBIDS)
  __asan_unpoison_memory_region(begin, bytes);
#endif
}

}  // namespace deforest::detail
