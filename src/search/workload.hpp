// The inputs on which candidates are counted, and how a candidate does on them.
//
// Every root counts the same, however long it takes: what it costs is taken relative to what the
// program as it was read costs on the same inputs, which are chosen to come by all of it
// (eval/sample_inputs). Unless it is known what share of a whole each of them has (search/shares).
// And so does everything that a `main` does, as words among its arguments say: who calls a program
// with `stats` is not served by what was saved for `map`, which takes a hundred times as long. But
// what takes next to nothing, as to say how the program is called, is not made much of.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eval/lazy/machine.hpp"
#include "eval/sample_inputs.hpp"
#include "eval/tally.hpp"
#include "ir/program.hpp"
#include "pipeline/steps.hpp"
#include "search/profile.hpp"

namespace deforest::search {

struct WorkloadOptions {
  eval::SampleOptions samples{};
  /// Calls of all inputs of one root together that are counted in every step; fewer where there are
  /// many roots.
  std::uint64_t calls = 50'000;
  /// Of a `main` that may be given something to read: as it runs when it is given nothing.
  std::uint64_t callsOfMain = 100'000;
  /// What each root weighs, by name; others nothing. Empty: all weigh one.
  std::map<std::string, double> shares{};
};

struct Measurement {
  bool valid = false;         ///< All evaluations ended with a value.
  double cost = 0;            ///< Relative to the program as it was read: the sum over the roots.
  std::vector<double> costs;  ///< By root.
  std::vector<std::shared_ptr<const eval::Tally>> tallies;  ///< By root.
  std::uint64_t steps = 0;                                  ///< That it took to find out.
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

  [[nodiscard]] double share(std::size_t index) const { return roots_[index].share; }

  /// The shares of all.
  [[nodiscard]] double weight() const;

  [[nodiscard]] const std::string& rootName(std::size_t index) const { return roots_[index].name; }

  /// All inputs that were chosen, and what could not be counted.
  [[nodiscard]] const eval::Samples& samples() const { return samples_; }

  /// What a call that is evaluated takes.
  [[nodiscard]] std::uint64_t stepsPerCall() const {
    return lazy_ ? pipeline::Steps::perLazyCall : 1;
  }

  /// What candidates are held to: for every root the inputs that are counted, and all others that
  /// do not take long.
  [[nodiscard]] std::vector<eval::FunctionInputs> guarded() const;

  /// How a program does that is there as it will be printed.
  [[nodiscard]] Measurement measure(const ir::Program& program) const;

  /// Of a program with so many functions; weighted so that the work in it adds up to the cost,
  /// calls of lines included.
  [[nodiscard]] Profile profile(const Measurement& measurement, std::size_t functions) const;

 private:
  /// Inputs that let a root do one thing, and how often they are counted.
  struct Way {
    std::vector<eval::SampledInput> inputs;
    bool decided = false;  ///< By a word. Others are counted as they come.
    std::uint64_t times = 1;
  };
  struct Root {
    std::string name;
    std::vector<Way> ways;
    double share = 1;
    double weight = 1;  // Of a unit of its cost.
  };
  friend class Gauge;

  const ir::Program& source_;
  bool lazy_;
  eval::Samples samples_;
  std::vector<Root> roots_;
};

// Measures a program again and again while it changes. Only functions that have changed are
// translated again, and only roots that came by one of them evaluated.
class Gauge {
 public:
  /// Both must outlive it.
  Gauge(const Workload& workload, const ir::Program& program);

  /// `changed`: the functions that are new or not what they were when it was measured last.
  /// `unfolded`: functions that will stand where they are called; these calls cost nothing.
  /// Where the cost is seen to be more than `most`, it is not measured to the end, and not valid.
  [[nodiscard]] Measurement measure(const std::vector<ir::FunId>& changed,
                                    const std::vector<bool>& unfolded,
                                    double most = std::numeric_limits<double>::infinity());

  /// With the changes, the program is again what it was when `measurement` was made.
  void restore(const std::vector<ir::FunId>& changed, const Measurement& measurement);

 private:
  template <class Machine>
  std::shared_ptr<const eval::Tally> evaluateBy(Machine& machine, const Workload::Root& root);
  std::shared_ptr<const eval::Tally> evaluate(const Workload::Root& root);
  void update(const std::vector<ir::FunId>& changed);
  void forget(const std::vector<ir::FunId>& changed);

  const Workload& workload_;
  const ir::Program& program_;
  eval::Correspondence correspondence_;
  std::optional<eval::Machine> strict_;  // One of these.
  std::optional<eval::LazyMachine> byNeed_;
  std::uint64_t calls_ = 0;                                  // Evaluated in this measurement.
  std::vector<std::shared_ptr<const eval::Tally>> tallies_;  // By root; null: to be evaluated.
};

}  // namespace deforest::search
