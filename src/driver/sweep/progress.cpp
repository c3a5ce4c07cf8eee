#include "driver/sweep/progress.hpp"

#include <unistd.h>

#include <iostream>

namespace deforest::driver {
namespace {

constexpr auto onTerminal = std::chrono::milliseconds(200);
constexpr auto elsewhere = std::chrono::seconds(30);

std::string duration(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  return whole < 120 ? std::to_string(whole) + " s" : std::to_string((whole + 30) / 60) + " min";
}

}  // namespace

Progress::Progress(std::string what, std::size_t done, std::size_t total)
    : what_(std::move(what)),
      before_(done),
      done_(done),
      total_(total),
      terminal_(::isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      shown_(start_) {}

Progress::~Progress() {
  if (done_ > before_) show(true);
}

void Progress::step() {
  const std::lock_guard lock(mutex_);
  ++done_;
  const Clock::time_point now = Clock::now();
  if (now - shown_ < (terminal_ ? Clock::duration(onTerminal) : Clock::duration(elsewhere))) return;
  shown_ = now;
  show(false);
}

void Progress::show(bool last) {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  std::string line =
      "deforest: " + what_ + ": " + std::to_string(done_) + " of " + std::to_string(total_);
  const auto made = static_cast<double>(done_ - before_);
  if (last) {
    line += " in " + duration(seconds);
  } else {
    line += ", " + duration(seconds / made * static_cast<double>(total_ - done_)) + " left";
  }
  if (terminal_) {
    std::cerr << "\r" << line << "\x1b[K" << (last ? "\n" : "") << std::flush;
  } else {
    std::cerr << line << "\n";
  }
}

}  // namespace deforest::driver
