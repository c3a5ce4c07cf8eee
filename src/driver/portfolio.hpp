// Which settings of the engine serve this program best, found by trying and counting.
//
// No rule of thumb knows whether one more unrolling or one more glued addition pays. The engine
// takes milliseconds, so the candidates are run, their results are counted by the interpreter on
// generated inputs, and the cheapest wins. The program that is only normalised is a candidate like
// the others; so nothing is ever emitted that counts more than what went in.
//
// A candidate is refused if, on some generated input, it makes more matches, allocations or calls
// than the program as it was read, if it is larger than the growth limit allows, or if it does not
// give the same results. Matches are counted wherever they stand, for the passes move them in and
// out of functions. What a candidate costs is the sum of matches, allocations and calls over that
// of the input, averaged over the roots on which candidates differ. The smallest program wins among
// those that cost at most 2 % more than the cheapest. It is then counted on many further inputs,
// and refused like the others if it counts more on one of them. Candidates that cannot differ from
// the first one (nothing was refused for the reason they would lift) are not tried. One that is
// refused on account of its counts, and would cost least, is tried again without the fragments that
// are to blame (driver/guard.hpp).
//
// Where the growth limit leaves no room for all, what is given up is part of the choice: the last
// fragments of the derivation, those without a useful join (fusion/usefulness), or long ones.
//
// A `main` that runs too long to be counted is counted with smaller numbers
// (driver/small_constants).
//
// The choice does not depend on the number of threads, nor on time.
#pragma once

#include <string>
#include <vector>

#include "eval/generate.hpp"
#include "pipeline/pass.hpp"

namespace deforest::driver {

/// One candidate and how it did.
struct Candidate {
  std::string name;  ///< `cap 2, glue 0`; `unfused`.
  pipeline::Options options;
  std::uint64_t cases = 0;  ///< Sums over the inputs on which the program gives a value.
  std::uint64_t allocations = 0;
  std::vector<double> costs;  ///< Per root, relative to the input.
  double cost = 1;            ///< Their average over the roots on which candidates differ.
  std::size_t size = 0;       ///< ir::size of the result.
  std::string breach;         ///< What is counted more than in the input; empty: nothing.
  std::string refusal;        ///< Why it cannot win; empty if it can.
};

struct Selection {
  pipeline::Options options;  ///< Of the winner.
  std::size_t winner = 0;     ///< Index into `candidates`.
  std::vector<Candidate> candidates;
  /// Some function without parameters takes too long to be counted (driver/small_constants).
  bool smallConstants = false;
  std::size_t runs = 0;  ///< Of the engine.
  double seconds = 0;    ///< Wall clock of all of it.
};

struct PortfolioOptions {
  std::size_t inputs = 24;             ///< Generated per root.
  std::size_t largest = 60;            ///< Nodes in the largest of them.
  std::size_t confirmingInputs = 200;  ///< Further ones per root, for the winner alone.
  std::uint64_t seed = 1;
  std::uint64_t calls = 5000;               ///< Of one evaluation; what takes more is not counted.
  std::uint64_t constantCalls = 1'000'000;  ///< The same of a root without parameters.
  std::vector<eval::GivenInput> given{};    ///< Inputs that the user says are typical.
};

/// The lines of `--stats` about the candidates: counts, size, and why one was refused.
std::string renderSelection(const Selection& selection);

/// The line of `--time-passes` about all this.
std::string renderSelectionTime(const Selection& selection);

/// Tries the candidates around `options` on `program`.
Selection choose(const ir::Program& program, const pipeline::Options& options,
                 const PortfolioOptions& portfolio = {});

}  // namespace deforest::driver
