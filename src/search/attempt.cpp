#include "search/attempt.hpp"

#include <algorithm>

#include "ir/measure.hpp"
#include "pipeline/run.hpp"
#include "search/stages.hpp"
#include "search/worth.hpp"

namespace deforest::search {
namespace {

ir::Program run(const pipeline::Pipeline& pipeline, ir::Program program, pipeline::Form form,
                pipeline::Context& context) {
  pipeline::RunOptions quiet;
  quiet.check = pipeline::CheckMode::Off;
  pipeline::RunReport report;
  return pipeline::run(pipeline, std::move(program), context, quiet, report, form);
}

}  // namespace

Workshop::Workshop(const ir::Program& input, const Workload& workload, std::size_t tokens,
                   const Written& written, const engine::Options& options)
    : input_(input), workload_(workload), tokens_(tokens), written_(written), options_(options) {
  prepared_.program = run(preparation(options), input, pipeline::Form::Free, prepared_.context);
}

ir::Program Workshop::unfused() const {
  pipeline::Context context = prepared_.context;
  ir::Program program =
      run(withoutFusion(options_), prepared_.program, pipeline::Form::Normal, context);
  return run(completion(options_), std::move(program), pipeline::Form::Normal, context);
}

Attempt Workshop::operator()(engine::Options& options) const {
  WorthOptions worthOptions;
  worthOptions.price = options.price;
  worthOptions.priceInTheEnd = priceOf(options, written_, workload_.weight());
  worthOptions.growth = std::min(worthOptions.growth, options.limits.maxGrowth);
  worthOptions.tokens = tokens_;
  worthOptions.written = written_;
  if (isForGhc(options, written_)) {
    worthOptions.least = leastForGhc;
  } else {
    worthOptions.written.fusedByGhc.clear();
  }
  const bool search = options.price > 0 && !options.plan;
  Attempt result;
  result.steps = pipeline::Steps::perAttempt * ir::size(prepared_.program);
  State& state = result.transformed;
  state.context = prepared_.context;
  if (options.steps) state.context.steps = pipeline::Steps(*options.steps);
  Worth worth(workload_, worthOptions, state.context.steps);
  state.program = run(transformation(options, search ? &worth : nullptr), prepared_.program,
                      pipeline::Form::Normal, state.context);
  if (search) {
    options.plan = worth.plan();
    options.whyLeft = worth.whyLeft();
  }
  result.steps += state.context.steps.used();
  pipeline::Context context = state.context;
  result.program = run(completion(options), state.program, pipeline::Form::Normal, context);
  return result;
}

}  // namespace deforest::search
