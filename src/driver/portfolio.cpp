#include "driver/portfolio.hpp"

#include <algorithm>

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

bool anyRefused(const Attempt& attempt, pipeline::Decision::Kind kind) {
  return std::any_of(
      attempt.decisions.begin(), attempt.decisions.end(),
      [&](const pipeline::Decision& decision) { return !decision.taken && decision.kind == kind; });
}

// Settings that may do better than the first, by what was refused in it.
std::vector<Candidate> variations(const Options& options, const Attempt& first) {
  const bool capped = anyRefused(first, pipeline::Decision::Kind::CutOff);
  const bool cyclic = anyRefused(first, pipeline::Decision::Kind::Fuse) ||
                      anyRefused(first, pipeline::Decision::Kind::Tuple);
  std::vector<Candidate> result;
  for (unsigned cap = options.limits.cap; cap <= options.limits.cap + (capped ? 2U : 0U); ++cap) {
    for (unsigned glue = options.limits.glue; glue <= options.limits.glue + (cyclic ? 4U : 0U);
         glue += 2) {
      if (cap == options.limits.cap && glue == options.limits.glue) continue;
      Candidate candidate;
      candidate.name = "cap " + std::to_string(cap) + ", glue " + std::to_string(glue);
      candidate.options = options;
      candidate.options.limits.cap = cap;
      candidate.options.limits.glue = glue;
      result.push_back(std::move(candidate));
    }
  }
  return result;
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
    for (const eval::Sample& sample : root.samples) {
      candidate.matches += sample.after.matches;
      candidate.allocations += sample.after.allocations;
      if (sample.after.matches > sample.before.matches) {
        candidate.refusal = "`" + root.root + "` would make more matches on some input";
      } else if (sample.after.allocations > sample.before.allocations) {
        candidate.refusal = "`" + root.root + "` would allocate more on some input";
      }
    }
  }
}

bool better(const Candidate& a, const Candidate& b) {
  if (a.refusal.empty() != b.refusal.empty()) return a.refusal.empty();
  const std::uint64_t mine = a.matches + a.allocations;
  const std::uint64_t other = b.matches + b.allocations;
  return mine != other ? mine < other : a.size < b.size;
}

}  // namespace

std::string renderSelection(const Selection& selection) {
  std::string out = "settings\n";
  for (std::size_t i = 0; i < selection.candidates.size(); ++i) {
    const Candidate& candidate = selection.candidates[i];
    out += (i == selection.winner ? "  * " : "    ") + candidate.name + ": matches " +
           std::to_string(candidate.matches) + ", allocations " +
           std::to_string(candidate.allocations) + ", size " + std::to_string(candidate.size) +
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

  std::vector<Attempt> attempts(1);
  attempts[0] = attempt(input, options);
  Candidate first;
  first.name =
      "cap " + std::to_string(options.limits.cap) + ", glue " + std::to_string(options.limits.glue);
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
  pipeline::forEachIndex(attempts.size(), [&](std::size_t i) {
    if (i > 0) attempts[i] = attempt(input, selection.candidates[i].options);
    attempts[i].comparison = eval::comparePrograms(unfused.program, attempts[i].program, compare);
    judge(selection.candidates[i], attempts[i], ir::size(unfused.program));
  });
  for (std::size_t i = 1; i < selection.candidates.size(); ++i) {
    if (better(selection.candidates[i], selection.candidates[selection.winner])) {
      selection.winner = i;
    }
  }
  selection.options = selection.candidates[selection.winner].options;
  return selection;
}

}  // namespace deforest::driver
