#include "driver/explain/evidence.hpp"

#include <cmath>

#include "backends/haskell.hpp"
#include "driver/keep_text.hpp"
#include "driver/session.hpp"
#include "search/stages.hpp"
#include "text/token_count.hpp"

namespace deforest::driver {
namespace {

// Of the result as Haskell, with the declarations that stay as they stand.
std::string haskellOf(const Compilation& compilation) {
  if (compilation.result) return *compilation.result;
  const engine::Options& options = compilation.options;
  const bool keeps = compilation.searched && canKeepText(compilation.path, compilation.original,
                                                         compilation.input, options.semantics);
  if (!keeps) {
    return backends::emitHaskell(compilation.output, {options.semantics});
  }
  backends::Kept kept;
  pipeline::Context context;
  pipeline::RunOptions quiet;
  quiet.check = pipeline::CheckMode::Off;
  pipeline::RunReport report;
  const ir::Program output = pipeline::run(
      pipelineKeepingText(options, compilation.original, compilation.input, nullptr, kept),
      compilation.input, context, quiet, report);
  return backends::emitHaskell(output, compilation.original, kept, {options.semantics});
}

bool isUnfused(const search::Selection& selection) {
  return selection.winner + 1 == selection.candidates.size();
}

std::string percent(double ratio) {
  return std::to_string(std::lround(100 * ratio)) + " %";
}

// Why the program that was normalised only is the best.
std::string whyDeclined(const search::Selection& selection) {
  const search::Candidate& first = selection.candidates.front();
  const search::Candidate& unfused = selection.candidates.back();
  const bool counted = std::ranges::any_of(selection.counts.roots,
                                           [](const auto& root) { return !root.samples.empty(); });
  if (!counted) return "no root could be counted, so nothing is fused unseen";
  if (!first.refusal.empty()) return "nothing of it is kept: fused, " + first.refusal;
  const double ratio = static_cast<double>(first.text.tokens) /
                       static_cast<double>(std::max<std::size_t>(unfused.text.tokens, 1));
  return "nothing of it is kept: fused, it would do " + percent(first.cost) + " of the work with " +
         percent(ratio) + " of the code, which is not worth it (--price)";
}

// What the compiler would have fused, had it been worth it.
void runDeclined(const Compilation& compilation, pipeline::Context& context, Fused& fused) {
  pipeline::RunOptions quiet;
  quiet.check = pipeline::CheckMode::Off;
  quiet.observers.push_back(rememberFused(fused));
  pipeline::RunReport report;
  (void)pipeline::run(search::defaultPipeline(compilation.selection->candidates.front().options),
                      compilation.input, context, quiet, report);
}

eval::Comparison count(const Compilation& compilation, const eval::Samples& samples) {
  eval::CompareOptions options;
  const eval::SampleOptions limits;
  options.limits.calls = limits.givenCalls;
  options.constantCalls = limits.constantCalls;
  options.shrinkings = 0;
  options.lazy = compilation.options.semantics == ir::Semantics::Haskell;
  return eval::comparePrograms(compilation.input, compilation.output, samples.inputs(), options);
}

void takeBack(eval::Comparison& counts) {
  for (eval::RootReport& root : counts.roots) {
    for (eval::Sample& sample : root.samples) sample.after = sample.before;
  }
}

}  // namespace

Explanation explainCompilation(const Compilation& compilation) {
  const std::optional<search::Selection>& selection = compilation.selection;
  const bool small = selection && selection->shortMain;
  eval::SampleOptions sampling;
  sampling.lazy = compilation.options.semantics == ir::Semantics::Haskell;
  const eval::Samples samples =
      selection ? selection->samples
                : eval::sampleInputs(compilation.input, sampling, compilation.given);
  eval::Comparison counts = small ? selection->counts : count(compilation, samples);
  const std::string haskell = haskellOf(compilation);
  // What the passes would have saved besides is not there in a text that stays as it is.
  if (compilation.result && haskell == compilation.text) takeBack(counts);
  const bool declined = selection && isUnfused(*selection);
  pipeline::Context other;
  Fused fused;
  if (declined) runDeclined(compilation, other, fused);
  return explain({compilation.input, compilation.original, declined ? fused : compilation.fused,
                  declined ? other : compilation.context,
                  declined ? selection->candidates.front().options : compilation.options, samples,
                  counts, compilation.asked, small, text::countTokens(compilation.text),
                  text::countTokens(haskell), declined ? whyDeclined(*selection) : std::string(),
                  displayName(compilation.path)});
}

}  // namespace deforest::driver
