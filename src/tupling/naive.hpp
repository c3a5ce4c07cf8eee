// Fusion as first published, before tupling: every consumer gets a producer of its own.
//
//     y = sum t ; h = head y ; s = shift y
//  => y1 = sum t ; h = head y1 ; y2 = sum t ; s = shift y2
//
// Only so can each consumer fuse with the producer while groups are chains; and only by tupling is
// the work that this repeats made one again. `--stop-after fusion` does it, to repeat the first
// column of the thesis's Table 4.3 (shift (sum ls) is quadratic there). Other stages do it only
// under `--no-guard`, where tupling finds some of the repeated work again, and not all.
#pragma once

#include "tupling/grouping.hpp"

namespace deforest::tupling {

/// Copies the chain of calls that makes a tree for each further call that traverses it. `target`
/// gets the variables of the copies.
void duplicateProducers(const Site& site, ir::Function& target, ir::Block& region);

}  // namespace deforest::tupling
