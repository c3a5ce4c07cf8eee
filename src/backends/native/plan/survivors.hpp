// Where what is still needed is moved together, and the rest given back.
//
//     foldl insert t (x : xs) = foldl insert (insert t x) xs
//
//     while (true) {
//       if (much was made since the loop began)  t = the cells of t, somewhere else
//       ...
//       t = insert(worker, t, xs->head);
//
// What a loop takes along is made in the destination (lifetimes.hpp), and so is what a recursion
// makes of parts that its results turn out not to hold. Both would stay until whoever owns the
// destination is done. But there are places where all that was made in it since some moment is
// reached from a few variables:
//
//   - At the beginning of each round of a loop, since the loop began: from its parameters. Who
//     called the loop has seen nothing of it, what was on scratch and in pockets is given back, and
//     all other variables belong to one round. A loop that fills holes has the beginning of what it
//     has built in one more variable, and the hole lies in the last cell of it.
//   - After a call, since before it: from its results. That holds for each of the places that a
//     caller can give: destination, scratch and pocket.
//
// There the runtime copies what is reached if it is worth it (deforest/survivors.hpp). Two things
// could make it wrong:
//
//   - A cell from before the moment is written in place, and points to a new one. Who writes it
//     owns it: it is reached from the variables alone, as is what hangs from it. So where that may
//     happen (`writes` of ScratchPlans, which follows written cells to the parameters that bring
//     them), cells from before are visited, too, and stay where they are; a loop does not tell the
//     cells of its last rounds from older ones, which may point to them.
//   - Another thread has seen a cell. It sees what was there when a call was put beside another
//     (runtime/deforest/parallel.hpp), and that is before the moment or after all of them are done:
//     what they made has been adopted then, and lies among what was made since. Loops that hand out
//     the rest of their list take along sums only, and are left out; so are calls put side by side.
//
// Where a loop neither takes along nor builds anything, no round needs what one before it made, and
// there is nothing to look for: each begins with giving that back.
//
//     run vm = case step vm of Left e -> Left e; Right vm' -> run vm'       vm' holds no cells
//
// It is not worth a look where nothing is lost: at a function all of whose cells become parts of
// its results (compact.hpp). Calls at the end of a function are left to its caller, who comes back
// from both.
//
// A look costs as much as making a cell, so what runs often does without, and waits for whoever
// called it. Within a recursion, calls of others are left to who called it from outside, and so are
// calls of one that goes only one way down and in which no other call makes much; one that goes
// several ways may lose anything on each, and an insertion sort a list for each number. In what is
// called from within one other recursion, or loop, only such a recursion looks, and loops whose
// rounds make calls that may take long; in what is called from within more, there are no looks.
#pragma once

#include <set>
#include <vector>

#include "backends/native/plan/lifetimes.hpp"
#include "backends/native/plan/loops.hpp"

namespace deforest::backends {

/// Where what a function made may move.
struct SurvivorPlan {
  bool betweenRounds = false;  ///< Of a loop.
  /// Of a loop no round of which needs what one before it made: that is given back.
  bool freesRounds = false;
  /// Its parameters that may hold what was made in it.
  std::set<std::size_t> carried;
  /// Calls after which what they made may move, by first result.
  std::set<ir::VarId> calls;
};

/// By type: whether its values have cells, limbs of Integers included.
[[nodiscard]] std::vector<bool> typesThatMove(const ir::Program& program, const CppLayout& layout);

/// The plans of all functions; with `everywhere`, all places where it would be right.
[[nodiscard]] std::vector<SurvivorPlan> planSurvivors(
    const ir::Program& program, const CppLayout& layout, const CppFacts& facts,
    const std::vector<LoopPlan>& loops, const ScratchPlans& scratch, bool everywhere = false);

}  // namespace deforest::backends
