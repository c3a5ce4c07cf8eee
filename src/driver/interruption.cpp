#include "driver/interruption.hpp"

#include <atomic>
#include <cerrno>

namespace deforest::driver {
namespace {

// Read and written by the handler, on whatever thread.
std::atomic<int> noted = 0;
std::atomic<pid_t> child = 0;

extern "C" void note(int signal) {
  const int error = errno;
  noted = signal;
  if (child > 0) ::kill(-child, signal);
  errno = error;
}

}  // namespace

Interruption::Interruption() {
  noted = 0;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = note;
    action.sa_flags = SA_RESTART;
    ::sigaction(signals[i], &action, nullptr);
  }
}

Interruption::~Interruption() {
  child = 0;
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
  if (pending()) ::raise(noted);
}

bool Interruption::pending() {
  return noted != 0;
}

void Interruption::handOnTo(pid_t group) {
  child = group;
  // It may have come just before.
  if (group > 0 && pending()) ::kill(-group, noted);
}

}  // namespace deforest::driver
