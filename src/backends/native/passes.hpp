// The passes that make of a program what native code is written of, and the order in which they
// run.
//
// They come after the passes of the engine (search/stages.hpp), and only where C++ is written: they
// trade what a reader or GHC would like for what a processor likes. The list below says of each why
// it stands where it does.
#pragma once

#include <vector>

#include "backends/native/options.hpp"
#include "pipeline/run.hpp"

namespace deforest::backends {

/// The passes that only native code has.
[[nodiscard]] std::vector<pipeline::Pass> nativePasses(const NativeOptions& options = {});

/// From any program of strict semantics to native form.
[[nodiscard]] pipeline::Pipeline nativePipeline(const NativeOptions& options = {});

/// The program after `nativePipeline`, for who wants nothing else.
[[nodiscard]] ir::Program toNative(ir::Program program, const NativeOptions& options = {});

}  // namespace deforest::backends
