// Which settings of the engine serve this program best, found by trying and counting.
//
// With every setting the engine builds what is worth its code (search/worth). No rule of thumb
// knows whether fragments of three calls or of twenty pay, one more unrolling or one more glued
// addition; so candidates are run, their results are counted by the interpreter on inputs that come
// by all of the program (search/workload), and the one that makes cost + price * tokens least wins.
// The program that is only normalised is a candidate like the others; so nothing is ever emitted
// that counts more than what went in.
//
// A candidate is refused if, on some generated input, it makes more matches, allocations or calls
// than the program as it was read, if it holds a tenth more at once (eval/held, eval/lazy/held), if
// it is larger than the growth limit allows, or if it does not give the same results. Matches are
// counted wherever they stand, for the passes move them in and out of functions. What a candidate
// costs is the sum of matches, allocations and those calls that the target makes (search/inlined),
// over that of the program in which the same passes run and nothing is fused, averaged over the
// roots on which candidates differ: what they do without fusion, compilers do as well. The winner
// is then counted on many further inputs, and refused like the others if it counts more on one of
// them.
// Candidates that cannot differ from the first one (nothing was refused for the reason they would
// lift) are not tried. One that is refused on account of its counts, and would be best, and a
// winner that counts more on further inputs, are tried again without the fragments that are to
// blame (search/guard.hpp).
//
// A root that could not be counted is left as it is, and a warning says so; and so is a sample
// passed over that would take too much of the budget.
//
// Without a price everything is built that the limits allow, and the smallest program wins among
// those that cost at most 2 % more than the cheapest. Where the growth limit leaves no room for
// all, what is given up is part of the choice: the last fragments of the derivation, those without
// a useful join (fusion/usefulness), or long ones.
//
// All of it has a budget of steps (pipeline/steps.hpp), in proportion to the source. A part goes to
// the choice of inputs; of what is left, the given settings may spend a half, and the others share
// the rest, as many of them, in their order, as get half of what the first has spent; but for a
// part that is kept for counting and for what is to be mended.
//
// A `main` that runs too long to be counted is counted with smaller numbers, or without outputs
// that take long (search/short_main).
//
// The choice does not depend on the number of threads, nor on time.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/options.hpp"
#include "eval/compare.hpp"
#include "eval/generate.hpp"
#include "pipeline/pass.hpp"
#include "search/attempt.hpp"
#include "search/workload.hpp"

namespace deforest::search {

/// One candidate and how it did.
struct Candidate {
  std::string name;  ///< `cap 2, glue 0`; `unfused`.
  engine::Options options;
  std::uint64_t cases = 0;  ///< Sums over the inputs on which the program gives a value.
  std::uint64_t allocations = 0;
  std::vector<double> costs;  ///< Per counted root, relative to what it is if nothing is fused.
  std::vector<double> held;  ///< Per root, what is held at once, relative to the input, if counted.
  double cost = 1;           ///< Their average over the roots on which candidates differ.
  std::size_t size = 0;      ///< ir::size of the result.
  Size text;                 ///< search::sizeOf the result.
  std::uint64_t steps = 0;   ///< What it took to make and to count it.
  std::string breach;        ///< What is counted more than in the input; empty: nothing.
  std::string refusal;       ///< Why it cannot win; empty if it can.
  bool gainsNothing = false;  ///< That is why: the target would gain nothing (search/gain_for_ghc).
};

struct Selection {
  engine::Options options;  ///< Of the winner.
  std::size_t winner = 0;   ///< Index into `candidates`.
  std::vector<Candidate> candidates;
  /// Some function without parameters takes too long to be counted (search/short_main).
  bool shortMain = false;
  /// Roots that could not be counted, with the reason: a line each.
  std::vector<std::string> warnings;
  eval::Samples samples;    ///< What it was all counted on.
  eval::Comparison counts;  ///< Of the winner, on these.
  std::size_t runs = 0;     ///< Of the engine.
  pipeline::Steps steps;    ///< Of all of it.
  /// Settings for which no steps were left.
  std::vector<std::string> untried;
  /// The program after the preparation, and that of the winner before the completion
  /// (search/stages); none where what was counted is another program.
  std::optional<ir::Program> prepared;
  std::optional<State> transformed;
  double seconds = 0;  ///< Wall clock of all of it.
};

struct PortfolioOptions {
  WorkloadOptions workload{};
  std::size_t confirmingInputs = 200;  ///< Further ones per root, for the winner alone.
  /// Of a root without parameters. It is shortened to `workload.callsOfMain`, if that can be done:
  /// every candidate is counted anew in each of its steps; else, if it takes more, to this.
  std::uint64_t constantCalls = 1'000'000;
  std::size_t tokens = 0;                 ///< Of the source as the user wrote it; 0: unknown.
  Written written{};                      ///< What of the program stands in it.
  std::vector<eval::GivenInput> given{};  ///< Inputs that the user says are typical.
  bool guardsHeld = false;                ///< What is held at once counts.
  /// Steps in all, however large the source.
  std::uint64_t mostSteps = std::numeric_limits<std::uint64_t>::max();
};

/// The lines of `--stats` about the candidates: counts, size, and why one was refused.
std::string renderSelection(const Selection& selection);

/// The line of `--time-passes` about all this.
std::string renderSelectionTime(const Selection& selection);

/// Tries the candidates around `options` on `program`.
Selection choose(const ir::Program& program, const engine::Options& options,
                 const PortfolioOptions& portfolio = {});

}  // namespace deforest::search
