// The degree of visits of every root, before and after.
#pragma once

#include <string>
#include <vector>

#include "graph/visit_degree.hpp"

namespace deforest::driver {

struct RootDegree {
  std::string root;
  graph::VisitDegree before;
  graph::VisitDegree after;
};

/// In the order of the roots of `input`; `output` has functions of the same names.
[[nodiscard]] std::vector<RootDegree> rootDegrees(const ir::Program& input,
                                                  const ir::Program& output);

/// The lines of `--stats`: the greatest degree, then the roots whose degree changed, if there are
/// several roots.
[[nodiscard]] std::string renderDegrees(const std::vector<RootDegree>& degrees);

}  // namespace deforest::driver
