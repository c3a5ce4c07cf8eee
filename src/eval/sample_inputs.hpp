// Inputs worth counting a program on.
//
// What a transformation gains is counted on inputs, and what they do not show does not exist: a
// branch that is never taken, a root that fails on everything a generator thinks of, or one whose
// every call is given up for being too long. So inputs are chosen, not drawn. For each root many
// candidates of growing magnitude are evaluated (eval/inputs), within a budget of calls; where most
// of them fail or branches remain unseen, those that got furthest are changed, again and again, and
// those of the changed ones that come by a new branch are changed in turn. Of the candidates that
// give a value a few are kept: together they come by every branch that any of them comes by, where
// possible more than once, those of middle cost preferred, but of small and great cost, too. What
// could not be counted, and which branches no input came by, is said.
//
// A `main` that reads is given what such programs are given first (eval/readings).
//
// A program of many roots takes no longer per line than one of few: they share what is tried, down
// to what each needs.
//
// What the user says is typical is kept in any case. The choice depends on the program and the
// options alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "eval/compare.hpp"
#include "eval/coverage.hpp"
#include "eval/evaluate.hpp"
#include "eval/generate.hpp"
#include "eval/vocabulary.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

struct SampleOptions {
  std::uint64_t seed = 1;
  std::size_t wanted = 24;  ///< Inputs to keep per root.
  /// Nodes of the candidates, in the order in which they are tried: smallest values come before.
  std::vector<std::size_t> magnitudes = {10, 60, 300, 1500};
  std::size_t candidates = 240;   ///< Per root, those along its paths aside.
  std::size_t changes = 400;      ///< Candidates per root that are made by changing others.
  std::uint64_t calls = 200'000;  ///< Of one evaluation; what takes more is too dear.
  std::uint64_t callsPerRoot = 3'000'000;   ///< Of all candidates of one root together.
  std::uint64_t callsInAll = 30'000'000;    ///< Of those of all roots.
  std::uint64_t constantCalls = 5'000'000;  ///< Of a root without parameters.
  std::uint64_t givenCalls = 5'000'000;     ///< Of each input that the user gives.
  bool lazy = false;  ///< Evaluation is Haskell's; of a result without end the beginning counts.
};

/// What each of so many roots gets, where `amount` is for each of a few: less, but not below
/// `least`.
[[nodiscard]] std::size_t shareOfRoot(std::size_t amount, std::size_t least, std::size_t roots);

/// What there is for the first evaluation of a `main` that reads; of others there is no bound.
[[nodiscard]] std::uint64_t callsOfFirstReading(const SampleOptions& options,
                                                const ir::Program& program);

struct SampledInput {
  Arguments arguments;
  std::size_t nodes = 0;
  Counts counts;
  bool given = false;
};

/// Why a root has no inputs to count.
enum class Uncounted : std::uint8_t {
  Counted,  ///< It has some.
  NoInput,  ///< Some parameter's type has no value.
  EveryInputFails,
  TooDear,  ///< Every evaluation was given up, or failed.
};

struct RootSamples {
  ir::FunId function;
  std::string root;
  std::vector<SampledInput> inputs;  ///< Those given, then the others by their calls.
  std::size_t tried = 0;             ///< Evaluations.
  std::size_t failed = 0;            ///< Of these, without a value.
  std::size_t tooDear = 0;           ///< Of these, given up.
  std::uint64_t effort = 0;          ///< What they took, in calls.
  Uncounted uncounted = Uncounted::Counted;
  std::string message;  ///< What the last evaluation without a value said, if there was one.
  /// Branches of the functions that the root may call, by which no evaluation with a value came.
  /// Of a function that was not called at all, its entry alone; not those that can only fail.
  std::vector<Point> unreached;
  /// Inputs given by the user that could not be counted, and why.
  std::vector<std::string> refused;
};

struct Samples {
  std::vector<RootSamples> roots;  ///< In the order of the program, then other functions with
                                   ///< given inputs.
  std::vector<Point> unreached;    ///< By none of them; otherwise as of one root.
  /// As `comparePrograms` takes them; functions without inputs are left out.
  [[nodiscard]] std::vector<FunctionInputs> inputs() const;
  /// A line per root, and more where something is to be said.
  [[nodiscard]] std::string describe(const ir::Program& program) const;
};

/// Chooses inputs of functions of one program, one after the other.
class InputSampler {
 public:
  /// `program` must be well formed and outlive this. Throws LimitError if the interpreter cannot
  /// run it.
  explicit InputSampler(const ir::Program& program, SampleOptions options = {});

  /// Those of `function`; of `given`, those of other functions are passed over. Without
  /// `generated` there are no others.
  [[nodiscard]] RootSamples sample(ir::FunId function, const std::vector<GivenInput>& given = {},
                                   bool generated = true);

  /// What no evaluation with a value came by, of the functions sampled so far.
  [[nodiscard]] std::vector<Point> unreached() const;

 private:
  const ir::Program& program_;
  SampleOptions options_;
  Vocabulary vocabulary_;
  Coverage coverage_;
  std::vector<bool> reached_;   // by point
  std::vector<bool> callable_;  // by function
};

/// Those of all roots, and of other functions for which the user gives inputs: of these the given
/// ones alone.
[[nodiscard]] Samples sampleInputs(const ir::Program& program, const SampleOptions& options = {},
                                   const std::vector<GivenInput>& given = {});

}  // namespace deforest::eval
