// Arrays whose elements change where they are: foreign calls of which interpreter and C++ know the
// meaning.
//
// Elements are scalars. An array is a number, which nobody looks at. What has been done with arrays so
// far is a number too: whoever makes an array or changes one needs it and gets another one, and so
// does whoever has read an element, so that what is done later depends on what was done before. In a
// program that uses each of these numbers once, as a state is handed on, that is all the order there
// is to keep.
#pragma once

#include <string_view>

#include "ir/program.hpp"

namespace deforest::ir {

// The calls have names that no function of a source has.

/// Of such a number: the first of a computation whose arrays nobody knows afterwards. Two of these
/// calls are never one, whatever they are of.
constexpr std::string_view arraysCall = "<arrays>";
/// Of a number of elements, a value, and what has been done: an array of so many times that.
constexpr std::string_view newArrayCall = "<array>";
/// Of an array, a place from 0 on, and what has been done: the element.
constexpr std::string_view elementCall = "<element>";
/// Of an array, a place, a value, and what has been done: what has been done with this, too.
constexpr std::string_view putElementCall = "<put-element>";
/// Of what has been done, and what was made or read then: the same, after that.
constexpr std::string_view afterCall = "<after>";

[[nodiscard]] inline bool isArrayCall(std::string_view name) {
  return name == arraysCall || name == newArrayCall || name == elementCall ||
         name == putElementCall || name == afterCall;
}

}  // namespace deforest::ir
