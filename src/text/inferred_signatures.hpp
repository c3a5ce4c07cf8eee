// The types of functions of other modules that have no signature there.
//
//     -- module Vector:  scale k (x, y) = (k * x, k * y)
//     import Vector (scale)                      =>  scale :: (Num a) => a -> (a, a) -> (a, a)
//
// Inference finds them, and they are told as the signatures that the module could have, in its own
// words, so that nobody who asks for the type of what is imported has to know where it is from.
// What is not understood there has none, and neither has a constant of which nothing in the module
// says what it is: GHC may choose otherwise.
#pragma once

#include <string>

#include "text/scopes/interfaces.hpp"

namespace deforest::text {

/// Of the module that has the text `text`.
[[nodiscard]] InferredSignatures inferSignatures(const std::string& text, const Package& package,
                                                 Interfaces& interfaces);

}  // namespace deforest::text
