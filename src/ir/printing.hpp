// What a program has printed, as a value: foreign calls of which interpreter and C++ know the
// meaning.
//
// A value of the type stands for what has been printed so far, and is used once. Who has it may
// print what comes next, and gets another one for it.
#pragma once

#include <string_view>

#include "ir/program.hpp"

namespace deforest::ir {

/// The library that the type is said to be of: no source can import it.
constexpr std::string_view printingLibrary = "deforest";

/// Without arguments: the first of these values.
constexpr std::string_view outputCall = "output";
/// Of such a value and characters, in order: prints them, and results in the next value.
constexpr std::string_view putCall = "put";
/// Of such a value and another one: prints that as `show` does.
constexpr std::string_view printCall = "print";

/// Whether values of the type stand for what has been printed.
[[nodiscard]] inline bool isOutput(const Program& program, TypeId type) {
  const Type& known = program.type(type);
  return known.shape == DataShape::Library && known.module == printingLibrary;
}

/// Whether `main` has printed everything itself when it is done.
[[nodiscard]] inline bool writesOutput(const Program& program) {
  return program.outputs.size() == 1 && program.outputs[0] == Output::Written;
}

}  // namespace deforest::ir
