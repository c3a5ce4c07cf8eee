// Where a program does its work: matches, calls and allocations by function, and who calls whom.
//
// The interpreter counts per instruction; a profile adds that up, with a weight per evaluation.
// Work below a call counts for the caller too (`inclusive`), as gprof has it: what a function's
// callees do is shared out among their callers by the number of calls, and a cycle of calls counts
// as one.
#pragma once

#include <vector>

#include "eval/evaluate.hpp"
#include "eval/lazy/machine.hpp"

namespace deforest::eval {

struct FunctionProfile {
  double calls = 0;
  double work = 0;       ///< Matches, calls and allocations made by the function itself.
  double inclusive = 0;  ///< The same, with what its callees do for it; of a cycle, that of all.
  bool onCycle = false;  ///< With other functions.
  /// By callee: how often this function called it.
  std::vector<std::pair<ir::FunId, double>> callees;
};

struct Profile {
  std::vector<FunctionProfile> functions;  ///< By FunId.
  double total = 0;                        ///< Work of all functions.
};

/// Adds up what the machine has counted since the last `clearHits`.
class Profiler {
 public:
  explicit Profiler(const ir::Program& program);

  /// Adds the counts of `machine`, which runs the same program, times `weight`.
  void add(const Machine& machine, double weight);
  void add(const LazyMachine& machine, double weight);

  /// The profile so far.
  [[nodiscard]] Profile finish() const;

 private:
  // Something that counts: where it stands, and what it calls.
  struct Site {
    std::uint32_t function;
    ir::FunId callee;  // Not valid: it is no call.
  };
  void add(const std::vector<std::uint64_t>& hits, double weight);

  const ir::Program& program_;
  std::vector<Site> sites_;
  std::vector<double> hits_;  // By site.
};

}  // namespace deforest::eval
