// Which passes there are, and in which order they run by default.
#pragma once

#include <vector>

#include "fusion/fuse.hpp"
#include "pipeline/run.hpp"

namespace deforest::search {

/// Every pass, in the order in which they are shown.
std::vector<pipeline::Pass> allPasses();

/// The pipeline of a stage: preparation, transformation, completion.
pipeline::Pipeline defaultPipeline(pipeline::Stage stage, fusion::Judge* judge = nullptr);

/// What every stage begins with; leaves normal form. Of the options, only the semantics matters to
/// it.
pipeline::Pipeline preparation();

/// What distinguishes the stages; from normal form to normal form. `judge` decides what is fused
/// and must outlive it; without one, the options do.
pipeline::Pipeline transformation(pipeline::Stage stage, fusion::Judge* judge = nullptr);

/// The same without `fuse`: what becomes of a program in which nothing is fused.
pipeline::Pipeline withoutFusion(pipeline::Stage stage);

/// What makes of the result a program to be read, and to be run.
pipeline::Pipeline completion(pipeline::Stage stage);

}  // namespace deforest::search
