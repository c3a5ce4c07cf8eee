// Runs a task in a process of its own, so that a crash or an endless loop is one more failure.
#pragma once

#include <functional>
#include <string>

namespace deforest::property {

struct Isolated {
  std::string output;   ///< What the task returned.
  std::string failure;  ///< Empty, or: it was killed, it took too long.
};

/// Runs `task` in a copy of this process, which must have no other threads that the task needs.
/// Kills it after so many seconds.
[[nodiscard]] Isolated isolated(const std::function<std::string()>& task, unsigned seconds);

}  // namespace deforest::property
