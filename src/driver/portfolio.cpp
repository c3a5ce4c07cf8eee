#include "driver/portfolio.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "driver/pipelines.hpp"
#include "eval/compare.hpp"
#include "ir/measure.hpp"
#include "pipeline/parallel.hpp"
#include "pipeline/run.hpp"

namespace deforest::driver {
namespace {

using pipeline::Options;
using pipeline::Stage;

struct Attempt {
  ir::Program program;
  std::vector<pipeline::Decision> decisions;
  eval::Comparison comparison;
};

Attempt attempt(const ir::Program& input, const Options& options) {
  pipeline::Context context;
  context.options = options;
  pipeline::RunOptions quiet;
  quiet.check = pipeline::CheckMode::Off;
  pipeline::RunReport report;
  Attempt result;
  result.program = pipeline::run(defaultPipeline(options.stopAfter), input, context, quiet, report);
  result.decisions = std::move(context.decisions);
  return result;
}

bool refusedBecause(const Attempt& attempt, std::string_view limit) {
  return std::ranges::any_of(attempt.decisions, [&](const pipeline::Decision& decision) {
    return decision.limit == limit;
  });
}

// A call was kept out of a fragment by a cycle.
bool refusedByCycle(const Attempt& attempt) {
  return std::ranges::any_of(attempt.decisions, [](const pipeline::Decision& decision) {
    using Kind = pipeline::Decision::Kind;
    return !decision.taken && (decision.kind == Kind::Fuse || decision.kind == Kind::Tuple);
  });
}

std::string nameOf(const pipeline::Limits& limits, const pipeline::Limits& given) {
  std::string name = "cap " + std::to_string(limits.cap) + ", glue " + std::to_string(limits.glue);
  if (limits.fusionDepth != given.fusionDepth) {
    name += ", fusion depth " + std::to_string(limits.fusionDepth);
  }
  if (limits.width != given.width) name += ", width " + std::to_string(limits.width);
  return name;
}

// Settings that may do better than the first, by what was refused in it.
std::vector<Candidate> variations(const Options& options, const Attempt& first) {
  std::vector<Candidate> result;
  const auto add = [&](auto change) {
    Candidate candidate;
    candidate.options = options;
    change(candidate.options.limits);
    candidate.name = nameOf(candidate.options.limits, options.limits);
    result.push_back(std::move(candidate));
  };
  // Shorter compositions, so that there is room for more of them; longer ones have none.
  if (refusedBecause(first, "--max-growth") || refusedBecause(first, "--max-functions")) {
    add([&](pipeline::Limits& limits) { limits.width = std::min(limits.width, 2U); });
    return result;
  }
  if (refusedByCycle(first)) {
    for (const unsigned more : {2U, 4U}) {
      add([&](pipeline::Limits& limits) { limits.glue += more; });
    }
  }
  if (refusedBecause(first, "--cap")) {
    for (const unsigned more : {1U, 2U}) {
      add([&](pipeline::Limits& limits) { limits.cap += more; });
    }
  }
  // A chain that the user wrote is as long as it is.
  if (options.limits.fusionDepth > 0 && refusedBecause(first, "--fusion-depth")) {
    add([&](pipeline::Limits& limits) { limits.fusionDepth = 2 * limits.fusionDepth; });
  }
  return result;
}

std::string percent(double ratio) {
  return std::to_string(std::lround(100 * ratio)) + " %";
}

double cost(const eval::Counts& counts) {
  return static_cast<double>(counts.matches + counts.allocations + 1);
}

// Fills in the counts, and why the candidate cannot win.
void judge(Candidate& candidate, const Attempt& attempt, std::size_t inputSize) {
  candidate.size = ir::size(attempt.program);
  const double growth = static_cast<double>(candidate.size) /
                        static_cast<double>(std::max<std::size_t>(inputSize, 1));
  if (growth > candidate.options.limits.maxGrowth) {
    candidate.refusal = "the code would grow " + std::to_string(growth) + " times";
  }
  for (const eval::RootReport& root : attempt.comparison.roots) {
    if (!root.equal()) candidate.refusal = "`" + root.root + "` would give another result";
    double before = 0;
    double after = 0;
    for (const eval::Sample& sample : root.samples) {
      candidate.matches += sample.after.matches;
      candidate.allocations += sample.after.allocations;
      before += cost(sample.before);
      after += cost(sample.after);
      if (sample.after.matches > sample.before.matches) {
        candidate.refusal = "`" + root.root + "` would make more matches on some input";
      } else if (sample.after.allocations > sample.before.allocations) {
        candidate.refusal = "`" + root.root + "` would allocate more on some input";
      }
    }
    candidate.costs.push_back(before > 0 ? after / before : 1);
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

// The smallest program among those that cost hardly more than the cheapest; the first of equals.
// Where nothing could be counted, the settings that were asked for.
std::size_t best(const std::vector<Candidate>& candidates, bool counted) {
  if (!counted && candidates.front().refusal.empty()) return 0;
  constexpr double hardlyMore = 1.02;
  double least = std::numeric_limits<double>::infinity();
  for (const Candidate& candidate : candidates) {
    if (candidate.refusal.empty()) least = std::min(least, candidate.cost);
  }
  std::optional<std::size_t> winner;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!candidates[i].refusal.empty() || candidates[i].cost > least * hardlyMore) continue;
    if (!winner || candidates[i].size < candidates[*winner].size) winner = i;
  }
  return winner.value_or(candidates.size() - 1);
}

}  // namespace

std::string renderSelection(const Selection& selection) {
  std::string out = "settings\n";
  for (std::size_t i = 0; i < selection.candidates.size(); ++i) {
    const Candidate& candidate = selection.candidates[i];
    out += (i == selection.winner ? "  * " : "    ") + candidate.name + ": cost " +
           percent(candidate.cost) + ", matches " + std::to_string(candidate.matches) +
           ", allocations " + std::to_string(candidate.allocations) + ", size " +
           std::to_string(candidate.size) +
           (candidate.refusal.empty() ? "" : "; " + candidate.refusal) + "\n";
  }
  return out;
}

Selection choose(const ir::Program& input, const Options& options,
                 const PortfolioOptions& portfolio) {
  Selection selection;
  Options normalise = options;
  normalise.stopAfter = Stage::None;
  const Attempt unfused = attempt(input, normalise);
  eval::CompareOptions compare;
  compare.inputs = portfolio.inputs;
  compare.largest = portfolio.largest;
  compare.seed = portfolio.seed;
  compare.limits.calls = portfolio.calls;
  compare.constantCalls = portfolio.constantCalls;

  std::vector<Attempt> attempts(1);
  attempts[0] = attempt(input, options);
  Candidate first;
  first.name = nameOf(options.limits, options.limits);
  first.options = options;
  selection.candidates.push_back(std::move(first));
  for (Candidate& other : variations(options, attempts[0])) {
    selection.candidates.push_back(std::move(other));
  }
  Candidate last;
  last.name = "unfused";
  last.options = normalise;
  selection.candidates.push_back(std::move(last));

  attempts.resize(selection.candidates.size());
  attempts.back() = unfused;
  pipeline::forEachIndex(attempts.size(), [&](std::size_t i) {
    const bool tried = i == 0 || i + 1 == attempts.size();
    if (!tried) attempts[i] = attempt(input, selection.candidates[i].options);
    attempts[i].comparison = eval::comparePrograms(unfused.program, attempts[i].program, compare);
    // Normalising may have made a program more defined than it was.
    if (!attempts[i].comparison.equal()) {
      attempts[i].comparison = eval::comparePrograms(input, attempts[i].program, compare);
    }
    judge(selection.candidates[i], attempts[i], ir::size(input));
  });
  average(selection.candidates);
  const bool counted =
      std::ranges::any_of(attempts.front().comparison.roots,
                          [](const eval::RootReport& root) { return !root.samples.empty(); });
  selection.winner = best(selection.candidates, counted);
  selection.options = selection.candidates[selection.winner].options;
  return selection;
}

}  // namespace deforest::driver
