// The fragment engine: fusion, tupling and partial fusion by one mechanism.
//
//     shift (sum x)         F0 = { t = sum x; r = shift t | r }
//       x = Cons v c:  c' = sum c; h = head c'; s = shift c'     one group on c: { sum, head, shift
//       | head, shift } = F1
//  =>  shift_sum (Cons v c)      = let (h, s) = shift_head_sum c in Cons h s
//      shift_head_sum (Cons v c) = let (h, s) = shift_head_sum c in (v + h, Cons h s)
//
// For every fragment, from the roots on: split it on the constructor of its root (or unfold its
// generator), drive each alternative (fusion/drive), move into branches what only they use
// (tupling/sink), partition the calls that remain into groups (tupling/grouping), and replace each
// group by one call of its fragment. Equal fragments are one function: recursion folds back.
//
// Right, because a fragment's function computes exactly the fragment's line of calls, by unfolding
// definitions, and every call of it stands for such a line. Never slower, because the calls of a
// region are partitioned: each is made once, inside exactly one group. `checkPartition` asserts it
// after every region. Finite, because of the whistle, the width and the depth limits: when one of
// them refuses a join, the call roots a group of its own, the tree between is materialised, and the
// result is still correct. Bounded, because a fragment that finds no room is left as its line of
// calls (fusion/budget).
//
// Thesis section 4.4.2 (fusion) and 4.4.3 (tupling).
#pragma once

#include "fusion/laws.hpp"
#include "pipeline/pass.hpp"

namespace deforest::fusion {

/// The program in which every root does what it did, by fragments. Establishes normal form
/// first (simplify/split_matches).
ir::Program fuse(ir::Program program, pipeline::Context& context);

/// The same by given laws, for a program in normal form to which they belong.
ir::Program fuse(ir::Program program, pipeline::Context& context, Laws laws);

/// The pass `fuse`.
pipeline::Pass fusePass();

}  // namespace deforest::fusion
