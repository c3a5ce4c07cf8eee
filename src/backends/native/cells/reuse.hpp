// Which new cell is written into which old one.
//
//     evens (Node x l r) = Node (x - x `mod` 2) (evens l) (evens r)       its tree owned
//
// takes the cell of the node it has just taken apart: `x` is read before it is written, the
// children where they are needed, for their new values come after. A field that goes back to its
// place is not written at all.
//
// A cell is there to be taken when its value was owned and taken apart for the last time
// (ownership.hpp); one new cell on every path takes it, of any constructor that is not larger.
// A field that is still used when its memory is written is read at the match instead.
//
// Not every cell that can be taken is worth it. Trees are laid out in the order in which they are
// visited, and a cell that is written where it is keeps its place while its children may not:
// exchanging the children of every node in place took 2.5 times as long as making a new tree. So a
// cell is taken only if the parts of the old value that it holds come in the order in which they
// were: what it holds is followed back, through calls and the parts of parts, to fields of the old
// cell, and no field may come from further back than the one before it. Nor may one be made by a
// call that consumes none of them: it lies elsewhere. The rest of an accumulated list is no reason
// against it. Where one function of a mutual recursion leaves a cell for that reason, the whole
// recursion makes a new tree: the leaves of children that change places change places with them.
//
// In a loop that hands out the rest of its list, other elements are looked at while one is done:
// the cell of an element is taken only if the way to the next is written when the loop moves on.
//
// Like the reuse of A. Reinking, N. Xie, L. de Moura and D. Leijen, "Perceus: garbage free reference
// counting with reuse", PLDI 2021, but that who owns a cell is known when the program is compiled.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "backends/native/cells/ownership.hpp"
#include "backends/native/plan/layout.hpp"
#include "backends/native/plan/spines.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// What a function does with cells it owns.
struct CellReuse {
  std::map<ir::VarId, ir::VarId> taken;     ///< By new value: the old one whose cell it takes.
  std::set<ir::VarId> early;                ///< Fields to be read at the match.
  std::map<ir::VarId, unsigned> unchanged;  ///< Uses of a field that put it back to its place.
  bool operator==(const CellReuse&) const = default;
};

/// A cell that could have been taken.
struct CellLeft {
  ir::Position position;  ///< Of the new cell.
  ir::CtorId ctor;
  std::string why;
  bool moves = false;  ///< Because parts change places.
};

/// The plan of one version. `left` gains the new cells that took none although one was owned.
/// With `nothing` no cell is taken, and only what must be read early is found.
[[nodiscard]] CellReuse planReuse(const ir::Program& program,
                                  const std::vector<OwningVersion>& versions, std::size_t at,
                                  const CppLayout& layout, const LoopPlan& loops,
                                  const std::optional<SpinePlan>& spine,
                                  std::vector<CellLeft>& left, bool nothing = false);

}  // namespace deforest::backends
