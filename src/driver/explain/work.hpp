// How the work of each root is shared out among the functions of a program.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "eval/sample_inputs.hpp"
#include "ir/program.hpp"

namespace deforest::driver {

struct RootWork {
  std::string root;
  std::set<std::string> reached;         ///< Functions that it may call, itself included.
  std::map<std::string, double> shares;  ///< Of its matches, calls and allocations, by function.
};

/// Of the roots of `program`, on the inputs that were chosen for `source`, from which it was made.
/// What takes too long counts as far as it goes. `lazy`: evaluation is Haskell's.
[[nodiscard]] std::vector<RootWork> workOf(const ir::Program& program, const ir::Program& source,
                                           const eval::Samples& samples, bool lazy);

}  // namespace deforest::driver
