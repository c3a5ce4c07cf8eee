// What a pass is: a name, a sentence, and a function from programs to programs. The runner
// (pipeline/run.hpp), not the pass, checks the result, times it, prints it and compares it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.hpp"
#include "pipeline/steps.hpp"

namespace deforest::pipeline {

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

/// One decision, taken or refused, with the reason: a line of `--explain`.
struct Decision {
  enum class Kind : std::uint8_t {
    Fuse,      ///< A consumer joins the producer of its argument.
    Tuple,     ///< A call joins calls on the same tree.
    Fact,      ///< A property proved by induction, and what it rewrote.
    Simplify,  ///< Clean-up worth mentioning: functions merged, results unboxed.
    CutOff,    ///< A limit or the whistle stopped the transformation here.
    Reuse,     ///< A new cell is written into an old one (C++ only).
    Leave,     ///< A fragment, or a function as it is written, was not worth building.
    Native     ///< What native code does otherwise than the program says (C++ only).
  };
  Kind kind = Kind::Fuse;
  bool taken = true;
  std::string function;   ///< The function whose body the decision is about.
  std::string subject;    ///< `shift . sum`, `head, shift on xs`, `flip.flip: result 0 = t`.
  std::string reason;     ///< A sentence without full stop.
  ir::Position position;  ///< Of the consumer's call in the source.
  std::optional<Limit> limit = {};  ///< Of a cut-off: what would have to be set otherwise.
  /// The functions that `subject` names: the consumer and its producer; all that are tupled.
  std::vector<std::string> calls = {};
  /// Of a join that was taken: the function that the joined calls became.
  std::string fragment = {};
  std::size_t run = 0;  ///< Of the pass `fuse`, the last before it; filled in by `Context::add`.
  bool operator==(const Decision&) const = default;
};

/// Why a limit forbids something.
struct Refusal {
  Limit limit;
  std::string reason;  ///< A sentence without full stop.
};

/// What a function that fusion left in the program is made of, for explanations.
struct Composition {
  /// One call, and the members whose results it takes.
  struct Member {
    std::string function;  ///< A function of the program that the pass was given.
    std::vector<std::size_t> producers = {};
    bool wanted = true;     ///< Some result is used outside as well.
    std::string type = {};  ///< Of its first result, as Haskell writes it.
    bool operator==(const Member&) const = default;
  };
  std::size_t run = 0;  ///< Of the pass `fuse`.
  std::string function;
  std::vector<Member> members;  ///< Primitives are left out.
  bool built = false;           ///< Otherwise its calls are made one after the other.
  bool given = false;           ///< It was added to the program that the pass was given, by a law.
  bool operator==(const Composition&) const = default;
};

/// What a pass may read and write beside the program; what it is asked for, it was made with.
/// Decisions are appended in a deterministic order, whatever the number of threads.
struct Context {
  std::vector<Decision> decisions;
  /// Size of the program that growth is measured against: what the first pass was given. 0: none
  /// has run yet.
  std::size_t originalSize = 0;
  /// What was spent.
  Steps steps;
  /// What was composed of others, or of a function of the source: its name and the fragment
  /// (tupling::textOf).
  std::vector<std::pair<std::string, std::string>> fragments;
  std::vector<Composition> compositions;
  std::size_t fuseRuns = 0;  ///< How often the pass `fuse` has run.
  /// Names of functions that are printed as they stand in the source: what is done after they were
  /// chosen leaves them and the calls of them alone.
  std::set<std::string> asWritten;
  void add(Decision decision) {
    decision.run = fuseRuns > 0 ? fuseRuns - 1 : 0;
    decisions.push_back(std::move(decision));
  }
};

/// The shapes of a program that passes may ask of each other, beyond what the checker always asks.
enum class Form : std::uint8_t {
  Free,    ///< Matches stand anywhere: as a program is read, and as it is emitted.
  Normal,  ///< A match is the whole body of its function, on a parameter (ir/checker.hpp).
  Native,  ///< No copy, no `seq`, nothing behind an error (ir/checker.hpp): what C++ is made of.
  Planned  ///< Native, and something is decided besides that holds for this very program.
};

/// How messages call a program of that form: `normal form`.
[[nodiscard]] std::string_view formName(Form form);

struct Pass {
  std::string_view name;         ///< The command-line spelling: "dead-bindings".
  std::string_view description;  ///< One line, shown by --list-passes.
  Form needs = Form::Free;       ///< Of the program that it is given.
  /// Of the program that it leaves; none: the form of what it was given, but for the native forms,
  /// which only a pass that needs them keeps.
  std::optional<Form> makes = {};
  std::function<ir::Program(ir::Program, Context&)> run = {};
  /// What is wrong, after it has run, with what it has decided besides; empty: nothing ever is.
  std::function<std::vector<std::string>()> faults = {};
};

/// The form of what `pass` makes of a program of the form `given`.
[[nodiscard]] Form formAfter(const Pass& pass, Form given);

}  // namespace deforest::pipeline
