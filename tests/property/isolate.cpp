#include "isolate.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "support/check.hpp"

namespace deforest::property {
namespace {

constexpr rlim_t mostMemory = rlim_t{4} << 30U;

[[noreturn]] void runChild(const std::function<std::string()>& task, unsigned seconds, int out) {
  const rlimit memory{mostMemory, mostMemory};
  setrlimit(RLIMIT_AS, &memory);
  const rlimit noCore{0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  alarm(seconds);
  const std::string output = task();
  for (std::size_t done = 0; done < output.size();) {
    const ssize_t written = write(out, output.data() + done, output.size() - done);
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  // Not `exit`: what the parent has yet to write is not the child's.
  _exit(0);
}

}  // namespace

Isolated isolated(const std::function<std::string()>& task, unsigned seconds) {
  std::array<int, 2> ends{};
  support::check(pipe(ends.data()) == 0, "no pipe");
  const pid_t child = fork();
  support::check(child >= 0, "no process");
  if (child == 0) {
    close(ends[0]);
    runChild(task, seconds, ends[1]);
  }
  close(ends[1]);
  Isolated result;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t got = read(ends[0], buffer.data(), buffer.size());
    if (got <= 0) break;
    result.output.append(buffer.data(), static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    result.failure =
        signal == SIGALRM ? "took too long" : "killed by signal " + std::to_string(signal);
  } else if (WEXITSTATUS(status) != 0) {
    result.failure = "ended with status " + std::to_string(WEXITSTATUS(status));
  }
  return result;
}

}  // namespace deforest::property
