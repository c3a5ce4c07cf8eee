// `--graph calls`: who calls whom, for Graphviz.
#pragma once

#include <string>

#include "ir/program.hpp"

namespace deforest::driver {

/// The call graph in the dot language: functions in the order of the program, roots doubly drawn,
/// functions that match on something as boxes, one edge per pair of caller and callee, labelled
/// with the number of call sites if there are several.
std::string callGraphDot(const ir::Program& program);

}  // namespace deforest::driver
