// Failures that are ours. `check` states something that must hold whatever the user wrote;
// breaking it throws `InternalError`, which the driver turns into exit status 70 and a file that
// reproduces the failure. `LimitError` is a known, stated limit of the implementation (nesting,
// memory): polite, exit status 1, never a crash.
#pragma once

#include <source_location>
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

[[noreturn]] inline void fail(std::string_view message,
                              std::source_location where = std::source_location::current()) {
  throw InternalError(std::string(message) + " (" + where.file_name() + ":" +
                      std::to_string(where.line()) + ")");
}

inline void check(bool condition, std::string_view message,
                  std::source_location where = std::source_location::current()) {
  if (!condition) fail(message, where);
}

}  // namespace deforest::support
