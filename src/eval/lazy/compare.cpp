#include "eval/lazy/compare.hpp"

#include <algorithm>
#include <set>

#include "eval/apply.hpp"
#include "eval/inputs.hpp"
#include "eval/lazy/machine.hpp"
#include "eval/random.hpp"
#include "eval/roots.hpp"
#include "eval/shrink.hpp"
#include "eval/term.hpp"
#include "support/check.hpp"

namespace deforest::eval {
namespace {

using Kind = Sighting::Kind;
using Undefined = std::set<std::size_t>;

constexpr std::size_t mostSightings = 400;
// Parts that are made undefined, one at a time, of an input that is made smaller.
constexpr std::size_t manyParts = 60;

class LazyComparer {
 public:
  LazyComparer(const ir::Program& before, const ir::Program& after, const CompareOptions& options)
      : before_(before),
        after_(after),
        options_(options),
        correspondence_(correspond(before, after)),
        first_(before, options.limits),
        second_(after, twice(options.limits)),
        random_(options.seed) {
    if (options.countsHeld) {
      first_.countHeld();
      second_.countHeld();
    }
  }

  RootReport compare(ir::FunId function, ir::FunId other) {
    RootReport report = beginReport(before_, function, after_, other, correspondence_);
    if (!report.problem.empty()) return report;
    const std::vector<ir::TypeId> types = parameterTypes(before_.function(function));
    report.note = uninhabited(before_, types);
    if (!report.note.empty()) return report;
    calls_ = options_.givenCalls;
    for (const GivenInput& given : options_.given) {
      if (given.function == function && !tryInput(report, function, other, given.arguments)) {
        return report;
      }
    }
    calls_ = types.empty() ? options_.constantCalls : options_.limits.calls;
    const GenerateOptions generation{options_.inputs, options_.seed, options_.largest};
    effort_ = 0;
    for (const Arguments& arguments : generate(before_, types, generation)) {
      if (effort_ > options_.callsOfRoot) break;
      if (!tryInput(report, function, other, arguments)) break;
    }
    return report;
  }

  RootReport compareOn(ir::FunId function, ir::FunId other, const std::vector<Arguments>& inputs) {
    RootReport report = beginReport(before_, function, after_, other, correspondence_);
    if (!report.problem.empty()) return report;
    calls_ = options_.limits.calls;
    for (const Arguments& arguments : inputs) {
      if (!tryInput(report, function, other, arguments)) break;
    }
    return report;
  }

  /// Evaluated so far.
  [[nodiscard]] std::uint64_t calls() const { return evaluated_; }

 private:
  // Nothing is freed during an evaluation, and the frames of fused functions are larger.
  [[nodiscard]] static Limits twice(Limits limits) {
    limits.bytes *= 2;
    return limits;
  }

  LazyMachine::Observation observe(LazyMachine& machine, ir::FunId function,
                                   const Arguments& arguments, const Undefined& undefined,
                                   std::uint64_t calls, std::size_t most,
                                   const Correspondence* correspondence) {
    Limits limits = correspondence == nullptr ? options_.limits : twice(options_.limits);
    limits.calls = calls;
    machine.setLimits(limits);
    LazyMachine::Observation seen =
        eval::observe(machine, function, arguments, undefined, most, correspondence);
    evaluated_ += seen.effort;
    return seen;
  }

  struct Pair {
    LazyMachine::Observation before;
    LazyMachine::Observation after;
  };
  Pair observe(ir::FunId function, ir::FunId other, const Arguments& arguments,
               const Undefined& undefined, std::uint64_t calls) {
    Pair pair;
    pair.before = observe(first_, function, arguments, undefined, calls, mostSightings, nullptr);
    // Not further than `before` came.
    const std::size_t most =
        pair.before.sightings.size() - (pair.before.kind() == Outcome::Kind::Limit ? 1 : 0);
    pair.after = observe(second_, other, arguments, undefined,
                         50 * pair.before.counts.inCalls() + 100'000, most, &correspondence_);
    return pair;
  }

  // The number of the first sighting that differs; none if there is none.
  [[nodiscard]] std::optional<std::size_t> difference(const Pair& pair) const {
    const std::vector<Sighting>& a = pair.before.sightings;
    const std::vector<Sighting>& b = pair.after.sightings;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a[i].kind == Kind::Limit) return std::nullopt;
      if (i >= b.size() || !same(a[i], b[i])) return i;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool same(const Sighting& a, const Sighting& b) const {
    if (a.kind != b.kind) return false;
    if (a.kind == Kind::Datum) return a.bits == b.bits;
    if (a.kind == Kind::Failure && ir::isEnd(a.text)) return a.text == b.text;
    if (a.kind != Kind::Scalar) return true;
    if (a.text != b.text) return false;
    if (a.bits == b.bits) return true;
    const ir::TypeKind kind = before_.type(scalarOf(a.type)).kind;
    if (kind != ir::TypeKind::Double && kind != ir::TypeKind::Float) return false;
    return isNan(a.bits) && isNan(b.bits);
  }

  [[nodiscard]] ir::TypeId scalarOf(ir::TypeId type) const {
    while (before_.type(type).isNewtype) {
      type = before_.constructor(before_.type(type).constructors[0]).fields[0].type;
    }
    return type;
  }

  static bool isNan(std::uint64_t bits) {
    const auto value = std::bit_cast<double>(bits);
    return value != value;
  }

  // Parts of the arguments that may be made undefined, as the machine numbers them.
  [[nodiscard]] std::vector<std::size_t> parts(const Arguments& arguments) const {
    std::vector<std::size_t> found;
    std::size_t number = 0;
    for (const Term& term : arguments) {
      for (const TermNode& node : term) {
        if (!before_.type(node.type).isNewtype) found.push_back(number++);
      }
    }
    return found;
  }

  // The undefined parts on which the programs differ, if they do; `most` are tried. `defined`: what
  // was observed without any.
  std::optional<Undefined> differing(ir::FunId function, ir::FunId other,
                                     const Arguments& arguments, const Pair& defined,
                                     std::size_t most) {
    if (difference(defined)) return Undefined{};
    std::vector<std::size_t> left = parts(arguments);
    // With a part undefined there is hardly more to be done, or there is no end to it.
    const std::uint64_t calls = std::min(calls_, 2 * defined.before.counts.inCalls() + 1000);
    for (std::size_t i = 0; i < most && !left.empty(); ++i) {
      const std::size_t next = left.size() <= most ? 0 : random_.below(left.size());
      const Undefined undefined = {left[next]};
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
      if (difference(observe(function, other, arguments, undefined, calls))) return undefined;
    }
    return std::nullopt;
  }

  // False: there is a counterexample.
  bool tryInput(RootReport& report, ir::FunId function, ir::FunId other,
                const Arguments& arguments) {
    ++report.inputs;
    const Pair pair = observe(function, other, arguments, {}, calls_);
    effort_ += pair.before.effort;
    if (differing(function, other, arguments, pair, options_.undefinedParts)) {
      report.counterexample = explain(function, other, arguments);
      return false;
    }
    if (Outcome::ended(pair.before.kind())) {
      report.samples.push_back({nodesOf(arguments), pair.before.counts, pair.after.counts});
    } else {
      ++report.undefined;
    }
    return true;
  }

  Counterexample explain(ir::FunId function, ir::FunId other, const Arguments& found) {
    const auto differs = [&](const Arguments& arguments, std::size_t most) {
      const Pair defined = observe(function, other, arguments, {}, calls_);
      return differing(function, other, arguments, defined, most);
    };
    const auto fails = [&](const Arguments& arguments) {
      return differs(arguments, manyParts).has_value();
    };
    Arguments arguments = shrink(before_, found, fails, options_.shrinkings);
    std::optional<Undefined> undefined = differs(arguments, manyParts);
    if (!undefined) {
      arguments = found;
      undefined = differs(arguments, parts(arguments).size());
    }
    if (!undefined) undefined.emplace();
    const Pair pair = observe(function, other, arguments, *undefined, calls_);
    const std::size_t at = difference(pair).value_or(0);
    return {before_.function(function).name, shown(arguments, *undefined),
            shown(before_, pair.before, at), shown(after_, pair.after, at)};
  }

  [[nodiscard]] std::string shown(const Arguments& arguments, const Undefined& undefined) const {
    std::string text = showTerms(before_, arguments);
    if (undefined.empty()) return text;
    std::size_t number = 0;
    for (const Term& term : arguments) {
      for (std::size_t i = 0; i < term.size(); ++i) {
        if (before_.type(term[i].type).isNewtype || !undefined.contains(number++)) continue;
        text += ", the part " + showTerm(before_, subterm(term, i)) + " undefined";
        if (i == 0) text += " (an argument)";
      }
    }
    return text;
  }

  static std::string shown(const ir::Program& program, const LazyMachine::Observation& seen,
                           std::size_t at) {
    if (at >= seen.sightings.size()) return "nothing";
    const Sighting& sighting = seen.sightings[at];
    const std::string where = " (part " + std::to_string(at + 1) + " of the result)";
    switch (sighting.kind) {
      case Kind::Failure:
        return "error: " + sighting.text + where;
      case Kind::Limit:
        return "gave up: " + sighting.text + where;
      case Kind::Scalar:
        if (!sighting.text.empty()) return sighting.text + where;
        return show(program, sighting.type, Value{sighting.bits}) + where;
      case Kind::Datum: {
        ir::TypeId type = sighting.type;
        while (program.type(type).isNewtype) {
          type = program.constructor(program.type(type).constructors[0]).fields[0].type;
        }
        return "`" + program.constructor(program.type(type).constructors[sighting.bits]).name +
               "`" + where;
      }
    }
    support::fail("a sighting out of range");
  }

  const ir::Program& before_;
  const ir::Program& after_;
  const CompareOptions options_;
  const Correspondence correspondence_;
  LazyMachine first_;
  LazyMachine second_;
  Random random_;
  std::uint64_t calls_ = 0;  // That one evaluation of `before` may make.
  std::uint64_t evaluated_ = 0;
  std::uint64_t effort_ = 0;  // Of `before`, on the inputs of one root.
};

}  // namespace

Comparison compareLazily(const ir::Program& before, const ir::Program& after,
                         const CompareOptions& options) {
  LazyComparer comparer(before, after, options);
  return compareRoots(comparer, before, after);
}

Comparison compareLazily(const ir::Program& before, const ir::Program& after,
                         const std::vector<FunctionInputs>& inputs, const CompareOptions& options) {
  LazyComparer comparer(before, after, options);
  return compareRootsOn(comparer, before, after, inputs);
}

}  // namespace deforest::eval
