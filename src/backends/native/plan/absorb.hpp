// Which function is compiled as a part of its only caller.
//
//     parse (c : cs) = .. digits cs ..        digits is called here alone, is a loop itself, and
//     digits (c : cs) = .. parse cs ..        goes on with parse: its code stands in parse's
//
// Of functions in mutual recursion that are loops themselves, one that is called in one place is as
// good as written there: its calls and results would cost more than many of its rounds. It stays a
// function of the text, which the compiler is told to put in its caller (`always_inline`).
//
// It must not be a root, which has other callers, and must call itself by jumps alone. One of each
// recursion is enough: the way around it has one call less.
#pragma once

#include "backends/native/code.hpp"

namespace deforest::backends {

void absorbLoops(NativeCode& code);

}  // namespace deforest::backends
