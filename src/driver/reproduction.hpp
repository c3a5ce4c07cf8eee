// After a failure of ours: a file that shows it again, and the words that say where it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace deforest::driver {

struct Reproduction {
  std::string path;
  std::string content;
};

/// What shows the failure again: the command line as comments, then the input, which is again
/// valid input if it is text (an archive is left out, its name is in the command line). The file
/// is named after its content and lies in the working directory.
Reproduction reproduction(const std::vector<std::string>& words, std::string_view input);

/// The same with what is known of the failure: comment lines at the end, the program before the
/// pass that failed among them.
Reproduction reproduction(const std::vector<std::string>& words, std::string_view input,
                          std::string_view error, std::string_view before);

/// Writes the file, in the directory for temporary files if the working directory does not take
/// it, and returns what to say on standard error about it.
std::string writeReproduction(const Reproduction& reproduction);

/// The words as a shell takes them.
std::string shellQuoted(const std::vector<std::string>& words);

}  // namespace deforest::driver
