// Functions that say how the values of a type move (deforest/survivors.hpp).
//
//     void moveTree(deforest::Survivors& live, const Tree*& at) {
//       if (!live.finds(at)) return;
//       auto* cell = live.copy<Tree>(at);
//       live.later<moveTree>(cell->right);
//       live.later<moveTree>(cell->left);
//     }
//
// What is said last moves first, so that the copies lie in the order of the tree.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "backends/cpp/plan/layout.hpp"
#include "backends/cpp/plan/survivors.hpp"
#include "backends/cpp/text/text.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// The types of variables that may move, with all that are in them, and the names of what moves
/// them, which are taken from `layout`.
[[nodiscard]] std::map<ir::TypeId, std::string> nameMoves(const ir::Program& program,
                                                          CppLayout& layout,
                                                          const std::set<ir::TypeId>& types);

/// Those functions. `prefix` stands before each.
void emitMoves(const ir::Program& program, const CppLayout& layout,
               const std::map<ir::TypeId, std::string>& names, const std::string& prefix,
               CppText& out);

}  // namespace deforest::backends
