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
// Only when it is known which cells are written again (versions.hpp) can be said whether `finish`
// allocates nothing. Where it would, because the tree that `begin` gives holds parts of the input,
// the calls are left as they are.
#pragma once

#include <map>
#include <set>

#include "ir/program.hpp"

namespace deforest::backends {

/// By function that finishes: the one that had to wait.
using Finishing = std::map<ir::FunId, ir::FunId>;

/// Divides the calls that wait for a sibling, those of `whole` excepted.
Finishing postponeLateArguments(ir::Program& program, const std::set<ir::FunId>& whole);

}  // namespace deforest::backends
