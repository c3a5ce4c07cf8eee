// What became of a program, for the person who wrote it: what fused, what did not and why, what it
// saved on which inputs, what it cost in code, and what was not seen.
//
// Collected from what a run of the passes leaves: the decisions, what the functions of the result
// are composed of, the program after fusion (which tells what each root reaches), and the counts of
// the interpreter. Whatever the compiler names itself is led back to the source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/explain/declarations.hpp"
#include "driver/explain/fused_calls.hpp"
#include "engine/options.hpp"
#include "eval/compare.hpp"
#include "eval/sample_inputs.hpp"
#include "pipeline/run.hpp"

namespace deforest::driver {

/// The program that fusion left last, seen by an observer of the passes.
struct Fused {
  std::optional<ir::Program> program;
  /// Programs before: they have the functions that fusion composed.
  std::vector<ir::Program> before;
};

/// Remembers in `fused`, which must outlive the run.
[[nodiscard]] pipeline::Observer rememberFused(Fused& fused);

/// What an explanation is made of.
struct Evidence {
  const ir::Program& input;
  const text::Original& original;
  const Fused& fused;
  const pipeline::Context& context;
  const engine::Options& options;  ///< With which it ran.
  /// What was counted, and how the result compares.
  const eval::Samples& samples;
  const eval::Comparison& counts;
  const engine::Limits& asked;  ///< As the user set them; the search may have chosen others.
  bool shortMain = false;       ///< Functions without parameters were counted cut short.
  std::size_t tokensBefore = 0;
  std::size_t tokensAfter = 0;
  /// Why nothing of what is told as fused is in the result; empty: it is.
  std::string declined;
  std::string file;
};

/// One thing to know, at a place.
struct Finding {
  enum class Kind : std::uint8_t { Fused, NotFused, Limit, Left, Clean, Reuse, Native };
  Kind kind = Kind::Fused;
  ir::Position position;
  std::string declaration;          ///< In which it stands; empty: none.
  std::string subject;              ///< Which calls: `total` after `square`.
  std::string text;                 ///< What became of them, or why it did not.
  std::string limit;                ///< The option that would lift it; empty: none.
  std::vector<SourceName> passes;   ///< The functions of the source that it is about.
  std::vector<std::string> gone;    ///< Fused: types of the trees that are not made.
  std::vector<std::string> within;  ///< Functions after fusion that it is about, or stands in.
  std::size_t calls = 0;            ///< Of the source that are made at once.
  double share = 0;                 ///< Of the work that was counted, before clean-up.
  bool inPart = false;              ///< Fused, but not everywhere; `text` says where and why.
  std::vector<ir::Position> also;   ///< Other places of the declaration where it is the same.
};

/// A place that no input came by.
struct Unseen {
  ir::Position position;
  std::string declaration;
  bool entry = false;  ///< All of the declaration.
};

struct RootReport {
  std::string name;
  ir::Position position;
  bool counted = false;
  std::string uncounted;  ///< Why it was not, as a clause.
  std::size_t generated = 0;
  std::size_t given = 0;
  bool constant = false;              ///< It has no parameters: it is its own input.
  bool samplable = true;              ///< A sample may call it: it is no constant and no `main`.
  std::vector<std::string> examples;  ///< Short inputs, as calls.
  eval::Counts before;
  eval::Counts after;
  std::vector<Finding> fused;  ///< Those with most work first.
  std::vector<Finding> notFused;
  std::vector<Unseen> unseen;
};

struct Explanation {
  std::string file;
  ir::Program files;  ///< Nothing but which lines are of other files.
  std::size_t tokensBefore = 0;
  std::size_t tokensAfter = 0;
  bool shortMain = false;
  bool fusionRan = true;
  std::string declined;
  std::vector<DeclarationReport> declarations;  ///< Of Haskell whose text is kept.
  std::vector<RootReport> roots;
  std::vector<Finding> findings;              ///< By declaration, then by position.
  std::vector<pipeline::Decision> decisions;  ///< As they were made, each with a position.
};

[[nodiscard]] Explanation explain(const Evidence& evidence);

/// The lines of `--explain`.
[[nodiscard]] std::string explanationText(const Explanation& explanation);

/// `--explain=FILE.json`; docs/EXPLAIN.md has the schema.
[[nodiscard]] std::string explanationJson(const Explanation& explanation);

}  // namespace deforest::driver
