// What only makes numbers of trees is done as soon as these are there.
//
//     text = lines n                            text = lines n
//     events = parse text                =>     k = length text
//     table = sort events                       events = parse text
//     k = length text                           table = sort events
//
// A tree is given back after the last call that reads it (native/plan/lifetimes.hpp). A call whose
// results hold no cells keeps nothing, so the earlier it is made, the fewer trees lie there at a
// time; and what it reads was just made. It moves up, together with what is computed for it alone,
// behind the last binding that they need, but never in front of what prints (what was to fail
// behind it would fail before), or of a `seq` (what is printed may stand behind it), and in parallel
// code not in between calls that may run side by side. Only functions that are not recursive are
// looked at: what is kept there is kept for long, and the order within a recursion is chosen by
// `child-order`.
//
// Right, because all calls of a block are made in any case, and which of two that fail says so is
// open (docs/LANGUAGE.md), as it is where they run in parallel.
#pragma once

#include "backends/native/options.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `early-consumers`.
pipeline::Pass earlyConsumers(const NativeOptions& options);

}  // namespace deforest::backends
