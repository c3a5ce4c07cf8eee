// Runs passes over a program, and does everything about a pass that is not the pass: checks its
// result, times it, measures it, shows it to observers, and names it when it is to blame.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "pipeline/pass.hpp"
#include "support/check.hpp"

namespace deforest::pipeline {

/// Passes that run one after the other.
struct Phase {
  std::vector<Pass> passes;
  /// The phase is repeated until a whole round changes nothing, at most so often; none: it runs
  /// once.
  std::optional<unsigned> rounds = {};
};

using Pipeline = std::vector<Phase>;

/// When the checker runs: after each pass, after the last one, never.
enum class CheckMode : std::uint8_t { Each, End, Off };

/// What an observer is shown: one run of one pass.
struct Event {
  std::size_t index = 0;       ///< 0: the program before the first pass; then 1, 2, ...
  const Pass* pass = nullptr;  ///< Null for index 0.
  const ir::Program& before;   ///< The same as `after` for index 0.
  const ir::Program& after;
  bool changed = false;
};

using Observer = std::function<void(const Event&)>;
using Printer = std::function<std::string(const ir::Program&)>;

struct RunOptions {
  CheckMode check = CheckMode::Each;
  std::vector<Observer> observers;
  /// At most this many passes are run; the rest is left out, but for those that make the native
  /// forms, without which nothing could be written. For finding the pass that is to blame by
  /// halving.
  std::optional<std::size_t> fuel;
  /// How programs are printed for the message of a `PassError`; without it they are not.
  Printer print;
};

/// What is known of one run of one pass.
struct PassReport {
  std::string name;
  unsigned round = 1;          ///< In a repeated phase; else 1.
  double seconds = 0;          ///< Wall clock, without checks and observers.
  std::size_t sizeBefore = 0;  ///< ir::size
  std::size_t sizeAfter = 0;
  std::size_t functionsBefore = 0;
  std::size_t functionsAfter = 0;
  std::size_t taken = 0;  ///< Decisions added, by outcome.
  std::size_t refused = 0;
  bool changed = false;
};

struct RunReport {
  std::vector<PassReport> passes;
  std::size_t sizeBefore = 0;  ///< Of the input, before any pass.
  std::size_t functionsBefore = 0;
  std::size_t sizeAfter = 0;
  std::size_t functionsAfter = 0;
  double seconds = 0;  ///< Wall clock of everything, checks and observers included.
};

/// A pass threw, or left a program that the checker rejects.
class PassError : public support::InternalError {
 public:
  PassError(std::string pass, const std::string& message, std::string before, std::string after)
      : InternalError("in pass '" + pass + "': " + message),
        pass_(std::move(pass)),
        before_(std::move(before)),
        after_(std::move(after)) {}

  [[nodiscard]] const std::string& pass() const { return pass_; }
  /// The program the pass was given, printed.
  [[nodiscard]] const std::string& before() const { return before_; }
  /// The rejected result, printed; empty if there is none.
  [[nodiscard]] const std::string& after() const { return after_; }

 private:
  std::string pass_;
  std::string before_;
  std::string after_;
};

/// The pipeline without the passes of these names.
[[nodiscard]] Pipeline leaveOut(const std::set<std::string, std::less<>>& names, Pipeline pipeline);

/// The form of what the pipeline makes of a program of the form `given`.
Form formAfter(const Pipeline& pipeline, Form given);

/// The first pass that would be given a program of another form than it needs, if the pipeline
/// began with one of the form `given`; none: all get what they need.
std::optional<std::string_view> misplaced(const Pipeline& pipeline, Form given = Form::Free);

/// Runs the phases in order on a program of the form `given`: nothing may be `misplaced`. A report
/// that has passes is continued: these come after them, for observers too. Decisions are collected
/// in `context`; a repeated phase that was still changing the program in its last
/// permitted round, and fuel that ran out, are added as cut-offs. Throws `PassError` for a pass
/// that fails or breaks the program, and `support::LimitError`, prefixed with the name of the pass,
/// for one that meets a limit of the implementation.
ir::Program run(const Pipeline& pipeline, ir::Program program, Context& context,
                const RunOptions& options, RunReport& report, Form given = Form::Free);

/// The names of the passes in the order in which they first run, without repetition.
std::vector<std::string_view> passNames(const Pipeline& pipeline);

}  // namespace deforest::pipeline
