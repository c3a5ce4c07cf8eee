// Which arguments of a call are made of what another call of the same block gives.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "ir/program.hpp"

namespace deforest::backends {

/// Whether the binding reads one of the variables, in nested blocks too.
[[nodiscard]] bool readsAny(const ir::Binding& binding, const std::set<ir::VarId>& variables);

[[nodiscard]] bool isIn(const std::set<ir::VarId>& variables, const ir::Atom& atom);

/// For each earlier call of a function that `isSibling`: the arguments of the call at `at` that
/// need its results, by number. Calls that it does not need are left out.
[[nodiscard]] std::vector<std::vector<std::size_t>> argumentsFromSiblings(
    const ir::Block& block, std::size_t at, const std::function<bool(ir::FunId)>& isSibling);

}  // namespace deforest::backends
