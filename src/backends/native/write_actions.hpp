// What actions print is written where they print it, and not kept until the program ends.
//
//     act (World input printed) =              act (World input printed) =
//       World input (Printed printed "a")  =>    World input (write "a" printed)
//     textBefore printed rest = ...            textBefore printed rest = written printed rest
//     hasErrors printed = ...                  hasErrors printed = False
//     ahead amount printed input = input       ahead amount printed input = read amount ... input
//
// Where actions are functions of the world (text/scopes/worlds.cpp), the world has what they have
// printed, to either handle, the last text first, and `textBefore` and `errorsBefore` make one text
// of it in the end. Here this value becomes one that stands for what has been printed
// (ir/printing.hpp), and what made a longer one prints, or writes a file. A program that prints for
// ever needs no memory for it, and one that fails has printed what it printed before: an error in a
// block reads what has been printed there, so it comes behind it.
//
// What reads the input or a file needs that value, so that it reads behind what has been printed and
// written by then, and no more than it asks for (ir/reading.hpp).
//
// Right, because each world is used once, so that texts are printed in the order in which they
// stood; `written` is what has been printed and is not yet seen, which for C++ is nothing.
//
// On a program as it was read, before fusion: `write` is then one more consumer of lists.
//
// Source: Wadler, Linear types can change the world!, 1990.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `write-actions`.
pipeline::Pass writeActions();

/// Whether actions of the program read or write files. It has to be the program as it was read:
/// only what this pass makes of it does so.
[[nodiscard]] bool usesFiles(const ir::Program& program);

}  // namespace deforest::backends
