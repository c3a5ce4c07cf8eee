// Where cells are given back in programs with slots (ir/slots.hpp).
//
//     lcs xs ys = table ! (0, 0) where table = ...      what a call of it makes is given back
//
// A slot may come to hold a value that was made long after the slot, in whichever function found it
// empty: what holds what cannot be followed from variable to variable (lifetimes.hpp). So functions
// that make, read or fill slots leave all that they make where they were told to make it, but for
// those that are *closed*: none of what they are given can hold a slot, so that every slot they
// fill is one that they have made, and they result in scalars. What a call of such a function
// makes, nobody sees when it has returned, and all of it is given back together.
//
//     life alive = keysSet (filterWithKey rule counts)  where counts = ...     no slots in it
//
// While functions run that have nothing to do with slots no slot is filled, so what they make hangs
// from their results alone: it moves together as elsewhere (survivors.hpp), within them and when
// they are done, whoever calls them.
#pragma once

#include "backends/native/code.hpp"

namespace deforest::backends {

/// Corrects the plans of functions that have to do with slots: what is made apart.
void planAroundSlots(NativeCode& code);

/// And what moves together.
void keepFromSlots(NativeCode& code);

}  // namespace deforest::backends
