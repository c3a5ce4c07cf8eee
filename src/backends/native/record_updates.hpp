// Functions that make a record of one of the same type are put where they are called.
//
//     cons e r = r { events = e : events r }         go s = let Result es k = go (next s)
//                                              =>           in Result (event s : es) k
//     go s = cons (event s) (go (next s))
//
// What `go` results in is then built where it returns, and taken apart where it is called:
// `unbox-results` returns the fields, each of which is made from that of the call, and that is a
// loop (plan/loops.hpp). As it was, the record was made anew at every call, on the way back.
//
// Right, because a call is its function's body. Done of short functions without branches that only
// take the record apart, so that each call becomes a few bindings.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `record-updates`.
pipeline::Pass recordUpdates();

}  // namespace deforest::backends
