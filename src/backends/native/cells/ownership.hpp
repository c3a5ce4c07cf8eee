// Which trees a function has for itself, so that their cells can be written again.
//
//     program t = evens (sums t)                sums :: t not owned, its result fresh
//     sums (Node x l r) = Node .. (sums l) ..   evens :: t owned, as nobody else has it
//
// A value is *owned* if every cell in it is reached in one way only and nobody reads it after its
// owner is done with it. A parameter is owned if every call hands on a value that is owned and not
// used again; a result is *fresh* if it is made of nothing but new cells and what was owned, each
// part used once. Both are assumed of everything at first and given up until nothing contradicts
// (a greatest fixpoint: whatever is used of a call was shown by the calls it is made of, all of
// which ended before it).
//
// The rules for a variable that holds cells:
//
//   - It is *consumed* where it is put into a cell, returned, handed to an owned parameter, or
//     taken apart, if that is the last use on the path and the only one in the operation. The
//     fields of what was taken apart are then owned themselves.
//   - It is *lent* where it is used before: taken apart for its numbers, or handed to a function
//     that does not own it and all of whose results are fresh, so that nothing of it remains in
//     them.
//   - If a part of what was lent ends up in a cell or a result, it is shared from the beginning.
//   - What is lent to one operation and consumed by a later one of the same block is shared too,
//     unless the later one needs a result of the first: the two may run at the same time. A call
//     that fills the hole of a loop (loops.hpp) is made before what the loop goes on with is read.
//   - A loop that hands out the rest of its list (spines.hpp) owns the list only if nothing but
//     going on reads the rest: another thread may have it, whatever results the loop needs to go
//     on.
//
// Constructors without fields have no cells, and are neither owned nor shared. What the caller of a
// root hands over is not owned, unless it says so (`--consume-input`).
//
// A function is analysed once for every set of parameters that its callers can give away, since the
// same function may be called with a tree of the user and with an intermediate one. Calls within a
// component of mutual recursion stay in one version of it, so that loops remain loops.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "backends/native/cells/compact.hpp"
#include "backends/native/facts.hpp"
#include "backends/native/plan/layout.hpp"
#include "backends/native/plan/spines.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// A function together with the parameters that it owns: `f` called with a tree of the user's and
/// `f` called with an intermediate one are two versions. Versions of functions that call each other
/// are a group.
struct OwningVersion {
  ir::FunId function;
  std::vector<bool> owned;  ///< By parameter.
  std::vector<bool> fresh;  ///< By result.
  /// First fields of what the last use of a value takes apart.
  std::set<ir::VarId> consumed;
  /// Fields of what was taken apart before its last use: whoever uses it last may write over them.
  std::set<ir::VarId> lent;
  std::size_t group = 0;             ///< Of versions that call each other.
  std::vector<std::size_t> callees;  ///< Versions, by call in the order of `ir::forEachBinding`.
};

struct Ownership {
  std::vector<OwningVersion> versions;
  std::vector<std::size_t> roots;  ///< The version of each root.
  std::vector<std::size_t> plain;  ///< The version of each root that owns nothing.
};

/// Results that are not compact count as shared: their cells are not to be written again.
/// The first `consuming` of the roots own their arguments. `spines` are of functions that hand out
/// the rest of a list while they go on along it: both threads have all other parameters.
[[nodiscard]] Ownership findOwnership(const ir::Program& program, const CppLayout& layout,
                                      const CppFacts& facts, const CompactFacts& compact,
                                      const std::vector<LoopPlan>& loops,
                                      const std::vector<std::optional<SpinePlan>>& spines,
                                      std::size_t consuming);

}  // namespace deforest::backends
