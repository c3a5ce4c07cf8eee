// What driving does with the branches of a conditional once they are driven.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "ir/program.hpp"
#include "simplify/knowledge.hpp"

namespace deforest::fusion {

/// The end of a driven branch.
struct BranchEnd {
  std::vector<ir::Atom>& results;
  const simplify::Knowledge& knowledge;
  bool fails;
};

/// Adds the failure to the bindings, with fresh results of these types, which are returned.
std::vector<ir::Atom> failWithAll(ir::Function& target, const std::vector<ir::TypeId>& types,
                                  ir::Binding failure, std::vector<ir::Binding>& bindings);

/// PHI. Where both branches build a result, from the `first` on, with the same constructor, lets
/// them return its fields too (fields that agree outside need no result): `results` and the
/// branches' results grow, and what is then known of results is returned. The original result
/// stays; removing dead bindings keeps the one that is used. A branch that fails agrees with
/// everything; what it returns says only of which type it would be. `lazy`: the results may not be
/// evaluated yet, nor with what agrees outside.
std::vector<std::pair<ir::VarId, simplify::Shape>> addCommonShapes(
    const ir::Program& source, ir::Function& target, std::vector<ir::VarId>& results,
    std::size_t first, std::array<BranchEnd, 2> branches, bool lazy);

/// HOIST. Moves the calls that both branches of a conditional make, with the same arguments from
/// outside, in front of it; in `block` and all blocks inside. Without dead bindings: a call that
/// only one branch needs is no common one.
void hoistCommonCalls(ir::Function& target, ir::Block& block);

}  // namespace deforest::fusion
