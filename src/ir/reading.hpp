// Standard input as it is read: foreign calls of which interpreter and C++ know the meaning.
//
// A world has what is left of its input (text/scopes/worlds.cpp). To the interpreter that is there
// when `main` begins. C++ begins with none of it, reads when a call asks for more, and puts that
// behind what is there.
#pragma once

#include <string_view>

#include "ir/program.hpp"

namespace deforest::ir {

/// Of what has been printed (ir/printing.hpp) and a String, the input of `main`: that, of which C++
/// has read nothing.
constexpr std::string_view unreadCall = "<unread>";
/// Of what has been printed, what is left of the input, and how much of it has to be there, if there
/// is so much: a character (0), a line (1) or all of it (2). Results in what is left.
constexpr std::string_view aheadCall = "<ahead>";

/// Whether the call results in what is left of the input.
[[nodiscard]] inline bool isInputCall(const Foreign& call) {
  return call.name == aheadCall || call.name == unreadCall;
}
/// What such a call is given as that.
[[nodiscard]] inline const Atom& inputOf(const Foreign& call) {
  return call.arguments[1];
}

/// Whether the value of a parameter goes to calls of `<unread>` alone, in its function or in what
/// that calls.
[[nodiscard]] bool isUnread(const Program& program, FunId function, std::size_t parameter);

/// Whether some function of the program asks for input by `<ahead>`.
[[nodiscard]] bool readsAhead(const Program& program);

}  // namespace deforest::ir
