// The output does not depend on the number of threads, nor does the explanation.
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "driver/pipelines.hpp"
#include "properties.hpp"
#include "random.hpp"
#include "text/print.hpp"

namespace deforest::property {
namespace {

std::optional<Violation> violationThreads(Subject& subject) {
  Random random(subject.seed());
  engine::Options options;
  options.stopAfter =
      random.pick({engine::Stage::Fusion, engine::Stage::Tupling, engine::Stage::Redundancy});
  options.limits.fusionDepth = static_cast<unsigned>(random.between(0, 10));
  options.limits.tuplingDepth = static_cast<unsigned>(random.between(0, 10));
  const auto compiledBy = [&](int threads) {
    const tbb::global_control most(tbb::global_control::max_allowed_parallelism,
                                   static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    Compiled result;
    arena.execute([&] { result = compile(driver::defaultPipeline(options), subject.program()); });
    return result;
  };
  const Compiled one = compiledBy(1);
  const Compiled four = compiledBy(4);
  if (!(one.program == four.program)) {
    return Violation{"another program on four threads",
                     "-- one thread:\n" + text::print(one.program) + "-- four threads:\n" +
                         text::print(four.program)};
  }
  if (one.decisions != four.decisions) return Violation{"other decisions on four threads", ""};
  return std::nullopt;
}

}  // namespace

Property threads() {
  return {"threads", "one thread and four give the same output", violationThreads};
}

}  // namespace deforest::property
