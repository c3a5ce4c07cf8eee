#include "driver/keep_text.hpp"

#include <algorithm>

namespace deforest::driver {
namespace {

using pipeline::Pass;
using pipeline::Phase;
using pipeline::Pipeline;

// The first phase that finishes a program.
std::ptrdiff_t finishing(const Pipeline& pipeline) {
  const auto found = std::ranges::find_if(pipeline, [](const Phase& phase) {
    return !phase.passes.empty() && phase.passes.front().name == "inline-once";
  });
  return found - pipeline.begin();
}

Pipeline withoutFusion(Pipeline pipeline) {
  for (Phase& phase : pipeline) {
    std::erase_if(phase.passes, [](const Pass& pass) { return pass.name == "fuse"; });
  }
  return pipeline;
}

Pass keepText(Pipeline before, const text::Original& original, const ir::Program& source,
              backends::Kept& kept) {
  return {"keep-text", "choose which declarations stay as they stand in the source",
          [before = std::move(before), &original, &source, &kept](ir::Program program,
                                                                  pipeline::Context& context) {
            pipeline::Context other;
            other.options = context.options;
            pipeline::RunOptions quiet;
            quiet.check = pipeline::CheckMode::Off;
            pipeline::RunReport report;
            const ir::Program unfused = pipeline::run(before, source, other, quiet, report);
            kept = backends::chooseKept(
                original, source, unfused, program,
                context.options.plan ? backends::Unfolded::Replace : backends::Unfolded::Keep);
            for (const auto& [name, provenance] : kept.outside) context.asWritten.insert(name);
            return program;
          }};
}

}  // namespace

Pipeline withKeptText(Pipeline pipeline, const text::Original& original, const ir::Program& source,
                      backends::Kept& kept) {
  const auto place = pipeline.begin() + finishing(pipeline);
  Pipeline before(pipeline.begin(), place);
  const Pass pass = keepText(withoutFusion(std::move(before)), original, source, kept);
  const std::size_t roots = source.roots.size();
  const Pass restore{"keep-roots", "make those functions roots that were to begin with",
                     [roots](ir::Program program, pipeline::Context&) {
                       program.roots.resize(roots);
                       return program;
                     }};
  pipeline.insert(place, Phase{{pass}, false, false});
  pipeline.push_back(Phase{{restore}, false, false});
  return pipeline;
}

bool canKeepText(const std::string& path, const text::Original& original, const ir::Program& source,
                 pipeline::Semantics semantics) {
  const bool printed = path.ends_with(".ir") && !path.ends_with(".hs.ir");
  // Where evaluation is lazy, what is printed has tuples where the source has several results.
  const bool several = std::ranges::any_of(source.functions, [&](const ir::Function& function) {
    const bool action = function.name == "main" && !source.outputs.empty();
    return function.resultTypes.size() > 1 && !action;
  });
  const bool lazy = semantics == pipeline::Semantics::Haskell;
  return original.editable && !printed && !(lazy && several);
}

}  // namespace deforest::driver
