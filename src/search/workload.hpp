// The inputs on which candidates are counted, and how a candidate does on them.
//
// Every root counts the same, however long it takes: what it costs is taken relative to what the
// program as it was read costs on the same inputs, which are chosen to come by all of it
// (eval/sample_inputs).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "eval/profile.hpp"
#include "eval/sample_inputs.hpp"
#include "ir/program.hpp"

namespace deforest::search {

struct WorkloadOptions {
  eval::SampleOptions samples{};
  /// Calls of all inputs of one root together that are counted in every step.
  std::uint64_t calls = 50'000;
  bool lazy = false;  ///< Evaluation is Haskell's.
};

struct Measurement {
  bool valid = false;     ///< All evaluations ended with a value.
  double cost = 0;        ///< Relative to the program as it was read: the sum over the roots.
  eval::Profile profile;  ///< Weighted so that its total is the cost, calls of lines included.
};

class Workload {
 public:
  /// `source` must outlive it. `given`: what the user says is typical; what of a root is given
  /// decides what is counted of it.
  explicit Workload(const ir::Program& source, const std::vector<eval::GivenInput>& given = {},
                    const WorkloadOptions& options = {});

  /// No root has an input that could be counted.
  [[nodiscard]] bool empty() const { return roots_.empty(); }

  /// How many are counted.
  [[nodiscard]] std::size_t roots() const { return roots_.size(); }

  /// All inputs that were chosen, and what could not be counted.
  [[nodiscard]] const eval::Samples& samples() const { return samples_; }

  /// `isLine` tells which functions will stand where they are called: these calls cost nothing.
  [[nodiscard]] Measurement measure(const ir::Program& program,
                                    const std::function<bool(ir::FunId)>& isLine = {}) const;

 private:
  template <class Machine>
  [[nodiscard]] Measurement measureBy(const ir::Program& program,
                                      const std::function<bool(ir::FunId)>& isLine) const;

  struct Root {
    std::string name;
    std::vector<eval::Arguments> inputs;
    double weight = 1;
  };
  const ir::Program& source_;
  bool lazy_;
  eval::Samples samples_;
  std::vector<Root> roots_;
};

}  // namespace deforest::search
