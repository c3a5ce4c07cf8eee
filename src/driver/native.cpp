#include "driver/native.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <vector>

#include "driver/files.hpp"
#include "driver/interruption.hpp"
#include "driver/usage.hpp"
#include "support/check.hpp"

namespace deforest::driver {
namespace {

namespace fs = std::filesystem;

// A directory that goes with its content.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::error_code error;
    path_ = (fs::temp_directory_path(error) / "deforest-XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr) {
      throw Failure("deforest: error: cannot create '" + path_ + "': " + std::strerror(errno) +
                    "\n");
    }
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

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

// Runs a program with its standard output sent to standard error; its exit status.
int execute(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::setpgid(0, 0);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    ::execvp(arguments[0], arguments.data());
    constexpr int notFound = 127;
    ::_exit(notFound);
  }
  int status = -1;
  if (child > 0) {
    // Whichever of the two comes first: the group is there before a signal is sent to it.
    ::setpgid(child, child);
    Interruption::handOnTo(child);
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    Interruption::handOnTo(0);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

std::string compileNative(const std::string& source, bool serial) {
  const Interruption interruption;
  const TemporaryDirectory directory;
  const std::string sourceFile = directory.file("program.cpp");
  const std::string program = directory.file("program");
  writeFile(sourceFile, source);
  // `CXX` may hold a wrapper and options, too.
  std::vector<std::string> command = wordsOf(environment("CXX", ""));
  if (command.empty()) command = {"c++"};
  // Contraction of a multiplication and an addition would round once instead of twice.
  for (const std::string& word :
       {std::string("-std=c++20"), std::string("-O2"), std::string("-ffp-contract=off"),
        std::string("-pthread"), "-I" + environment("DEFOREST_RUNTIME", DEFOREST_RUNTIME),
        sourceFile, std::string("-o"), program}) {
    command.push_back(word);
  }
  if (!serial) command.emplace_back("-ltbb");
  const int status = execute(command);
  if (Interruption::pending()) throw Failure("");
  if (status == 0 && fs::exists(program)) return readFile(program);
  if (status == 0) {
    throw Failure("deforest: error: the C++ compiler '" + command[0] +
                  "' made no program\n  help: name another in CXX; or write C++ with -o x.cpp\n");
  }
  constexpr int notFound = 127;
  throw Failure(status == notFound
                    ? "deforest: error: there is no C++ compiler '" + command[0] +
                          "'\n  help: install one, or name it in CXX; or write C++ with -o x.cpp\n"
                    : "deforest: error: the C++ compiler failed\n");
}

}  // namespace deforest::driver
