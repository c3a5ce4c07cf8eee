// What happens when a program cannot go on.
//
// An executable ends: its name and a message on standard error, as GHC's say it, exit status 1. The
// first thread that fails says why; others that fail at the same time keep silent, and nobody's
// static objects are destroyed under a thread that still runs.
//
// A root that a host calls is run under a *guard* instead (deforest/attempt.hpp), and `fail` leaves
// everything that was begun under it at once, by a jump. That is right because what emitted code
// has on the stack needs no destruction: nodes belong to regions, and whatever else the runtime
// keeps for a call (pockets, waiting calls) is listed in its `Hand`, and put in order there. It
// takes the same time from any depth of recursion, also from the end of a stack that is used up,
// and needs no exceptions.
#pragma once

#include <array>
#include <atomic>
#include <cerrno>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <utility>

namespace deforest {

/// Why there is no result.
enum class ErrorKind : std::uint8_t {
  Program,     ///< The program says `error`, or no clause matches.
  Arithmetic,  ///< Division by zero, overflow where Haskell has none, a bad argument of `chr`.
  Memory,      ///< The region has reached its limit, or the system has no more.
  Stack,       ///< The recursion is deeper than the stack holds.
  Cancelled,   ///< The host asked for it (`Cancel`).
  Data         ///< What was to be loaded is damaged, or something else (deforest/cereal.hpp).
};

namespace detail {

/// A failure as the code that fails knows it.
struct Raised {
  ErrorKind kind = ErrorKind::Program;
  const char* message = "";        ///< Static.
  const char* position = nullptr;  ///< `file:line:column`, static; null if it is not known.
  std::array<char, 512> own{};     ///< A message that is not static; empty if it is.

  [[nodiscard]] const char* text() const { return own[0] != '\0' ? own.data() : message; }
};

/// Something that is being run and can be left.
struct Guard {
  std::jmp_buf start;
  Raised raised;
  Guard* outer = nullptr;
  void (*settle)(Guard&) = nullptr;  ///< Called before it is left: nobody may still work for it.

  /// The innermost of the calling thread; null if a failure ends the process.
  static Guard*& current() {
    thread_local Guard* guard = nullptr;
    return guard;
  }
};

/// Makes a guard the current one, or none, for as long as it lives.
class Guarding {
 public:
  explicit Guarding(Guard* guard) : outer_(std::exchange(Guard::current(), guard)) {}
  Guarding(const Guarding&) = delete;
  Guarding& operator=(const Guarding&) = delete;
  ~Guarding() { Guard::current() = outer_; }

 private:
  Guard* outer_;
};

/// Calls a function under a guard; false if it was left, and `guard.raised` says why.
[[nodiscard, gnu::noinline]] inline bool runGuarded(Guard& guard, void (*function)(void*),
                                                    void* argument) {
  const Guarding guarding(&guard);
  // Nothing of this frame changes after this point. NOLINTNEXTLINE(cert-err52-cpp)
  if (setjmp(guard.start) != 0) return false;
  function(argument);
  return true;
}

/// Which thread prints, if one of several does. Another one leaves the stream alone.
class Printing {
 public:
  static void begin() {
    here() = true;
    anywhere() = true;
  }
  [[nodiscard]] static bool isElsewhere() { return anywhere() && !here(); }

 private:
  static bool& here() {
    static thread_local bool prints = false;
    return prints;
  }
  static std::atomic<bool>& anywhere() {
    static std::atomic<bool> prints = false;
    return prints;
  }
};

/// The name of the executable; that of this library where the system does not know it.
inline const char* nameOfProgram() {
#ifdef __GLIBC__
  return program_invocation_short_name;
#else
  return "deforest";
#endif
}

/// Says on standard error which program ends, and why.
inline void sayWhy(const Raised& raised) {
  std::fprintf(stderr, "%s: %s\n", nameOfProgram(), raised.text());
}

/// Leaves what runs under the calling thread's guard; ends the process if there is none.
[[noreturn, gnu::cold, gnu::noinline]] inline void raise(const Raised& raised) {
  if (Guard* const guard = Guard::current(); guard != nullptr) {
    guard->raised = raised;
    if (guard->settle != nullptr) guard->settle(*guard);
    std::longjmp(guard->start, 1);  // NOLINT(cert-err52-cpp)
  }
  static std::atomic_flag failed = ATOMIC_FLAG_INIT;
  while (failed.test_and_set()) std::this_thread::yield();
  if (!Printing::isElsewhere()) std::fflush(stdout);
  sayWhy(raised);
  std::fflush(stderr);
  std::_Exit(1);
}

}  // namespace detail

/// The computation has no result: leaves the root that is being run for a host, or prints what was
/// written to standard output so far, then `why`, and ends the process. `why` and `position`
/// (`file:line:column`) are static.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(ErrorKind kind, const char* why,
                                                        const char* position = nullptr) {
  detail::raise({kind, why, position, {}});
}

/// The same for what the program itself calls an error.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(const char* why,
                                                        const char* position = nullptr) {
  fail(ErrorKind::Program, why, position);
}

/// The end of a `switch` that has a case for every constructor.
[[noreturn]] inline void unreachable() {
  __builtin_unreachable();
}

}  // namespace deforest
