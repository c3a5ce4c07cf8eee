// Are two programs equal, as far as generated inputs show?
//
// The functions of `before` that must keep their meaning are run on generated inputs, or on those
// that the caller has, and so are their namesakes in `after`. Where the first gives a value, the
// second must give the same, bit for bit; where the first fails or is given up, the second may do
// anything.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "eval/evaluate.hpp"
#include "eval/generate.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

struct CompareOptions {
  std::size_t inputs = 200;  ///< Per root.
  std::uint64_t seed = 1;
  std::size_t largest = 60;  ///< Nodes in the largest inputs.
  /// Of one evaluation of `before`. `after` gets more: fifty times the calls that `before` needed,
  /// and 100000.
  Limits limits{.calls = 200'000, .bytes = std::size_t{512} << 20U, .milliseconds = 0};
  /// Calls, instead, of a function without parameters: it is run only once.
  std::uint64_t constantCalls = 20'000'000;
  /// Of all evaluations of `before` for one root, after which no further input is tried; if `lazy`.
  std::uint64_t callsOfRoot = std::numeric_limits<std::uint64_t>::max();
  std::size_t shrinkings = 2000;   ///< Attempts to make a counterexample smaller.
  bool countsHeld = false;         ///< The samples tell what is held, too.
  bool lazy = false;               ///< Evaluation is Haskell's (eval/lazy/compare.hpp).
  std::size_t undefinedParts = 2;  ///< Of every input, made undefined one at a time; if `lazy`.
  /// Inputs of functions of `before` to be tried before those that are generated.
  std::vector<GivenInput> given{};
  std::uint64_t givenCalls = 5'000'000;  ///< Of one evaluation of `before` on those.
};

/// An input on which the programs differ, all as text.
struct Counterexample {
  std::string root;
  std::string arguments;  ///< As Haskell source: `f` applied to this.
  std::string before;     ///< The value of `before`.
  std::string after;      ///< The value of `after`, or `error: ...`, or `gave up: ...`.
  bool operator==(const Counterexample&) const = default;
};

/// The costs of one input on which both gave the same value.
struct Sample {
  std::size_t nodes = 0;  ///< Size of the input.
  Counts before;
  Counts after;
};

struct RootReport {
  std::string root;
  std::size_t inputs = 0;       ///< Tried.
  std::size_t undefined = 0;    ///< Of these, where `before` fails or is given up.
  std::vector<Sample> samples;  ///< The others, in order of trial.
  std::string problem;          ///< Why the functions cannot be compared; empty if they can.
  std::string note;             ///< Why there are no inputs; empty if there are some.
  std::optional<Counterexample> counterexample;

  [[nodiscard]] bool equal() const { return problem.empty() && !counterexample; }
  /// Sums over the samples.
  [[nodiscard]] Counts before() const;
  [[nodiscard]] Counts after() const;
};

struct Comparison {
  std::vector<RootReport> roots;
  std::uint64_t calls = 0;  ///< What evaluations of both programs took (`Outcome::effort`).
  [[nodiscard]] bool equal() const;
  /// What is wrong, in a line or several; empty if the programs are equal.
  [[nodiscard]] std::string describe() const;
};

/// Compares one function of each program. Both programs must be well formed.
[[nodiscard]] RootReport compareFunctions(const ir::Program& before, ir::FunId function,
                                          const ir::Program& after, ir::FunId other,
                                          const CompareOptions& options = {});

/// The same on these inputs alone.
[[nodiscard]] RootReport compareFunctions(const ir::Program& before, ir::FunId function,
                                          const ir::Program& after, ir::FunId other,
                                          const std::vector<Arguments>& inputs,
                                          const CompareOptions& options = {});

/// Inputs of one function.
struct FunctionInputs {
  ir::FunId function;
  std::vector<Arguments> inputs;
};

/// Compares these functions of `before`, on these inputs alone, with the functions of their names
/// in `after`. A function that is no root of `before` may be missing.
[[nodiscard]] Comparison comparePrograms(const ir::Program& before, const ir::Program& after,
                                         const std::vector<FunctionInputs>& inputs,
                                         const CompareOptions& options = {});

/// Compares every root of `before` with the function of that name in `after`.
[[nodiscard]] Comparison comparePrograms(const ir::Program& before, const ir::Program& after,
                                         const CompareOptions& options = {});

}  // namespace deforest::eval
