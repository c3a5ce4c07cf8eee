// Functions that say how the values of a type move (deforest/survivors.hpp).
//
//     void moveTree(deforest::Survivors& live, const Tree*& at) {
//       if (!live.finds(at)) return;
//       auto* cell = live.copy<Tree>(at);
//       live.later<moveTree>(cell->right);
//       live.later<moveTree>(cell->left);
//     }
//
// What is said last moves first, so that the copies lie in the order of the tree. What needs no
// list of what is left to do moves at once: numbers, lists of them, lists of such lists, and what
// is made of these without being a part of itself.
//
//     void moveList(deforest::Survivors& live, const List*& at) {
//       for (const List** place = &at; live.finds(*place);) {
//         auto* cell = live.copy<List>(*place);
//         moveName(live, cell->head);
//         place = &cell->tail;
//       }
//     }
#pragma once

#include <map>
#include <string>
#include <vector>

#include "backends/cpp/text.hpp"
#include "backends/native/plan/layout.hpp"
#include "backends/native/plan/survivors.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// Of the types of variables that may move, with all that are in them, the names of what moves
/// them, which are taken from `layout`.
[[nodiscard]] std::map<ir::TypeId, std::string> nameMoves(const ir::Program& program,
                                                          CppLayout& layout,
                                                          const std::vector<SurvivorPlan>& plans);

/// Those of them that the text needs, with what they need.
[[nodiscard]] std::map<ir::TypeId, std::string> movesCalledIn(
    const std::string& text, const ir::Program& program,
    const std::map<ir::TypeId, std::string>& names);

/// Those functions. `prefix` stands before each.
void emitMoves(const ir::Program& program, const CppLayout& layout,
               const std::map<ir::TypeId, std::string>& names, const std::string& prefix,
               CppText& out);

}  // namespace deforest::backends
