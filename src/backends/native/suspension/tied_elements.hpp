// Whether what lists are made of that are defined by themselves may need the lists.
//
//     ones = 1 : map (+ 1) ones             an element is made of another one: never
//     best = [value w | w <- [0 ..]]        `value` is given the list: perhaps
//
// `delay-lists` computes what stands in a cell with the cell. That is right where it needs cells
// before its own; where it needs later ones, or how many there are, there is no value, and Haskell
// has one. Which of the two it is, only an evaluation says.
#pragma once

#include "ir/program.hpp"

namespace deforest::backends {

/// Whether a call that is given such a list may be made before Haskell makes it: its result is
/// neither such a list nor certainly needed by what the function results in.
[[nodiscard]] bool mayNeedOwnCells(ir::Program program);

}  // namespace deforest::backends
