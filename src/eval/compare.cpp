#include "eval/compare.hpp"

#include <algorithm>

#include "eval/apply.hpp"
#include "eval/equal.hpp"
#include "eval/inputs.hpp"
#include "eval/lazy/compare.hpp"
#include "eval/roots.hpp"
#include "eval/show.hpp"
#include "eval/shrink.hpp"
#include "ir/printing.hpp"

namespace deforest::eval {
namespace {

// Longer values are cut off in a counterexample.
constexpr std::size_t longestText = 2000;

class Comparer {
 public:
  Comparer(const ir::Program& before, const ir::Program& after, const CompareOptions& options)
      : before_(before),
        after_(after),
        options_(options),
        correspondence_(correspond(before, after)),
        first_(before, options.limits),
        second_(after, options.limits) {
    if (options.countsHeld) {
      first_.countHeld();
      second_.countHeld();
    }
  }

  RootReport compare(ir::FunId function, ir::FunId other) {
    const std::vector<ir::TypeId> types = parameterTypes(before_.function(function));
    RootReport report = beginReport(before_, function, after_, other, correspondence_);
    if (!report.problem.empty()) return report;
    report.note = uninhabited(before_, types);
    Limits limits = options_.limits;
    limits.calls = options_.givenCalls;
    first_.setLimits(limits);
    for (const GivenInput& given : options_.given) {
      if (given.function != function) continue;
      if (!tryInput(report, function, other, given.arguments)) return report;
    }
    limits.calls = types.empty() ? options_.constantCalls : options_.limits.calls;
    first_.setLimits(limits);
    const GenerateOptions generation{options_.inputs, options_.seed, options_.largest};
    for (const Arguments& arguments : generate(before_, types, generation)) {
      if (!tryInput(report, function, other, arguments)) break;
    }
    return report;
  }

  RootReport compareOn(ir::FunId function, ir::FunId other, const std::vector<Arguments>& inputs) {
    RootReport report = beginReport(before_, function, after_, other, correspondence_);
    if (!report.problem.empty()) return report;
    first_.setLimits(options_.limits);
    for (const Arguments& arguments : inputs) {
      if (!tryInput(report, function, other, arguments)) break;
    }
    return report;
  }

  /// Evaluated so far.
  [[nodiscard]] std::uint64_t calls() const { return calls_; }

 private:
  enum class Verdict : std::uint8_t { Equal, Different, Undefined };
  struct Trial {
    Verdict verdict = Verdict::Equal;
    Counts before;
    Counts after;
  };

  // False: there is a counterexample.
  bool tryInput(RootReport& report, ir::FunId function, ir::FunId other,
                const Arguments& arguments) {
    const Trial trial = run(function, other, arguments);
    ++report.inputs;
    if (trial.verdict == Verdict::Undefined) {
      ++report.undefined;
    } else if (trial.verdict == Verdict::Equal) {
      report.samples.push_back({nodesOf(arguments), trial.before, trial.after});
    } else {
      report.counterexample = explain(function, other, arguments);
    }
    return !report.counterexample;
  }

  Outcome evaluateBefore(ir::FunId function, const Arguments& arguments) {
    return apply(first_, function, arguments);
  }

  // `calls` are those that `before` needed.
  Outcome evaluateAfter(ir::FunId other, const Arguments& arguments, std::uint64_t calls) {
    Limits limits = options_.limits;
    limits.calls = 50 * calls + 100'000;
    second_.setLimits(limits);
    return apply(second_, other, arguments, &correspondence_);
  }

  [[nodiscard]] bool same(ir::FunId function, const Outcome& a, const Outcome& b) const {
    if (a.kind == Outcome::Kind::End) {
      return b.kind == Outcome::Kind::End && a.message == b.message;
    }
    if (!b.ok()) return false;
    if (prints(before_, function) && ir::writesOutput(after_)) {
      return printed(before_, a.values) == printed(after_, b.values);
    }
    const std::vector<ir::TypeId>& types = before_.function(function).resultTypes;
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (!equalValues(before_, after_, correspondence_, types[i], a.values[i], b.values[i])) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] static bool prints(const ir::Program& program, ir::FunId function) {
    return !program.outputs.empty() && program.find("main") == function;
  }

  Trial run(ir::FunId function, ir::FunId other, const Arguments& arguments) {
    const Outcome a = evaluateBefore(function, arguments);
    calls_ += a.counts.inCalls();
    if (!a.ended()) return {Verdict::Undefined, a.counts, {}};
    const Outcome b = evaluateAfter(other, arguments, a.counts.inCalls());
    calls_ += b.counts.inCalls();
    return {same(function, a, b) ? Verdict::Equal : Verdict::Different, a.counts, b.counts};
  }

  static std::string describe(const ir::Program& program, ir::FunId function,
                              const Outcome& outcome) {
    if (outcome.kind == Outcome::Kind::Error) return "error: " + outcome.message;
    if (outcome.kind == Outcome::Kind::End) return "ends: " + outcome.message;
    if (outcome.kind == Outcome::Kind::Limit) return "gave up: " + outcome.message;
    if (prints(program, function) && ir::writesOutput(program)) {
      return "prints " + printed(program, outcome.values).substr(0, longestText);
    }
    const std::vector<ir::TypeId>& types = program.function(function).resultTypes;
    std::string text;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const ShowOptions options{.precedence = 0, .source = true, .limit = longestText};
      text += (i > 0 ? ", " : "") + show(program, types[i], outcome.values[i], options);
    }
    return types.size() == 1 ? text : "(" + text + ")";
  }

  Counterexample explain(ir::FunId function, ir::FunId other, const Arguments& found) {
    const auto fails = [&](const Arguments& arguments) {
      return run(function, other, arguments).verdict == Verdict::Different;
    };
    const Arguments arguments = shrink(before_, found, fails, options_.shrinkings);
    const Outcome a = evaluateBefore(function, arguments);
    const Outcome b = evaluateAfter(other, arguments, a.counts.inCalls());
    return {before_.function(function).name, showTerms(before_, arguments),
            describe(before_, function, a), describe(after_, other, b)};
  }

  const ir::Program& before_;
  const ir::Program& after_;
  const CompareOptions options_;
  const Correspondence correspondence_;
  Machine first_;
  Machine second_;
  std::uint64_t calls_ = 0;
};

}  // namespace

Counts RootReport::before() const {
  Counts sum;
  for (const Sample& sample : samples) sum += sample.before;
  return sum;
}

Counts RootReport::after() const {
  Counts sum;
  for (const Sample& sample : samples) sum += sample.after;
  return sum;
}

bool Comparison::equal() const {
  return std::ranges::all_of(roots, [](const RootReport& root) { return root.equal(); });
}

std::string Comparison::describe() const {
  std::string text;
  for (const RootReport& root : roots) {
    if (!root.problem.empty()) text += root.problem + "\n";
    if (!root.counterexample) continue;
    const Counterexample& example = *root.counterexample;
    text += example.root + (example.arguments.empty() ? "" : " ") + example.arguments +
            "\n  before: " + example.before + "\n  after:  " + example.after + "\n";
  }
  return text;
}

RootReport compareFunctions(const ir::Program& before, ir::FunId function, const ir::Program& after,
                            ir::FunId other, const CompareOptions& options) {
  return Comparer(before, after, options).compare(function, other);
}

RootReport compareFunctions(const ir::Program& before, ir::FunId function, const ir::Program& after,
                            ir::FunId other, const std::vector<Arguments>& inputs,
                            const CompareOptions& options) {
  return Comparer(before, after, options).compareOn(function, other, inputs);
}

Comparison comparePrograms(const ir::Program& before, const ir::Program& after,
                           const CompareOptions& options) {
  if (options.lazy) return compareLazily(before, after, options);
  Comparer comparer(before, after, options);
  return compareRoots(comparer, before, after);
}

Comparison comparePrograms(const ir::Program& before, const ir::Program& after,
                           const std::vector<FunctionInputs>& inputs,
                           const CompareOptions& options) {
  if (options.lazy) return compareLazily(before, after, inputs, options);
  Comparer comparer(before, after, options);
  return compareRootsOn(comparer, before, after, inputs);
}

}  // namespace deforest::eval
