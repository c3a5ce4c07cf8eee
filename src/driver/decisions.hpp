// Decisions as text.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/pass.hpp"

namespace deforest::driver {

/// The word for a kind of decision: fuse, tuple, fact, simplify, cut-off, reuse, leave, native.
std::string_view kindName(pipeline::Decision::Kind kind);

/// The option that lifts a limit: `--cap`.
[[nodiscard]] std::string optionOf(pipeline::Limit limit);

/// `3:7: fuse shift . sum in main: taken, each is called once`: one line, without its end. The
/// position is left out if it is unknown, the function if there is none; a cut-off has no outcome.
std::string render(const pipeline::Decision& decision);

}  // namespace deforest::driver
