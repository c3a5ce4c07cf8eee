// The limits that stop the engine.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/pass.hpp"

namespace deforest::engine {

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
  std::shared_ptr<Demand> widthDemand = {};  ///< The same of the width.

  /// Whether the depths, and the width, allow so much. All who depend on one of them ask here.
  [[nodiscard]] bool allowsFusion(unsigned depth) const;
  [[nodiscard]] bool allowsTupling(unsigned depth) const;
  [[nodiscard]] bool allowsWidth(unsigned weighing) const;
};

/// What a source of so many tokens may spend; a small one as much as one of a few pages, since its
/// inputs take no less to evaluate.
[[nodiscard]] std::uint64_t stepsFor(const Limits& limits, std::size_t tokens);

/// A limit by its name.
struct NamedLimit {
  std::string_view name;  ///< In words: `fusion depth`.
  std::string_view text;  ///< What it bounds.
  unsigned Limits::*value;
  unsigned least = 0;
  /// What stops because of it; none: it stops nothing.
  std::optional<pipeline::Limit> stops = {};
};

/// All of them that are whole numbers.
inline constexpr std::array<NamedLimit, 11> namedLimits = {{
    {"fusion depth", "Calls chained in one function", &Limits::fusionDepth, 0,
     pipeline::Limit::FusionDepth},
    {"tupling depth", "Calls of one function side by side", &Limits::tuplingDepth, 0,
     pipeline::Limit::TuplingDepth},
    {"width", "Traversals in one function", &Limits::width, 1, pipeline::Limit::Width},
    {"cap", "Occurrences of one function that unfolding may add", &Limits::cap, 0,
     pipeline::Limit::Cap},
    {"glue", "Arithmetic operations taken along in one function", &Limits::glue},
    {"unfoldings", "Unfoldings in one branch of one function", &Limits::unfoldings, 0,
     pipeline::Limit::Unfoldings},
    {"pushes", "Conditionals opened in one branch of one function", &Limits::pushes},
    {"rounds", "Repetitions of the stages", &Limits::rounds, 1, pipeline::Limit::Rounds},
    {"max functions", "Functions generated", &Limits::maxFunctions, 0,
     pipeline::Limit::MaxFunctions},
    {"steps", "What the search may spend on each word of the source", &Limits::steps, 0,
     pipeline::Limit::Steps},
    {"order", "Seed of the order in which calls are joined; 0: the source's", &Limits::order},
}};

/// The words of a name with `mark` between them: `fusion-depth`.
[[nodiscard]] std::string joined(std::string_view name, char mark);

}  // namespace deforest::engine
