// The form of the programs that native code is made of: every value is there before it is used.
//
//     let y = seq x (f x) in y        =>      f x
//     let a = error "no" ; b = g a    =>      error "no"          b in the same block
//
// `seq` is its second operand, since native code has evaluated the first in any case; a copy is
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
