// Type inference: Hindley and Milner's, by components of the call graph.
//
// Functions without a signature are generalised together with those they are recursive with;
// constants without a signature are not generalised over overloaded variables, so what they are
// used at decides. Local functions are generalised over what their enclosing function does not
// know; variables are monomorphic. What no use decides is defaulted when programs are made
// (types/defaults): to Int, Double or ().
#pragma once

#include "text/scopes/report.hpp"
#include "text/scopes/tree.hpp"

namespace deforest::text {

/// Finds the types of all terms, patterns, locals and functions of `module`, which may have holes.
void inferModule(resolved::Module& module, Reporter& reporter);

}  // namespace deforest::text
