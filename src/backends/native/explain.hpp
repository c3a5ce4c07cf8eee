// What there is to say of the cells of emitted functions: which are written into old ones, and
// where memory is given back.
#pragma once

#include "backends/native/code.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

/// Adds to the decisions what the user reads of native code that is finished: which cells are
/// written again, and which could have been and why they are not; then where what calls make that
/// take long is given back, and what keeps it.
void explainCells(const NativeCode& code, pipeline::Context& context);

}  // namespace deforest::backends
