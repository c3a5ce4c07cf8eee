// Decisions as text: the lines of `--explain`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/pass.hpp"

namespace deforest::pipeline {

/// The word for a kind of decision: fuse, tuple, fact, simplify, cut-off, reuse, leave, native.
std::string_view kindName(Decision::Kind kind);

/// `3:7: fuse shift . sum in main: taken, each is called once`: one line, without its end. The
/// position is left out if it is unknown, the function if there is none; a cut-off has no outcome.
std::string render(const Decision& decision);

/// One line per decision, in order, each starting with `file:`.
std::string explain(const std::vector<Decision>& decisions, std::string_view file);

}  // namespace deforest::pipeline
