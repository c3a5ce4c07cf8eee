// Places for values that are computed when they are first needed, and then kept: foreign calls of
// which interpreter and C++ know the meaning.
//
// A slot is made empty and filled once. Whoever finds it empty computes the value that it is for;
// all who do compute the same, so that it does not matter who fills it, nor whether a look at it is
// repeated.
#pragma once

#include <string_view>

#include "ir/program.hpp"

namespace deforest::ir {

/// The library that the types are said to be of: no source can import it. Their argument is the
/// type of the values.
constexpr std::string_view slotLibrary = "deforest.slots";

// The calls have names that no function of a source has.

/// Of what decides the value, if need be with a number for how: an empty slot.
constexpr std::string_view slotCall = "<slot>";
/// Of a slot: whether it has been filled.
constexpr std::string_view isFilledCall = "<filled>";
/// Of a slot that has been filled: its value.
constexpr std::string_view slotValueCall = "<value>";
/// Of a slot and a value: the value, which is now in the slot.
constexpr std::string_view fillCall = "<fill>";

[[nodiscard]] inline bool isSlot(const Program& program, TypeId type) {
  const Type& known = program.type(type);
  return known.shape == DataShape::Library && known.module == slotLibrary;
}

/// Whether nobody sees what a call of the function makes when it has returned, though slots are
/// filled in it: then it stays a function, of the library of slots.
[[nodiscard]] inline bool isClosed(const Function& function) {
  return function.library && function.library->module == slotLibrary;
}

[[nodiscard]] inline bool isSlotCall(std::string_view name) {
  return name == slotCall || name == isFilledCall || name == slotValueCall || name == fillCall;
}

}  // namespace deforest::ir
