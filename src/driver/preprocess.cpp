#include "driver/preprocess.hpp"

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <iostream>

#include "driver/commands.hpp"
#include "driver/files.hpp"
#include "driver/preprocessed_text.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

// What a build gives one module at most: time of processors, and memory. What ends a run is its
// budget of steps, which is the same on every machine; this is for what does not count its steps.
// Time that passes says nothing where much is built at once: the wait is for what stands still.
constexpr rlim_t mostSeconds = 5;
constexpr int longestWait = 600;
constexpr rlim_t mostMemory = rlim_t{8} << 30U;

enum class Outcome { Done, Failed, OutOfTime };

// Runs `body` in a process of its own, until it ends or time is up.
template <class Body>
Outcome inProcess(Body body) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return Outcome::Failed;
  std::cerr.flush();
  const pid_t child = ::fork();
  if (child < 0) return Outcome::Failed;
  if (child == 0) {
    ::close(ends[0]);
    const rlimit memory{mostMemory, mostMemory};
    ::setrlimit(RLIMIT_AS, &memory);
    const rlimit time{mostSeconds, mostSeconds + 1};
    ::setrlimit(RLIMIT_CPU, &time);
    const int status = body();
    std::cerr.flush();
    ::_exit(status);
  }
  // The pipe is closed when the process ends, however that comes about.
  ::close(ends[1]);
  pollfd end{ends[0], POLLIN, 0};
  const bool ended = ::poll(&end, 1, longestWait * 1000) != 0;
  if (!ended) ::kill(child, SIGKILL);
  ::close(ends[0]);
  int status = 0;
  if (::waitpid(child, &status, 0) != child) return Outcome::Failed;
  if (!ended || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)) return Outcome::OutOfTime;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? Outcome::Done : Outcome::Failed;
}

std::string warningFor(Outcome outcome) {
  return outcome == Outcome::OutOfTime
             ? "deforest took longer than " + std::to_string(mostSeconds) +
                   " seconds; the module is compiled as it is"
             : "the module is compiled as it is, for the reason above";
}

}  // namespace

bool isPreprocessorCall(const std::vector<std::string>& words) {
  constexpr std::size_t files = 3;
  constexpr std::string_view commands[] = {"run", "check", "tune"};
  if (words.size() < files) return false;
  if (std::ranges::find(commands, words.front()) != std::end(commands)) return false;
  const auto isOption = [](const std::string& word) { return word.size() > 1 && word[0] == '-'; };
  const auto end = words.begin() + static_cast<std::ptrdiff_t>(files);
  if (std::any_of(words.begin(), end, isOption)) return false;
  return std::none_of(end, words.end(), [](const std::string& word) {
    return word.starts_with("-o") || word.starts_with("--output");
  });
}

int preprocess(const std::vector<std::string>& words) {
  const std::string& original = words[0];
  const std::string& output = words[2];
  std::string text;
  try {
    text = withoutPreprocessorOptions(readFile(words[1]));
  } catch (const UsageError& error) {
    std::cerr << "deforest: " << error.what() << "\n";
    return 2;
  }
  std::vector<std::string> command = {"--preprocess", original, words[1], "--backend",
                                      "haskell",      "-o",     output};
  command.insert(command.end(), words.begin() + 3, words.end());
  const Outcome outcome = inProcess([&] { return runCommandLine(command); });
  if (outcome == Outcome::Done) return 0;
  try {
    writeFile(output, withLinePragma(text, original));
  } catch (const std::exception& error) {
    std::cerr << "deforest: " << error.what() << "\n";
    return 1;
  }
  std::cerr << original << ": warning: " << warningFor(outcome) << "\n";
  return 0;
}

}  // namespace deforest::driver
