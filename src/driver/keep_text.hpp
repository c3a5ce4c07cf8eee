// The passes of a module whose text is kept where nothing changes, which becomes Haskell again.
//
//     float-calls, append-literals | tidying, normalisation, fusion | keep-text | inline-once, ..
//                                                                   | separate-lists, keep-roots
//
// The first two read the program as GHC would, and the last two undo what only the passes needed.
// After `keep-text` the pipeline only finishes what is printed, and what is kept as text is left
// alone: it runs what came before a second time, without fusion, and what comes out the same is
// kept.
#pragma once

#include <vector>

#include "backends/haskell/keep.hpp"
#include "engine/options.hpp"
#include "pipeline/run.hpp"
#include "search/price.hpp"
#include "text/original.hpp"

namespace deforest::driver {

/// All of these passes in their order, with names and descriptions alone.
[[nodiscard]] std::vector<pipeline::Pass> textPasses();

/// What comes before the engine where evaluation is Haskell's.
[[nodiscard]] pipeline::Pipeline readingKeepingText(const engine::Options& options,
                                                    const text::Original& original);

/// The completion of a stage (search/stages) with that pass before it, which fills in `kept`.
/// `prepared`: what the preparation makes of `source`, or null. All is kept by reference.
[[nodiscard]] pipeline::Pipeline completionKeepingText(const engine::Options& options,
                                                       const text::Original& original,
                                                       const ir::Program& source,
                                                       const ir::Program* prepared,
                                                       backends::Kept& kept);

/// The default pipeline of a stage that ends like this.
[[nodiscard]] pipeline::Pipeline pipelineKeepingText(const engine::Options& options,
                                                     const text::Original& original,
                                                     const ir::Program& source,
                                                     const ir::Program* prepared,
                                                     backends::Kept& kept);

/// Whether the Haskell that is made of the file can keep text: it is one that people write, in the
/// language, with declarations on lines of their own.
[[nodiscard]] bool canKeepText(const std::string& path, const text::Original& original,
                               const ir::Program& source, ir::Semantics semantics);

/// What keeps its text, for the search to weigh.
[[nodiscard]] search::Written writtenIn(const text::Original& original, const ir::Program& source);

}  // namespace deforest::driver
