// What of a function has to wait for one of its parameters: see split_phase.hpp.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "ir/program.hpp"

namespace deforest::backends {

/// A branch of the function, which gives a root of a constructor that no other branch gives.
struct DeferredBranch {
  ir::CtorId ctor;
  std::set<ir::VarId> deferred;  ///< The parameter and the numbers made of it.
  /// The binding that makes the root, of which fields may be deferred; none if it is the old one.
  std::optional<std::size_t> root;
  /// By deferred result: what is needed later and finds room there.
  std::map<std::size_t, ir::VarId> carried;
};

/// A function whose body branches on another parameter and waits for this one in its last
/// operations only.
struct DeferredFunction {
  std::size_t parameter = 0;
  std::size_t root = 0;                  ///< The result that is the new tree.
  std::vector<DeferredBranch> branches;  ///< For every constructor one.
  std::vector<bool> passed;  ///< By result: what is there without the parameter is needed.

  /// How many wait.
  [[nodiscard]] std::size_t operations() const {
    std::size_t count = 0;
    for (const DeferredBranch& branch : branches) count += branch.deferred.size() - 1;
    return count;
  }
};

/// Nothing if the function needs the parameter before.
[[nodiscard]] std::optional<DeferredFunction> findDeferred(const ir::Program& program,
                                                           const ir::Function& function,
                                                           std::size_t parameter);

}  // namespace deforest::backends
