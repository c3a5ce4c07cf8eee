// Lines that were to say something to the compiler, and are comments because a letter is wrong:
// `-- deforest: smaple f 10`.
#pragma once

#include <string>

namespace deforest::driver {

/// Warns on standard error of such lines in `content`, which was read from `path`.
void warnOfMisspeltMarks(const std::string& path, const std::string& content);

}  // namespace deforest::driver
