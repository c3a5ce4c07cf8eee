// Steps: what may be spent on finding out what is worth building.
//
// A clock would give another program on another machine. So what is done is counted: a call that
// the interpreter makes is a step, and what takes as long as many calls is as many steps. The
// number depends on the program and the options alone, not on the machine nor on how many threads
// there are: who works in parallel is given a share before it begins.
//
// Whoever finds the steps spent leaves what it has not come to as it is; so what is likely to
// matter most comes first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

namespace deforest::pipeline {

class Steps {
 public:
  /// A call where evaluation is Haskell's: what it leaves for later has to be kept.
  static constexpr std::uint64_t perLazyCall = 2;

  /// A binding that driving makes, with the grouping of its calls.
  static constexpr std::uint64_t perBinding = 100;

  /// A binding of the program in all passes but fusion, once through.
  static constexpr std::uint64_t perAttempt = 300;

  /// What is done anew with every function each time a program is measured.
  static constexpr std::uint64_t perFunction = 50;

  /// Without end.
  Steps() = default;
  explicit Steps(std::uint64_t allowed) : allowed_(allowed) {}

  void take(std::uint64_t steps) { used_ += steps; }

  [[nodiscard]] std::uint64_t used() const { return used_; }
  [[nodiscard]] std::uint64_t allowed() const { return allowed_; }
  [[nodiscard]] std::uint64_t left() const { return allowed_ - std::min(allowed_, used_); }
  [[nodiscard]] bool spent() const { return used_ >= allowed_; }
  [[nodiscard]] bool bounded() const { return allowed_ < endless; }

 private:
  static constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t allowed_ = endless;
  std::uint64_t used_ = 0;
};

/// Why nothing more is tried, as a sentence without full stop.
[[nodiscard]] inline std::string spentReason(const Steps& steps) {
  return "the limit of " + std::to_string(steps.allowed()) + " steps is reached";
}

}  // namespace deforest::pipeline
