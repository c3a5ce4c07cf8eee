// Which functions leave the cells of a result together, in the order of the tree.
//
//     sums (Node x l r) = Node .. (sums l) (sums r)       compact: there are no other cells
//     sort (p : xs) = append (sort (below p xs)) (p : sort (above p xs))
//                                                         not: `below` and `above` lie between them
//
// Writing into the cells of a tree is quicker than making a new one only where they lie as those of
// a new one would; a quicksort of 200,000 numbers whose lists were joined in place took 1.6 times
// as long, because its cells stayed where the recursion had left them. Such a result is therefore
// not written again, but made anew, and is compact from then on.
//
// A function is compact if it is not recursive, or if everything that it and what it calls make
// goes into its results: into a field of a new cell, a result, or a parameter that is *kept*, with
// which nothing else is done than to read or exchange numbers in its root. A function that writes
// in place leaves gaps if it goes on from a cell to its children without making another (a filter),
// and mixes two trees if it takes both apart (a merge).
//
// It is no question of being right: whatever is said here, the same is computed.
#pragma once

#include <functional>
#include <vector>

#include "backends/native/facts.hpp"
#include "backends/native/plan/layout.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

struct CompactFacts {
  std::vector<bool> compact;            ///< By function.
  std::vector<bool> wasteful;           ///< By function: makes cells that no result holds.
  std::vector<bool> leavesGaps;         ///< By function: if it writes in place.
  std::vector<std::vector<bool>> kept;  ///< By function and parameter.
};

/// `facts` must say what allocates, and `aside`, if given, which bindings of which function do so
/// elsewhere, so that nothing of it remains.
[[nodiscard]] CompactFacts findCompact(
    const ir::Program& program, const CppLayout& layout, const CppFacts& facts,
    const std::function<bool(ir::FunId, const ir::Binding&)>& aside = {});

}  // namespace deforest::backends
