// What has nothing to do with slots is computed in functions of its own.
//
//     next c =                                       next c =
//       let xs = toList c                              let d = next_apart c
//           ys = neighbours xs                 =>          s = <slot> d
//           d = fromList ys                            in <fill> w (Node d s)
//           s = <slot> d                             next_apart c =
//       in <fill> w (Node d s)                         let xs = toList c ... in fromList ys
//
// A function that makes, reads or fills slots (ir/slots.hpp) leaves all that it makes where it was
// told to make it, since nobody can follow what holds what (plan/slots.hpp). What it computes by
// several calls that know of no slots, and of which it needs one result, would stay there with all
// that lies in between. In a function of its own that is given back when it returns, and what its
// result does not hold of the rest, after that.
//
// Right, because the bindings that move need nothing of those that stay but what is bound before
// them, and nothing but the last is needed by these. They move to where the last of them stands, so
// where one fails, what stood between them has been evaluated before: it is Haskell's to choose
// which of several failures ends an evaluation.
//
// Not where no call but the last makes cells: nothing lies in between.
//
// On native form, when nothing is put into another function's body any more.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `apart-from-slots`.
pipeline::Pass apartFromSlots();

}  // namespace deforest::backends
