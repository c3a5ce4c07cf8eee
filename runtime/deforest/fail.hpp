// How a program ends when it cannot go on: a message on standard error, exit status 1.
//
// Emitted code throws no exceptions. The first thread that fails says why; others that fail at the
// same time keep silent, and nobody's static objects are destroyed under a thread that still runs.
#pragma once

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace deforest {

/// Prints what was written to standard output so far, then `why`, and ends the process.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(const char* why) {
  static std::atomic_flag failed = ATOMIC_FLAG_INIT;
  while (failed.test_and_set()) std::this_thread::yield();
  std::fflush(stdout);
  std::fprintf(stderr, "%s\n", why);
  std::fflush(stderr);
  std::_Exit(1);
}

/// The end of a `switch` that has a case for every constructor.
[[noreturn]] inline void unreachable() {
  __builtin_unreachable();
}

}  // namespace deforest
