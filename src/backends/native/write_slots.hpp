// A value that is computed when it is first needed is kept.
//
//     case slot of { FullSlot x -> x;               if filled slot then value slot
//                    EmptySlot -> fillSlot slot e }   =>             else fill slot e
//
// An array that is defined by itself has functions as elements, each beside a slot
// (text/scopes/tables.cpp), and so have lists without an end (text/scopes/kept_lists.cpp). As data
// a slot is always empty, and each look at an element computes it again. Here slots become places
// that are written (ir/slots.hpp).
//
// Right, because a slot is for one value: it is made of the function that results in that, and
// filled with nothing else.
//
// On a program as it was read, before everything else: what fills a slot is a call of which nothing
// is known. Functions in which slots are filled, and of which nobody sees anything but a number,
// stay functions, since all that they make can be given back (plan/slots.hpp).
#pragma once

#include <set>

#include "ir/program.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `write-slots`.
pipeline::Pass writeSlots();

/// Functions that fill slots of which nobody sees anything, and that so can give back what they make
/// (plan/slots.hpp), stay functions.
void closeFunctions(ir::Program& program);

/// The functions that read lists which are kept and could be made again instead
/// (text/prelude/kept_list_source.cpp).
[[nodiscard]] std::set<ir::FunId> nodeReaders(const ir::Program& program);

}  // namespace deforest::backends
