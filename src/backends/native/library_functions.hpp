// Functions of libraries become functions of the program.
//
//     import Data.Map (insert)           =>      insert k x Tip = ..
//
// Haskell calls a library by the names it has there, so no other pass looks into its functions
// (ir/library_calls.hpp). C++ has no such library: here they are compiled like all others, and all
// that follows may inline and rewrite them. Right, because what they do is in the program.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `library-functions`.
pipeline::Pass libraryFunctions();

}  // namespace deforest::backends
