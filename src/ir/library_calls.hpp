// Functions of libraries that are called by name (`LibraryName`), and the functions that they are
// given: what must stay as it is for such calls to be written.
#pragma once

#include <vector>

#include "ir/program.hpp"

namespace deforest::ir {

/// Whether the argument is a text, whatever the function is called with.
[[nodiscard]] inline bool isText(const LibraryName::Argument& argument) {
  return argument.function.starts_with('"');
}

/// Whether the type is one of a library's arrays.
[[nodiscard]] inline bool isArray(const Type& type) {
  return type.shape == DataShape::Library && type.module.starts_with("Data.Array");
}

/// Whether the type is a library's sequence: a tree of elements in any order.
[[nodiscard]] inline bool isSequence(const Type& type) {
  return type.shape == DataShape::Library && type.module == "Data.Sequence";
}

/// By function: those that it, called by its name in a library, is given.
[[nodiscard]] std::vector<std::vector<FunId>> givenFunctions(const Program& program);

/// By function: whether its name, what it takes and what it gives must stay: of roots, of what is
/// called by its name in a library, and of what is given to it.
[[nodiscard]] std::vector<bool> fixedFunctions(const Program& program);

/// By function: whether what it takes and what it gives must stay: of those, and of functions as
/// they are written (`Function::asWritten`).
[[nodiscard]] std::vector<bool> fixedInterfaces(const Program& program);

/// By function: whether a text that calls libraries by name has to define it. Without libraries,
/// every function.
[[nodiscard]] std::vector<bool> definedFunctions(const Program& program);

/// Whether a call in the function may be given what it results in: the function is Haskell's `fix`,
/// applied to a function of the program. Where evaluation is strict it has no value.
[[nodiscard]] bool tiesCall(const Function& function);

/// Whether the binding is a call that is given what it results in, `x = f x`.
[[nodiscard]] bool isTied(const Binding& binding);

}  // namespace deforest::ir
