// Where the cells of a function are made, so that memory is given back when they are done with.
//
//     size xs = length (sort xs)        =>      mark
//                                               n = length (sort[scratch] xs)
//                                               release
//
// Every function gets two places to allocate (deforest/region.hpp). What may become a part of its
// results is made in the first, its *destination*; everything else in the second, its *scratch*,
// which it leaves as it found it. A call whose results are needed only on the way gets the two
// exchanged. So lifetimes are those of a region calculus in which every function has one region for
// its results and one for what it needs besides, and regions nest on two stacks (M. Tofte and J.-P.
// Talpin, "Region-based memory management", 1997; here regions are instantiated anew at every call,
// also within a recursion).
//
// Which cells a result may hold is found by following where values go, from front to back, with
// what is known of callees, and in a recursion assumed and added to until nothing is new (a least
// fixpoint). A *site* is a binding that makes cells, by a constructor or by a call, or the cells of
// one type that a parameter brings along. Each variable holds a set of sites: a new cell its own
// and those of its fields, the field of a cell those that can have parts of its type. The results
// of a call hold what the callee says of each parameter's cells, by type, and if the callee's
// results hold new cells, those of the call. A new cell that is written into an old one is where
// the old one was.
//
// Right, because a cell is only reached through variables, results and cells, and what a cell holds
// is counted to whoever holds the cell; what is written in place is reached in one way only
// (ownership.hpp). It is given back where nothing made later on scratch is needed any more either:
//
//   - before the function returns, and at the end of each round of a loop;
//   - before a call that takes long, if nothing made so far is needed from then on: a recursion
//     does not keep at each level what was needed on the way to the next.
//
// What is dead while something made after it is still needed would have to wait for it. If that
// takes long, it gets a *pocket* of its own instead, which is given back by itself: the trees that
// a program makes of each other one after the other. No recursion goes on while a pocket is in use,
// so that there are never more of them than calls in the text.
//
// What a loop takes along to its next round, and what a call at the end of a function needs of the
// same recursion, is made in the destination: to give it back, the function would have to come
// back.
//
// In parallel runs every job has two places of its own, whatever its thread keeps besides; what it
// leaves in them belongs to the places of who waits for it (deforest/parallel.hpp). Independent
// calls are put side by side there, and pockets are on scratch where they would be needed by
// several threads.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "backends/native/cells/reuse.hpp"
#include "backends/native/facts.hpp"
#include "backends/native/plan/layout.hpp"
#include "backends/native/plan/loops.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// What one function makes on scratch. Sites are named by the first result of their binding.
struct ScratchPlan {
  std::set<ir::VarId> sites;
  std::set<ir::VarId> pockets;     ///< Those of them that are given back by themselves.
  std::set<ir::VarId> candidates;  ///< Those that could be.
  /// Of calls that take long: the call that gives back what they make, by its first result; none
  /// where the function or the round of its loop ends.
  std::map<ir::VarId, std::optional<ir::VarId>> ends;
  /// Calls that take long and whose cells are made in the destination although no result holds
  /// them: the next round, or the call at the end, does.
  std::set<ir::VarId> handedOn;
  /// By first result of a call: the sites whose cells it or anything after it may look at.
  std::map<ir::VarId, std::set<ir::VarId>> needed;
  /// By what a block results in: the sites whose cells that may be read from.
  std::map<ir::VarId, std::set<ir::VarId>> readFrom;
  /// Whether one of the results of the block may be read from the cells of `site`, or of any site.
  [[nodiscard]] bool isReadFrom(const ir::Block& block,
                                std::optional<ir::VarId> site = std::nullopt) const;
};

struct ScratchPlans {
  std::vector<ScratchPlan> serial;    ///< By function.
  std::vector<ScratchPlan> parallel;  ///< The same, of its form with forks gathered.
  std::vector<bool> grows;            ///< By function: it makes cells in its destination.
  /// By function: it may write into cells that it is given, so that others hang from them.
  std::vector<bool> writes;
};

/// The plans of all functions of the program, and of the same functions with forks gathered; both
/// must stay where they are.
[[nodiscard]] ScratchPlans planScratch(const ir::Program& program,
                                       const std::vector<ir::Function>& forked,
                                       const CppLayout& layout, const CppFacts& facts,
                                       const std::vector<CellReuse>& reuse,
                                       const std::vector<LoopPlan>& loops,
                                       const std::vector<LoopPlan>& forkedLoops);

}  // namespace deforest::backends
