// Moves what only the branches of one conditional use into these branches.
//
//     y = f l ; r = if c then g y else 0      =>      r = if c then (y = f l in g y) else 0
//
// A group, a constructor, a primitive or a conditional all of whose results are read inside the
// branches of one later conditional, and nowhere else, moves into the branches that read it. If all
// of them do, it moves only when it is a group and some branch traverses what it makes (there it
// can fuse): moving then copies code. Work is never copied, because one branch runs; and nothing is
// evaluated that was not evaluated before.
#pragma once

#include "tupling/grouping.hpp"

namespace deforest::tupling {

struct Sunk {
  ir::Block region;
  Partition partition;  ///< Of the region as it now is.
  bool moved = false;   ///< Copies were put into branches, which may not read all of them.
};

/// Sinks to a fixed point, grouping anew after each step. `target` gets the variables of copies.
Sunk sink(const Site& site, ir::Function& target, ir::Block region);

}  // namespace deforest::tupling
