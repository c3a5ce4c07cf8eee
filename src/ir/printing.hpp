// What a program has printed, read and written, as a value: foreign calls of which interpreter and
// C++ know the meaning.
//
// A value of the type stands for what has been printed so far, and is used once. Who has it may
// print what comes next, and gets another one for it.
#pragma once

#include <algorithm>
#include <string_view>

#include "ir/program.hpp"

namespace deforest::ir {

/// The library that the type is said to be of: no source can import it.
constexpr std::string_view printingLibrary = "deforest";

// The calls have names that no function of a source has.

/// Without arguments: the first of these values.
constexpr std::string_view outputCall = "<output>";
/// Of such a value and characters, in order: prints them, and results in the next value.
constexpr std::string_view putCall = "<put>";
/// The same to standard error; the strict interpreter forgets it.
constexpr std::string_view putErrorCall = "<put-error>";
/// Of such a value and another one: prints that as `show` does.
constexpr std::string_view printCall = "<print>";

/// Of such a value and a String: what has been printed and is not yet seen, and that String behind
/// it. Of C++ all is seen.
constexpr std::string_view writtenCall = "<written>";

// Files: a name is given first, one character after the other.

/// Of such a value and a character: puts it behind the name of the file that comes next.
constexpr std::string_view fileNameCall = "<file-name>";
/// Of such a value and a Bool: begins to write the file of that name, which is emptied, or is kept
/// in front of what is written.
constexpr std::string_view openFileCall = "<open-file>";
/// Of such a value and a character: writes it to that file.
constexpr std::string_view putToFileCall = "<put-to-file>";
/// Of such a value: the file is whole.
constexpr std::string_view closeFileCall = "<close-file>";
/// Of such a value and a String: what is in the file of that name. The String is it where a program
/// is only counted or compared: what it is given as input.
constexpr std::string_view fileTextCall = "<file-text>";
/// Of such a value and what was read before it: the next value.
constexpr std::string_view afterReadingCall = "<after-reading>";

/// Whether the call is given characters, in order, so that two in a row are one.
[[nodiscard]] inline bool takesCharacters(std::string_view call) {
  return call == putCall || call == putErrorCall || call == fileNameCall || call == putToFileCall;
}
/// Whether it reads or writes a file, or says which.
[[nodiscard]] inline bool isFileCall(std::string_view call) {
  return call == fileNameCall || call == openFileCall || call == putToFileCall ||
         call == closeFileCall || call == fileTextCall;
}

/// Whether the call is one of these, or of those of ir/slots.hpp.
[[nodiscard]] inline bool hasKnownMeaning(const Foreign& call) {
  return call.name.starts_with('<');
}

/// Whether values of the type stand for what has been printed.
[[nodiscard]] inline bool isOutput(const Program& program, TypeId type) {
  const Type& known = program.type(type);
  return known.shape == DataShape::Library && known.module == printingLibrary;
}

/// Whether values of the type stand for that, or are records or tuples in which such a value is:
/// the world of actions, and what they result in (text/scopes/worlds.cpp).
[[nodiscard]] inline bool holdsOutput(const Program& program, TypeId type, unsigned depth = 3) {
  if (isOutput(program, type)) return true;
  const Type& known = program.type(type);
  if (known.constructors.size() != 1 || depth == 0) return false;
  return std::ranges::any_of(
      program.constructor(known.constructors[0]).fields,
      [&](const Field& field) { return holdsOutput(program, field.type, depth - 1); });
}

/// Whether one of these results holds what has been printed: whoever made them may have printed.
template <class Results>
[[nodiscard]] bool prints(const Program& program, const Function& function,
                          const Results& results) {
  return std::ranges::any_of(results, [&](VarId result) {
    return holdsOutput(program, function.variables[result.value].type);
  });
}

/// Whether `main` has printed everything itself when it is done.
[[nodiscard]] inline bool writesOutput(const Program& program) {
  return program.outputs.size() == 1 && program.outputs[0] == Output::Written;
}

}  // namespace deforest::ir
