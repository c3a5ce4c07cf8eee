// What is decided of native code, in words: comments above the functions of the program.
//
//     -- [loops] a call of itself is a jump; result 1 fills a hole
//     -- [reuse-cells] `Node` (line 7) is written into the cell of `t`
//     go :: Tree -> Tree
//
// So every state of the code can be printed, compared and read back as any program can.
#pragma once

#include <string>
#include <vector>

#include "backends/native/code.hpp"

namespace deforest::backends {

/// What is decided of one function, each in a line that begins with the pass that decided it, in
/// brackets.
[[nodiscard]] std::vector<std::string> notesOf(const NativeCode& code, ir::FunId id);

/// The program with all of that in the comments of its functions.
[[nodiscard]] ir::Program withNotes(const NativeCode& code);

/// Takes such comments, left there by earlier passes, away.
void removeNotes(ir::Program& program);

}  // namespace deforest::backends
