// The limits that stop the engine, and what each is called on the command line.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace deforest::pipeline {

/// What one limit was asked for, in all that a run tried. From any thread.
class Demand {
 public:
  /// Whether `limit` allows `asked`.
  bool allows(unsigned asked, unsigned limit);

  /// The least limit from which on every answer, and so the run, is the same; none: something was
  /// forbidden, so that a higher limit may change the run.
  [[nodiscard]] std::optional<unsigned> needed() const;

 private:
  std::atomic<unsigned> most_ = 0;
  std::atomic<bool> forbidden_ = false;
};

struct DepthDemand {
  Demand fusion;
  Demand tupling;
};

/// The cut-offs (thesis, section 4.6: "all cycles are controlled by a maximum depth of 10").
struct Limits {
  unsigned fusionDepth = 10;    ///< Calls chained in one fragment, and its depth of derivation.
  unsigned tuplingDepth = 10;   ///< Calls of one function side by side in one fragment.
  unsigned rounds = 4;          ///< Repetitions of fusion, tupling and redundancy.
  unsigned maxFunctions = 400;  ///< Functions generated.
  double maxGrowth = 8.0;       ///< Size of the result over the size of the input.
  unsigned unfoldings = 400;    ///< Fuel: unfoldings in one branch of one fragment.
  unsigned pushes = 8;          ///< Conditionals pushed open in one branch of one fragment.
  unsigned cap = 1;             ///< Occurrences of one function that a fragment may gain.
  unsigned glue = 0;            ///< Primitives that may join the calls of a fragment.
  unsigned width = 24;          ///< Weighing calls in one fragment.
  unsigned steps = 8'000;       ///< Of the search, per token of the source (pipeline/steps.hpp).
  unsigned order = 0;           ///< Seed of the order in which calls look for a group; 0: source.
  /// Remembers what the two depths are asked for; none: nobody wants to know.
  std::shared_ptr<DepthDemand> demand = {};

  /// Whether the depths allow so much. All who depend on a depth ask here.
  [[nodiscard]] bool allowsFusion(unsigned depth) const;
  [[nodiscard]] bool allowsTupling(unsigned depth) const;
};

/// What a source of so many tokens may spend; a small one as much as one of a few pages, since its
/// inputs take no less to evaluate.
[[nodiscard]] std::uint64_t stepsFor(const Limits& limits, std::size_t tokens);

/// Which limit stopped something.
enum class Limit : std::uint8_t {
  FusionDepth,
  TuplingDepth,
  Width,
  Cap,
  Unfoldings,
  Rounds,
  MaxFunctions,
  MaxGrowth,
  Steps,
  Fuel,  ///< How many passes are run (pipeline/run.hpp).
  Guard  ///< What was counted and found worse is refused (search/guard.hpp).
};

/// The option that lifts a limit: `--cap`.
[[nodiscard]] std::string_view optionOf(Limit limit);

}  // namespace deforest::pipeline
