// What a command reads and writes is told apart before anything is done: a report written over the
// program it is about cannot be undone.
#pragma once

#include "driver/command_line.hpp"

namespace deforest::driver {

/// Throws `UsageError` if the command would write a file that it reads, or one file twice. What is
/// no regular file, such as `/dev/null`, may be written as often as one likes.
void checkDestinations(const CompileCommand& command);
void checkDestinations(const RunCommand& command);

}  // namespace deforest::driver
