// The pass after which the pipeline only finishes what is printed, and what is kept as text is left
// alone.
//
//     tidying, normalisation, fusion | keep-text | inline-once | shorten-loops, ...
//
// It runs what came before a second time, without fusion: what comes out the same is kept.
#pragma once

#include "backends/haskell/keep.hpp"
#include "pipeline/run.hpp"
#include "text/original.hpp"

namespace deforest::driver {

/// `pipeline`, which must be a default one, with that pass; it fills in `kept`. All but the
/// pipeline is kept by reference.
[[nodiscard]] pipeline::Pipeline withKeptText(pipeline::Pipeline pipeline,
                                              const text::Original& original,
                                              const ir::Program& source, backends::Kept& kept);

/// Whether the Haskell that is made of the file can keep text: it is one that people write, in the
/// language, with declarations on lines of their own.
[[nodiscard]] bool canKeepText(const std::string& path, const text::Original& original,
                               const ir::Program& source, pipeline::Semantics semantics);

}  // namespace deforest::driver
