// Deep programs: the compiler recurses over what is nested in them, so it runs on a stack that is
// large enough for anything its other limits admit.
#pragma once

#include <functional>
#include <string>

namespace deforest::driver {

/// Runs `body` on a thread of its own with a large reserved stack (1 GiB, less where the system
/// grants less) and returns what it returns. Exceptions must not leave `body`.
int runOnBigStack(const std::function<int()>& body);

/// What to do should the process be stopped by a signal such as a stack overflow: `message` goes
/// to standard error, `content` into the file `path` (both complete texts), and the exit status
/// is 70. An empty path writes no file.
void onCrash(std::string path, std::string content, std::string message);

}  // namespace deforest::driver
