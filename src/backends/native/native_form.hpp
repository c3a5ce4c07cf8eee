// The form of the programs that native code is made of: every value is there before it is used.
//
//     let y = seq x (f n) in y        =>      let _ = seq x x in f n
//     let a = error "no" ; b = g a    =>      error "no"          b in the same block
//
// `seq` is its second operand, since native code has evaluated the first in any case; all that is
// left to say is that this must not go though nobody reads it (simplify/forced_anyway). A copy is
// what it copies; what follows an error in its block is not reached. Neither an analysis of cells
// nor the text then has to know of any of these (`pipeline::Form::Native`).
//
// Right under strict semantics alone, which native code has.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `native-form`.
pipeline::Pass nativeForm();

}  // namespace deforest::backends
