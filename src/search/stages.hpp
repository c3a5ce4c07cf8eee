// Which passes there are, and in which order they run by default.
#pragma once

#include <vector>

#include "engine/options.hpp"
#include "fusion/fuse.hpp"
#include "pipeline/run.hpp"

namespace deforest::search {

/// Every pass, in the order in which they are shown.
std::vector<pipeline::Pass> allPasses(const engine::Options& options = {});

/// The pipeline of a stage: preparation, transformation, completion; each without the passes that
/// the options leave out.
pipeline::Pipeline defaultPipeline(const engine::Options& options, fusion::Judge* judge = nullptr);

/// What every stage begins with; leaves normal form. Depends on the semantics alone, beside what is
/// left out.
pipeline::Pipeline preparation(const engine::Options& options);

/// What distinguishes the stages; from normal form to normal form. `judge` decides what is fused
/// and must outlive it; without one, the options do.
pipeline::Pipeline transformation(const engine::Options& options, fusion::Judge* judge = nullptr);

/// The same without `fuse`: what becomes of a program in which nothing is fused.
pipeline::Pipeline withoutFusion(const engine::Options& options);

/// What makes of the result a program to be read, and to be run.
pipeline::Pipeline completion(const engine::Options& options);

}  // namespace deforest::search
