// The passes that make of a program what native code is written of, and the order in which they
// run.
//
// They come after the passes of the engine (search/stages.hpp), and only where C++ is written: they
// trade what a reader or GHC would like for what a processor likes. The list below says of each why
// it stands where it does.
#pragma once

#include <memory>
#include <vector>

#include "backends/native/code.hpp"
#include "pipeline/run.hpp"

namespace deforest::backends {

/// The passes that only native code has. What is decided beside the program is put into `code`.
[[nodiscard]] std::vector<pipeline::Pass> nativePasses(
    const std::shared_ptr<NativeCode>& code = std::make_shared<NativeCode>());

/// From any program of strict semantics to code.
[[nodiscard]] pipeline::Pipeline nativePipeline(
    const std::shared_ptr<NativeCode>& code = std::make_shared<NativeCode>());

/// The code that `nativePipeline` makes, for who wants nothing else.
[[nodiscard]] std::shared_ptr<const NativeCode> toNative(ir::Program program,
                                                         NativeOptions options = {});

}  // namespace deforest::backends
