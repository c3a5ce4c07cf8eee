#include "driver/keep_text.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "backends/haskell/appended.hpp"
#include "backends/haskell/floating.hpp"
#include "backends/haskell/list_fusion.hpp"
#include "backends/haskell/separate.hpp"
#include "search/stages.hpp"
#include "text/token_count.hpp"

namespace deforest::driver {
namespace {

using pipeline::Pass;
using pipeline::Phase;
using pipeline::Pipeline;

// What the passes make of the source if nothing is fused.
ir::Program unfused(const ir::Program& source, const ir::Program* prepared,
                    const engine::Options& options) {
  pipeline::Context context;
  pipeline::RunOptions quiet;
  quiet.check = pipeline::CheckMode::Off;
  pipeline::RunReport report;
  ir::Program program = prepared != nullptr ? *prepared
                                            : pipeline::run(search::preparation(options), source,
                                                            context, quiet, report);
  return pipeline::run(search::withoutFusion(options), std::move(program), context, quiet, report,
                       pipeline::Form::Normal);
}

// Without what they do.
Pass floatCalls() {
  return {.name = "float-calls",
          .description = "compute once, before a loop, what GHC computes once"};
}

Pass appendLiterals() {
  return {.name = "append-literals", .description = "put literals in front of a list at once"};
}

Pass keepText() {
  return {.name = "keep-text",
          .description = "choose which declarations stay as they stand in the source"};
}

Pass separateLists() {
  return {.name = "separate-lists",
          .description = "make lists again for each reader that the source makes them for"};
}

Pass keepRoots() {
  return {.name = "keep-roots",
          .description = "make those functions roots that were to begin with"};
}

Pass with(Pass pass, std::function<ir::Program(ir::Program, pipeline::Context&)> run) {
  pass.run = std::move(run);
  return pass;
}

Pass keepText(const engine::Options& options, const text::Original& original,
              const ir::Program& source, const ir::Program* prepared, backends::Kept& kept) {
  return with(keepText(), [options, &original, &source, prepared, &kept](
                              ir::Program program, pipeline::Context& context) {
    kept = backends::chooseKept(original, source, unfused(source, prepared, options), program,
                                backends::Unfolded::Keep);
    for (const auto& [name, provenance] : kept.outside) context.asWritten.insert(name);
    return program;
  });
}

}  // namespace

std::vector<Pass> textPasses() {
  return {floatCalls(), appendLiterals(), keepText(), separateLists(), keepRoots()};
}

Pipeline readingKeepingText(const engine::Options& options, const text::Original& original) {
  return pipeline::leaveOut(
      options.without,
      {{{with(floatCalls(),
              [&original](ir::Program program, pipeline::Context&) {
                return backends::withFloatedCalls(std::move(program), original);
              }),
         with(appendLiterals(), [&original](ir::Program program, pipeline::Context&) {
           return backends::withAppendedLiterals(std::move(program), original);
         })}}});
}

Pipeline completionKeepingText(const engine::Options& options, const text::Original& original,
                               const ir::Program& source, const ir::Program* prepared,
                               backends::Kept& kept) {
  const std::size_t roots = source.roots.size();
  const Pass separate = with(separateLists(), [&source](ir::Program program, pipeline::Context&) {
    return backends::separateLists(source, std::move(program));
  });
  const Pass restore = with(keepRoots(), [roots](ir::Program program, pipeline::Context&) {
    program.roots.resize(roots);
    return program;
  });
  Pipeline pipeline = search::completion(options);
  pipeline.insert(pipeline.begin(), Phase{{keepText(options, original, source, prepared, kept)}});
  pipeline.push_back(Phase{{separate, restore}});
  return pipeline::leaveOut(options.without, std::move(pipeline));
}

Pipeline pipelineKeepingText(const engine::Options& options, const text::Original& original,
                             const ir::Program& source, const ir::Program* prepared,
                             backends::Kept& kept) {
  Pipeline pipeline = search::preparation(options);
  for (Phase& phase : search::transformation(options)) pipeline.push_back(std::move(phase));
  for (Phase& phase : completionKeepingText(options, original, source, prepared, kept)) {
    pipeline.push_back(std::move(phase));
  }
  return pipeline;
}

bool canKeepText(const std::string& path, const text::Original& original, const ir::Program& source,
                 ir::Semantics semantics) {
  const bool printed = path.ends_with(".ir") && !path.ends_with(".hs.ir");
  // Where evaluation is lazy, what is printed has tuples where the source has several results.
  // Those that actions and functions as values have are of no function that the source has.
  const bool several = original.unboxedTuples &&
                       std::ranges::any_of(source.functions, [&](const ir::Function& function) {
                         return function.resultTypes.size() > 1;
                       });
  const bool lazy = semantics == ir::Semantics::Haskell;
  return original.editable && !printed && !(lazy && several);
}

search::Written writtenIn(const text::Original& original, const ir::Program& source) {
  search::Written written;
  for (const text::Piece& piece : original.pieces) {
    using Kind = text::Piece::Kind;
    if (piece.kind != Kind::Definition && piece.kind != Kind::Signature) continue;
    const std::string_view text =
        std::string_view(original.text).substr(piece.begin, piece.end - piece.begin);
    for (const std::string& name : piece.names) {
      written.tokens[name] += text::countTokens(text) / piece.names.size();
    }
  }
  for (const auto& [function, provenance] : original.functions) {
    if (provenance.kind == text::Provenance::Kind::Entry) {
      written.declarations.emplace(function, provenance.name);
      written.tokens.emplace(provenance.name, 0);
      if (provenance.polymorphic) written.instances.insert(function);
    } else {
      written.outside.insert(function);
    }
  }
  for (const ir::Function& function : source.functions) {
    if (backends::isFusedByGhc(function, original)) written.fusedByGhc.insert(function.name);
  }
  return written;
}

}  // namespace deforest::driver
