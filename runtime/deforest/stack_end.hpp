// How far the calling thread may still go down its big stack (deforest/stack.hpp).
//
// Emitted code goes on until it runs into the guard pages at the end, which costs nothing. What
// takes locks or changes the runtime's own tables must not be interrupted there, so it looks ahead
// before it begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "deforest/fail.hpp"

namespace deforest::detail {

struct StackEnd {
  std::uintptr_t last = 0;  ///< Lowest address at which the runtime begins anything; 0: any.
  std::size_t bytes = 0;    ///< Of the whole stack.

  static constexpr std::size_t margin = std::size_t{128} << 10U;

  static StackEnd& here() {
    thread_local StackEnd end;
    return end;
  }
};

[[noreturn, gnu::cold, gnu::noinline]] inline void failStack(std::size_t bytes) {
  Raised raised{ErrorKind::Stack, "", nullptr, {}};
  std::snprintf(raised.own.data(), raised.own.size(), "deforest: stack exhausted at %zu MiB",
                bytes >> 20U);
  raise(raised);
}

/// Whether there is so much stack left beyond what the runtime does at a time, in bytes.
[[nodiscard]] inline bool hasStack(std::size_t bytes) {
  const std::uintptr_t last = StackEnd::here().last;
  return last == 0 || reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) >= last + bytes;
}

/// There is stack enough for what the runtime does at a time, or the computation fails.
inline void needStack() {
  if (!hasStack(0)) [[unlikely]]
    failStack(StackEnd::here().bytes);
}

}  // namespace deforest::detail
