// Failures that are ours. `check` states something that must hold whatever the user wrote;
// breaking it throws `InternalError`, which the driver turns into exit status 70 and a file that
// reproduces the failure. `LimitError` is a known, stated limit of the implementation (nesting,
// memory): polite, exit status 1, never a crash.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace deforest::support {

class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

class LimitError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The place of the caller is a builtin of both compilers; clang 14 has no std::source_location.
[[noreturn]] inline void fail(std::string_view message, const char* file = __builtin_FILE(),
                              int line = __builtin_LINE()) {
  throw InternalError(std::string(message) + " (" + file + ":" + std::to_string(line) + ")");
}

inline void check(bool condition, std::string_view message, const char* file = __builtin_FILE(),
                  int line = __builtin_LINE()) {
  if (!condition) fail(message, file, line);
}

}  // namespace deforest::support
