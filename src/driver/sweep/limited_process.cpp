#include "driver/sweep/limited_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "driver/child.hpp"

namespace deforest::driver {
namespace {

using Clock = std::chrono::steady_clock;

// A process that neither computes nor ends is given up by the clock, after so many times its limit.
constexpr double patience = 30;

constexpr auto firstLook = std::chrono::microseconds(500);
constexpr auto lastLook = std::chrono::milliseconds(20);

// What a process takes while it runs, from /proc; nothing where that is not to be had.
struct Usage {
  double seconds = 0;
  double megabytes = 0;
};

Usage usageOf(pid_t process) {
  Usage usage;
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::stringstream text;
  text << file.rdbuf();
  const std::string line = text.str();
  // The name of the program, in parentheses, may hold anything.
  const std::size_t name = line.rfind(')');
  if (name == std::string::npos) return usage;
  std::istringstream fields(line.substr(name + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  for (int field = 16; field < 24; ++field) fields >> skipped;
  double pages = 0;
  fields >> pages;
  usage.seconds = (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  usage.megabytes = pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1024 * 1024);
  return usage;
}

void redirect(const char* path, int flags, int descriptor) {
  const int file = ::open(path, flags, 0600);
  if (file >= 0) ::dup2(file, descriptor);
}

// After a fork of one of several threads: nothing that allocates or locks.
[[noreturn]] void become(char* const* arguments, const Surroundings& surroundings, rlim_t seconds,
                         pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(statusNotStarted);
  // A core file of each failure would fill the disk.
  const rlimit none = {0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  const rlimit time = {seconds, seconds + 1};
  ::setrlimit(RLIMIT_CPU, &time);
  redirect("/dev/null", O_RDONLY, STDIN_FILENO);
  redirect(surroundings.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect(surroundings.errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  if (::chdir(surroundings.directory.c_str()) == 0) ::execvp(arguments[0], arguments);
  ::_exit(statusNotStarted);
}

}  // namespace

LimitedRun runLimited(const std::vector<std::string>& words, const Surroundings& surroundings,
                      const ProcessLimits& limits) {
  using End = LimitedRun::End;
  const std::vector<char*> arguments = argumentsOf(words);
  const auto wholeSeconds = static_cast<rlim_t>(limits.seconds) + 2;
  const pid_t self = ::getpid();
  LimitedRun result;
  const pid_t child = ::fork();
  if (child < 0) return result;
  if (child == 0) become(arguments.data(), surroundings, wholeSeconds, self);
  ::setpgid(child, child);

  const Clock::time_point start = Clock::now();
  int status = 0;
  rusage usage{};
  bool overTime = false;
  bool overMemory = false;
  std::chrono::microseconds pause = firstLook;
  for (bool killed = false;;) {
    const pid_t ended = ::wait4(child, &status, killed ? 0 : WNOHANG, &usage);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) return result;
    const Usage now = usageOf(child);
    const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    overTime = now.seconds > limits.seconds || elapsed > patience * limits.seconds;
    overMemory = now.megabytes > limits.megabytes;
    if (!killed && (overTime || overMemory)) {
      ::kill(-child, SIGKILL);
      killed = true;
      continue;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::microseconds>(pause * 2, lastLook);
  }
  result.seconds = secondsOf(usage);
  result.megabytes = megabytesOf(usage);
  // Also what was over between two looks.
  overTime = overTime || result.seconds > limits.seconds;
  overMemory = overMemory || result.megabytes > limits.megabytes;
  if (WIFEXITED(status)) {
    result.status = WEXITSTATUS(status);
    result.end = result.status == statusNotStarted ? End::NotStarted : End::Exited;
  } else {
    result.status = WTERMSIG(status);
    result.end = End::Signalled;
  }
  if (overMemory) result.end = End::Memory;
  if (overTime) result.end = End::Time;
  return result;
}

}  // namespace deforest::driver
