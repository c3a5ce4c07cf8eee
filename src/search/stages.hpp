// Which passes there are, and in which order they run by default.
#pragma once

#include <vector>

#include "fusion/fuse.hpp"
#include "pipeline/run.hpp"

namespace deforest::search {

/// Every pass, in the order in which they are shown.
std::vector<pipeline::Pass> allPasses();

/// The pipeline of a stage. `judge` decides what is fused and must outlive it; without one, the
/// options do.
pipeline::Pipeline defaultPipeline(pipeline::Stage stage, fusion::Judge* judge = nullptr);

}  // namespace deforest::search
