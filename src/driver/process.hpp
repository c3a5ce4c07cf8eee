// Other programs: compilers that are called, and what they make.
#pragma once

#include <string>
#include <vector>

namespace deforest::driver {

/// A directory that goes with its content. Throws `Failure` if there can be none.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory();
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// The value of a variable of the environment that is there and not empty.
[[nodiscard]] std::string environment(const char* name, const std::string& otherwise);

/// The words of a text between white space.
[[nodiscard]] std::vector<std::string> wordsOf(const std::string& text);

/// What a program took, and how it ended.
struct Execution {
  int status = -1;     ///< As `exit` has it; -1: it was ended.
  double seconds = 0;  ///< Of processors.
  double megabytes = 0;
  [[nodiscard]] bool notFound() const;
};

/// Runs a program with its standard output sent to standard error, or to a file if one is named;
/// its standard input is ours, or a file if one is named.
[[nodiscard]] Execution execute(const std::vector<std::string>& words,
                                const std::string& output = "", const std::string& input = "");

}  // namespace deforest::driver
