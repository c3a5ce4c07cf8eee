// Independent calls on parts of a tree are made in the order in which the parts lie in memory.
//
//     f (Node l r) = let b = f r                f (Node l r) = let a = f l
//                        a = f l          =>                       b = f r
//                     in Node a b                               in Node a b
//
// Trees are laid out in the order in which they are visited, and processors fetch ahead where
// addresses rise. A call on an earlier child moves up past calls on later ones; what is in an
// earlier child, however deep, counts as that child. Where a call needs what stands between it and
// a call on a later child, that one goes behind it instead, if nothing up to there needs its
// results.
//
// Right, because all calls of a block are made in any case, and which of two that fail says so is
// open (docs/LANGUAGE.md), as it is where they run in parallel.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `child-order`.
pipeline::Pass childOrder();

}  // namespace deforest::backends
