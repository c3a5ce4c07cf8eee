#include "search/portfolio.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "eval/compare.hpp"
#include "graph/call_graph.hpp"
#include "ir/measure.hpp"
#include "ir/printing.hpp"
#include "ir/traverse.hpp"
#include "pipeline/parallel.hpp"
#include "search/attempt.hpp"
#include "search/breach.hpp"
#include "search/gain_for_ghc.hpp"
#include "search/guard.hpp"
#include "search/price.hpp"
#include "search/short_main.hpp"
#include "search/variations.hpp"
#include "search/workload.hpp"
#include "search/worth.hpp"

namespace deforest::search {
namespace {

using engine::Options;
using engine::Stage;

std::string percent(double ratio) {
  return std::to_string(std::lround(100 * ratio)) + " %";
}

// Fills in the counts, and why the candidate cannot win.
void judge(Candidate& candidate, const Attempt& attempt, const eval::Comparison& unfused,
           std::size_t inputSize) {
  candidate.size = ir::size(attempt.program);
  const double growth = static_cast<double>(candidate.size) /
                        static_cast<double>(std::max<std::size_t>(inputSize, 1));
  for (const eval::RootReport& root : attempt.comparison.roots) {
    double heldBefore = 1;
    double heldAfter = 1;
    for (const eval::Sample& sample : root.samples) {
      heldBefore += static_cast<double>(sample.before.held);
      heldAfter += static_cast<double>(sample.after.held);
      candidate.cases += sample.after.cases;
      candidate.allocations += sample.after.allocations;
    }
    candidate.held.push_back(heldAfter / heldBefore);
  }
  candidate.breach = breachIn(attempt.comparison, unfused);
  candidate.refusal = candidate.breach;
  if (growth > candidate.options.limits.maxGrowth) {
    candidate.refusal = "the code would grow " + std::to_string(growth) + " times";
  }
}

// Averages over the roots for which the choice matters; those that only build inputs would hide the
// others.
void average(std::vector<Candidate>& candidates) {
  std::vector<bool> matters(candidates.front().costs.size());
  for (const Candidate& candidate : candidates) {
    for (std::size_t i = 0; i < matters.size(); ++i) {
      matters[i] = matters[i] || candidate.costs[i] != candidates.front().costs[i];
    }
  }
  const auto roots = std::ranges::count(matters, true);
  for (Candidate& candidate : candidates) {
    double sum = 0;
    for (std::size_t i = 0; i < matters.size(); ++i) sum += matters[i] ? candidate.costs[i] : 0;
    candidate.cost = roots > 0 ? sum / static_cast<double>(roots) : 1;
  }
}

// What a candidate comes to; the last candidate is the program as it was read.
double valueOf(const Candidate& candidate, const Candidate& unfused, const Workshop& make,
               double price) {
  const auto sourceTokens = static_cast<double>(make.tokens());
  const double more =
      (static_cast<double>(candidate.text.tokens) - static_cast<double>(unfused.text.tokens)) /
      sourceTokens;
  const double another = static_cast<double>(candidate.text.replaced) / sourceTokens;
  if (candidate.options.price == 0 && 1 + more > WorthOptions{}.growth) {
    return std::numeric_limits<double>::infinity();
  }
  double cost = 0;
  for (std::size_t i = 0; i < candidate.costs.size(); ++i) {
    cost += make.workload().share(i) * candidate.costs[i];
  }
  // What is held is copied by collectors, again and again.
  constexpr double perShareHeld = 0.05;
  for (const double root : candidate.held) cost += perShareHeld * root;
  return cost + price * (more + ofAnother * another);
}

// The one of least value. Without a price, the smallest program among those that cost hardly more
// than the cheapest; the first of equals. Where nothing could be counted, the program as it is.
std::size_t best(const std::vector<Candidate>& candidates, const Workshop& make, double price) {
  const bool counted = !make.workload().empty();
  const bool priced = candidates.front().options.price > 0;
  if (!counted) return priced || !candidates.front().refusal.empty() ? candidates.size() - 1 : 0;
  constexpr double hardlyMore = 1.02;
  double least = std::numeric_limits<double>::infinity();
  for (const Candidate& candidate : candidates) {
    if (candidate.refusal.empty()) least = std::min(least, candidate.cost);
  }
  std::optional<std::size_t> winner;
  const auto better = [&](const Candidate& a, const Candidate& b) {
    if (!priced) return a.size < b.size;
    return valueOf(a, candidates.back(), make, price) < valueOf(b, candidates.back(), make, price);
  };
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!candidates[i].refusal.empty()) continue;
    if (!priced && candidates[i].cost > least * hardlyMore) continue;
    if (!winner || better(candidates[i], candidates[*winner])) winner = i;
  }
  return winner.value_or(candidates.size() - 1);
}

// The cheapest of those that are refused for their counts.
std::optional<std::size_t> mostPromising(const std::vector<Candidate>& candidates) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& candidate = candidates[i];
    if (candidate.breach.empty() || candidate.refusal != candidate.breach) continue;
    if (candidate.options.stopAfter == Stage::None) continue;
    if (!found || candidate.cost < candidates[*found].cost) found = i;
  }
  return found;
}

}  // namespace

std::string renderSelection(const Selection& selection) {
  std::string out = "steps        " + std::to_string(selection.steps.used()) + " of " +
                    std::to_string(selection.steps.allowed()) + "\nsettings";
  if (selection.shortMain)
    out += " (counted with smaller numbers in constants, or without outputs that take long)";
  out += "\n";
  for (std::size_t i = 0; i < selection.candidates.size(); ++i) {
    const Candidate& candidate = selection.candidates[i];
    out += (i == selection.winner ? "  * " : "    ") + candidate.name + ": cost " +
           percent(candidate.cost) + ", matches " + std::to_string(candidate.cases) +
           ", allocations " + std::to_string(candidate.allocations) + ", size " +
           std::to_string(candidate.size) +
           (candidate.refusal.empty() ? "" : "; " + candidate.refusal) + "\n";
  }
  for (const std::string& name : selection.untried) {
    out += "    " + name + ": cut off, for no steps were left (--steps)\n";
  }
  return out;
}

namespace {

// Runs and counts candidates.
class Contest {
 public:
  Contest(const Workshop& make, const PortfolioOptions& options, bool lazy)
      : make_(make),
        input_(make.input()),
        inputSize_(ir::size(input_)),
        inputs_(make.workload().guarded()),
        unfused_(make.unfused()),
        base_(make.workload().measure(unfused_)),
        options_(options) {
    compare_.limits.calls = options.workload.samples.givenCalls;
    compare_.constantCalls = options.constantCalls;
    compare_.shrinkings = 0;  // Nobody is shown the input.
    compare_.countsHeld = options.guardsHeld;
    compare_.lazy = lazy;
    compare_.undefinedParts = 1;
    unfusedCounts_ = compared(unfused_);
  }

  void count(Candidate& candidate, Attempt& attempt) const {
    candidate.steps += attempt.steps;
    if (attempt.program == unfused_) {
      attempt.comparison = unfusedCounts_;
    } else {
      attempt.comparison = compared(attempt.program);
      candidate.steps += stepsOf(attempt.comparison);
    }
    judge(candidate, attempt, unfusedCounts_, inputSize_);
    const bool fused = candidate.options.stopAfter != Stage::None;
    if (fused && candidate.refusal.empty() && isForGhc(candidate.options, make_.written())) {
      candidate.refusal = noGainForGhc(attempt.transformed, attempt.comparison);
      candidate.gainsNothing = !candidate.refusal.empty();
    }
    weigh(candidate, attempt.program);
  }

  // The same, where another candidate came to the same program.
  void countLike(const Candidate& other, const Attempt& same, Candidate& candidate,
                 Attempt& attempt) const {
    candidate.steps += attempt.steps;
    attempt.comparison = same.comparison;
    judge(candidate, attempt, unfusedCounts_, inputSize_);
    candidate.text = other.text;
    candidate.costs = other.costs;
    if (candidate.refusal.empty()) candidate.refusal = other.refusal;
    candidate.gainsNothing = other.gainsNothing;
  }

  // What counting the program as it is took.
  [[nodiscard]] std::uint64_t steps() const { return base_.steps + stepsOf(unfusedCounts_); }

  // On many further inputs.
  eval::Comparison confirmed(const ir::Program& program, pipeline::Steps& steps) {
    constexpr std::uint64_t calls = 5000;  // Small inputs, but many.
    eval::CompareOptions further = compare_;
    further.limits.calls = calls;
    further.constantCalls = calls;  // These have no further inputs.
    further.countsHeld = false;     // What small ones hold does not matter.
    constexpr std::size_t least = 40;
    // Both evaluations of both comparisons.
    constexpr std::uint64_t times = 4;
    constexpr std::uint64_t leastCalls = 2000;
    if (!callsOfRoot_) {
      callsOfRoot_ = std::max(leastCalls, steps.left() / times / make_.workload().stepsPerCall() /
                                              std::max<std::size_t>(input_.roots.size(), 1));
    }
    further.callsOfRoot = *callsOfRoot_;
    further.inputs = eval::shareOfRoot(options_.confirmingInputs, least, input_.roots.size());
    further.seed = options_.workload.samples.seed + 1;
    eval::Comparison comparison = eval::comparePrograms(input_, program, further);
    steps.take(stepsOf(comparison));
    return comparison;
  }

  // What it counts more there; empty: nothing.
  std::string breachWhenConfirmed(const ir::Program& program, pipeline::Steps& steps) {
    return breachIn(confirmed(program, steps), unfusedConfirmed(steps));
  }

  // The candidate without the fragments that make it count more, on the further inputs as well if
  // it was seen there; none: it cannot be mended.
  std::optional<std::pair<Candidate, Attempt>> mended(const Candidate& candidate,
                                                      const Attempt& first, bool further,
                                                      std::size_t& runs, pipeline::Steps& steps) {
    std::pair<Candidate, Attempt> result;
    const auto trial = [&](const Candidate& tried, const Attempt& attempt) {
      // With too much refused nothing is gained, but nothing is wrong, either.
      const std::string wrong = tried.gainsNothing ? "" : tried.refusal;
      if (!further || !wrong.empty()) {
        return trialOf(wrong, attempt.comparison, unfusedCounts_, attempt);
      }
      const eval::Comparison comparison = confirmed(attempt.program, steps);
      const eval::Comparison& unfused = unfusedConfirmed(steps);
      return trialOf(breachIn(comparison, unfused), comparison, unfused, attempt);
    };
    const auto tryWith = [&](const std::vector<engine::Refused>& refused) {
      Candidate changed;
      changed.options = candidate.options;
      changed.options.refused = refused;
      ++runs;
      Attempt next = make_(changed.options);
      count(changed, next);
      steps.take(changed.steps);
      Trial found = trial(changed, next);
      result = {std::move(changed), std::move(next)};
      return found;
    };
    // A trial follows the plan of the candidate and is counted like it.
    constexpr std::uint64_t most = 24;
    const std::uint64_t dear =
        1 + first.steps - first.transformed.context.steps.used() + 2 * stepsOf(first.comparison);
    const auto trials = static_cast<unsigned>(std::min(most, steps.left() / dear));
    auto refused = refuse(trial(candidate, first), tryWith, trials);
    if (!refused) return std::nullopt;
    // The last trial was perhaps of fewer.
    if (result.first.options.refused != *refused) tryWith(*refused);
    result.first.name = candidate.name + ", " + std::to_string(refused->size()) + " refused";
    return result;
  }

 private:
  eval::Comparison compared(const ir::Program& program) const {
    return eval::comparePrograms(input_, program, inputs_, compare_);
  }

  [[nodiscard]] std::uint64_t stepsOf(const eval::Comparison& comparison) const {
    return make_.workload().stepsPerCall() * comparison.calls;
  }

  const eval::Comparison& unfusedConfirmed(pipeline::Steps& steps) {
    if (!unfusedConfirmed_) unfusedConfirmed_ = confirmed(unfused_, steps);
    return *unfusedConfirmed_;
  }

  void weigh(Candidate& candidate, const ir::Program& program) const {
    candidate.costs.assign(base_.costs.size(), 1);
    const bool fused = candidate.options.stopAfter != Stage::None;
    candidate.text = sizeOf(fused ? program : unfused_, make_.written(), unfused_);
    if (!fused) return;
    const Measurement measurement = make_.workload().measure(program);
    candidate.steps += measurement.steps;
    if (!measurement.valid) {
      if (candidate.refusal.empty()) candidate.refusal = "it does not do what it should in time";
      return;
    }
    for (std::size_t i = 0; i < base_.costs.size(); ++i) {
      candidate.costs[i] = measurement.costs[i] / base_.costs[i];
    }
    // What the passes that come afterwards have left of it counts as it did before.
    const bool priced = candidate.options.price > 0 && isForGhc(candidate.options, make_.written());
    const bool enough =
        std::ranges::any_of(candidate.costs, [](double cost) { return cost <= 1 - leastForGhc; });
    if (priced && !enough && candidate.refusal.empty()) {
      candidate.refusal = "it saves too little of the work of any root";
      candidate.gainsNothing = true;
    }
  }

  const Workshop& make_;
  const ir::Program& input_;
  std::size_t inputSize_;
  std::vector<eval::FunctionInputs> inputs_;
  ir::Program unfused_;
  eval::Comparison unfusedCounts_;
  std::optional<eval::Comparison> unfusedConfirmed_;  // On the further inputs.
  std::optional<std::uint64_t> callsOfRoot_;          // For these, the same for all programs.
  Measurement base_;  // Of what becomes of the program if nothing is fused.
  const PortfolioOptions& options_;
  eval::CompareOptions compare_;
};

}  // namespace

std::string renderSelectionTime(const Selection& selection) {
  return "settings: " + std::to_string(selection.candidates.size()) + " candidates, " +
         std::to_string(selection.runs) + " runs, " +
         std::to_string(std::lround(1e3 * selection.seconds)) + " ms\n";
}

namespace {

// Whether something is called there of which only the type is known.
bool callsUnknown(const ir::Program& program, ir::FunId root) {
  const std::vector<bool> reached = graph::reachable(graph::callGraph(program), {root});
  for (std::size_t i = 0; i < reached.size(); ++i) {
    bool found = false;
    if (!reached[i]) continue;
    ir::forEachBinding(program.functions[i].body, [&](const ir::Binding& binding) {
      const auto* foreign = std::get_if<ir::Foreign>(&binding.operation);
      found = found || (foreign != nullptr && !ir::hasKnownMeaning(*foreign));
    });
    if (found) return true;
  }
  return false;
}

// Says of every root that could not be counted why, and what the user can do.
std::vector<std::string> warningsOf(const ir::Program& program, const eval::Samples& samples) {
  std::vector<std::string> warnings;
  const bool sampled = std::ranges::any_of(samples.roots, [](const eval::RootSamples& root) {
    return std::ranges::any_of(root.inputs, &eval::SampledInput::given);
  });
  for (const eval::RootSamples& root : samples.roots) {
    const ir::Function& function = program.function(root.function);
    // Of what takes nothing no other call is typical.
    const bool constant = isConstant(program, function);
    std::string why;
    switch (root.uncounted) {
      case eval::Uncounted::Counted:
      case eval::Uncounted::NoInput:
        continue;
      case eval::Uncounted::EveryInputFails:
        why = constant ? "fails where it was tried" : "fails on every input that was tried";
        if (callsUnknown(program, root.function)) {
          why += ", with what stands for functions that are not understood";
        }
        break;
      case eval::Uncounted::TooDear:
        why = constant ? "takes too long to be counted"
                       : "takes too long on every input that was tried";
        break;
    }
    if (constant && sampled) continue;
    warnings.push_back("`" + function.name + "` " + why +
                       ", so it is not fused; `-- deforest: sample " +
                       (constant ? "f ...` says what is typical of a function f that it uses"
                                 : function.name + " ...` says what is typical"));
  }
  return warnings;
}

// Trying inputs by the lazy machine takes longer, and more of them showed nothing else.
constexpr std::uint64_t callsOfLazySamples = 1'000'000;

// Of those that are left when the inputs are there.
constexpr std::uint64_t partOfFirst = 2;    // For the first candidate;
constexpr std::uint64_t partOfReserve = 4;  // of the rest, for what comes after all candidates.

// How many of so many other candidates can be tried, and what each may spend, after a first one.
struct Shares {
  std::size_t candidates = 0;
  std::uint64_t each = 0;
};

Shares sharesOf(const pipeline::Steps& steps, std::size_t others, std::uint64_t first) {
  const std::uint64_t rest = steps.left() - steps.left() / partOfReserve;
  const std::uint64_t least = std::max<std::uint64_t>(first / 2, 1);
  const std::size_t candidates = std::min<std::uint64_t>(others, rest / least);
  return {candidates, candidates == 0 ? 0 : rest / candidates};
}

// All candidates but the first, which has been counted. Many settings come to one program, and that
// is counted once; the last candidate is always weighed, as the program with nothing fused.
void countOthers(const Contest& contest, std::vector<Candidate>& candidates,
                 std::vector<Attempt>& attempts) {
  std::vector<std::size_t> same(attempts.size());
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    same[i] = i;
    if (i + 1 == attempts.size()) continue;
    const auto known = std::ranges::find(attempts.begin(), attempts.begin() + static_cast<long>(i),
                                         attempts[i].program, &Attempt::program);
    same[i] = static_cast<std::size_t>(known - attempts.begin());
  }
  pipeline::forEachIndex(attempts.size(), [&](std::size_t i) {
    if (i > 0 && same[i] == i) contest.count(candidates[i], attempts[i]);
  });
  for (std::size_t i = 1; i < attempts.size(); ++i) {
    const std::size_t other = same[i];
    if (other == i) continue;
    contest.countLike(candidates[other], attempts[other], candidates[i], attempts[i]);
  }
}

}  // namespace

Selection choose(const ir::Program& program, const Options& options,
                 const PortfolioOptions& portfolio) {
  const auto start = std::chrono::steady_clock::now();
  Selection selection;
  const bool lazy = options.semantics == ir::Semantics::Haskell;
  WorkloadOptions counting = portfolio.workload;
  counting.samples.lazy = lazy;
  if (lazy) counting.samples.callsInAll = std::min(counting.samples.callsInAll, callsOfLazySamples);
  const std::size_t sourceTokens = portfolio.tokens > 0 ? portfolio.tokens : tokens(program);
  selection.steps = pipeline::Steps(
      std::min(portfolio.mostSteps, engine::stepsFor(options.limits, sourceTokens)));
  pipeline::Steps& steps = selection.steps;
  constexpr std::uint64_t partOfInputs = 5;
  counting.samples.callsInAll =
      std::min(counting.samples.callsInAll,
               steps.allowed() / partOfInputs / (lazy ? pipeline::Steps::perLazyCall : 1));
  // Every candidate is counted on what is given, and again while it is made.
  constexpr std::uint64_t partOfGiven = 40;
  constexpr std::uint64_t leastOfGiven = 200'000;
  counting.samples.givenCalls =
      std::min(counting.samples.givenCalls,
               std::max(leastOfGiven,
                        steps.allowed() / partOfGiven / (lazy ? pipeline::Steps::perLazyCall : 1)));
  // What a `main` reads is tried within what there is for all inputs.
  const std::uint64_t mostCalls =
      std::min(portfolio.constantCalls, eval::callsOfFirstReading(counting.samples, program));
  std::optional<ir::Program> small =
      withShortMain(program, std::min(portfolio.workload.callsOfMain, mostCalls), mostCalls, lazy);
  const ir::Program& input = small ? *small : program;
  selection.shortMain = small.has_value();
  const Workload workload(input, portfolio.given, counting);
  selection.warnings = warningsOf(input, workload.samples());
  for (const eval::RootSamples& root : workload.samples().roots)
    steps.take(workload.stepsPerCall() * root.effort);
  // What `main` alone does not reach GHC leaves out, and is no measure for what it makes of the
  // rest.
  std::size_t reachedTokens = sourceTokens;
  if (isForGhc(options, portfolio.written)) {
    const Size reached = sizeOf(input, portfolio.written, [](ir::FunId) { return false; });
    reachedTokens = std::clamp<std::size_t>(reached.tokens, 1, sourceTokens);
  }
  const Workshop make(input, workload, reachedTokens, portfolio.written, options);
  Contest contest(make, portfolio, lazy);
  steps.take(contest.steps());

  std::vector<Candidate>& candidates = selection.candidates;
  std::vector<Attempt> attempts(1);
  candidates.push_back({});
  candidates[0].name = nameOf(options, options);
  candidates[0].options = options;
  candidates[0].options.steps = steps.left() / partOfFirst;
  candidates[0].options.limits.widthDemand = std::make_shared<engine::Demand>();
  attempts[0] = make(candidates[0].options);
  contest.count(candidates[0], attempts[0]);
  steps.take(candidates[0].steps);
  const unsigned widest =
      candidates[0].options.limits.widthDemand->needed().value_or(options.limits.width);
  // What GHC makes by itself is part of everything.
  const bool everything = selection.warnings.empty() && !isForGhc(options, portfolio.written);
  std::vector<Candidate> others;
  for (const Options& other : variations(input, options, attempts[0], widest, everything)) {
    others.push_back({});
    others.back().name = nameOf(other, options);
    others.back().options = other;
  }
  const Shares shares = sharesOf(steps, others.size(), candidates[0].steps);
  // What a candidate takes whatever it does: to be made, and to be counted.
  const std::uint64_t anyway = candidates[0].steps - attempts[0].transformed.context.steps.used();
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (i >= shares.candidates) {
      selection.untried.push_back(others[i].name);
      continue;
    }
    others[i].options.steps = shares.each - std::min(shares.each, anyway);
    candidates.push_back(std::move(others[i]));
  }
  candidates.push_back({});
  candidates.back().name = "unfused";
  candidates.back().options = options;
  candidates.back().options.stopAfter = Stage::None;

  attempts.resize(candidates.size());
  selection.runs = attempts.size();
  pipeline::forEachIndex(attempts.size(), [&](std::size_t i) {
    if (i > 0) attempts[i] = make(candidates[i].options);
  });
  countOthers(contest, candidates, attempts);
  for (std::size_t i = 1; i < candidates.size(); ++i) steps.take(candidates[i].steps);
  average(candidates);
  // Tells whether there is one more candidate, before the last.
  const auto mend = [&](std::size_t i, bool further) {
    auto mended = contest.mended(candidates[i], attempts[i], further, selection.runs, steps);
    if (!mended) return false;
    candidates.insert(candidates.end() - 1, std::move(mended->first));
    attempts.insert(attempts.end() - 1, std::move(mended->second));
    average(candidates);
    return true;
  };
  if (const auto promising = mostPromising(candidates)) mend(*promising, false);
  // A rise that one input in a hundred shows is hardly seen on a few.
  bool mendedFurther = false;
  for (;;) {
    selection.winner =
        best(candidates, make, priceOf(options, portfolio.written, workload.weight()));
    if (selection.winner + 1 == candidates.size()) break;
    const std::string breach =
        contest.breachWhenConfirmed(attempts[selection.winner].program, steps);
    if (breach.empty()) break;
    if (!mendedFurther) mendedFurther = mend(selection.winner, true);
    candidates[selection.winner].breach = candidates[selection.winner].refusal = breach;
  }
  for (const eval::RootSamples& root : workload.samples().roots) {
    for (const std::string& refused : root.refused) {
      selection.warnings.push_back("the sample is not counted on: " + refused);
    }
  }
  selection.options = candidates[selection.winner].options;
  selection.samples = workload.samples();
  selection.counts = std::move(attempts[selection.winner].comparison);
  if (!small) {
    selection.prepared = make.prepared().program;
    selection.transformed = std::move(attempts[selection.winner].transformed);
  }
  selection.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return selection;
}

}  // namespace deforest::search
