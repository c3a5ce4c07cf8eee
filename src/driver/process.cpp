#include "driver/process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "driver/child.hpp"
#include "driver/interruption.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace fs = std::filesystem;

TemporaryDirectory::TemporaryDirectory() {
  std::error_code error;
  path_ = (fs::temp_directory_path(error) / "deforest-XXXXXX").string();
  if (::mkdtemp(path_.data()) == nullptr) {
    throw Failure("deforest: error: cannot create '" + path_ + "': " + std::strerror(errno) + "\n");
  }
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string environment(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

std::vector<std::string> wordsOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool Execution::notFound() const {
  return status == statusNotStarted;
}

Execution execute(const std::vector<std::string>& words, const std::string& output,
                  const std::string& input) {
  const std::vector<char*> arguments = argumentsOf(words);
  const pid_t child = ::fork();
  if (child == 0) {
    ::setpgid(0, 0);
    int target = STDERR_FILENO;
    if (!output.empty()) target = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (target >= 0) ::dup2(target, STDOUT_FILENO);
    const int source = input.empty() ? -1 : ::open(input.c_str(), O_RDONLY);
    if (source >= 0) ::dup2(source, STDIN_FILENO);
    ::execvp(arguments[0], arguments.data());
    ::_exit(statusNotStarted);
  }
  Execution result;
  int status = -1;
  rusage usage{};
  if (child > 0) {
    // Whichever of the two comes first: the group is there before a signal is sent to it.
    ::setpgid(child, child);
    Interruption::handOnTo(child);
    while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    Interruption::handOnTo(0);
  }
  if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
  result.seconds = secondsOf(usage);
  result.megabytes = megabytesOf(usage);
  return result;
}

}  // namespace deforest::driver
