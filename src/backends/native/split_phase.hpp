// What a call needs of its sibling only for its root is done after both.
//
//     both (Node l r) = let (n, r') = up r
//                           (m, l') = set l n
//                        in .. m .. Node l' r'
//     set (Leaf x)   n = (x + n, Leaf (x + n))
//     set (Node l r) n = let .. in (k + n, Node l' r')
//
// becomes
//
//     both (Node l r) = let (n, r') = up r
//                           (k, u)  = begin l
//                           (m, l') = finish k u n
//                        in .. m .. Node l' r'
//     begin (Leaf x)   = (x, Leaf 0)
//     begin (Node l r) = let .. in (k, Node l' r')
//     finish k (Leaf _)   n = (k + n, Leaf (k + n))
//     finish k (Node l r) n = (k + n, Node l r)
//
// Fusion makes such functions of a pass that goes up a tree and a next one that writes into a child
// what was found in another (the running example of TreeFuser: Sakka, chapter 2). One call then
// waits for the other, so they can not run at the same time, and where the later child comes first
// the tree is read against the order of memory. `begin` does all that needs nothing of the sibling;
// `finish` takes the root apart that `begin` has just made, and writes it again in its place
// (reuse.hpp): nothing is allocated for it, and the calls are as many plus one that does not
// recurse.
//
// It is right because what is left to `finish` are total operations on numbers: it needs neither
// calls nor branches. It is not done where
//
//   - the number is handed on to other calls, or decides anything;
//   - the number of the sibling is not the only thing that comes from there;
//   - what is left needs values that are neither in the root nor find room in a result that has to
//     wait itself;
//   - a branch gives a root of unknown constructor, or two give the same one: `finish` could not
//     tell them apart;
//   - the results only go into cells and results: the call may be the next round of a loop.
//
// Often `begin` is there already, as the function that fusion put the writing into: what it has
// where `begin` may have anything does not matter, and it is taken.
//
// Whether `finish` allocates nothing the ownership of the divided program says
// (cells/versions.hpp): where it would make a cell, because the tree that `begin` gives holds parts
// of the input, the calls are left as they are, and the others are divided once more. Every such
// turn leaves another function whole, so there are no more of them than functions.
//
// Known as a split-phase traversal, or as deferring an argument: L. Sakka, "Techniques for automatic
// fusion of general tree traversals", PhD thesis, Purdue University, 2020, chapter 2.
#pragma once

#include "backends/native/options.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `split-phase`.
pipeline::Pass splitPhase(const NativeOptions& options);

}  // namespace deforest::backends
