// Programs that tell Haskell's evaluation from others: for each rule, one that a wrong rule breaks.
#pragma once

#include <string>
#include <vector>

namespace deforest::testing {

/// An expression over the functions of a module, and what it gives: its value as `Show` prints it,
/// or `error: ` and the message.
struct Probe {
  std::string expression;
  std::string result;
};

struct LazyProgram {
  std::string name;
  std::string source;
  std::vector<Probe> probes;
};

[[nodiscard]] const std::vector<LazyProgram>& lazyPrograms();

}  // namespace deforest::testing
