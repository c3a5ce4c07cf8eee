// Values of the types of arrays (src/text/prelude/array_source.cpp), which are more than their
// fields: there are as many elements as there are indices between the bounds. Private to src/eval.
//
//     Array low high count cells      NoCell | OneCell x | FourCells x x x x | Parts of four cells
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "eval/value.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

/// The elements of an array in order; nothing where one has no value.
[[nodiscard]] std::vector<std::optional<Value>> elementsOf(const ir::Program& program,
                                                           ir::TypeId type, Value array);

/// The indices of an array in order, made on `heap`. Nothing if the order of their type is not
/// known here: that of an instance of the program's own is not.
[[nodiscard]] std::optional<std::vector<Value>> indicesOf(Heap& heap, const ir::Program& program,
                                                          ir::TypeId type, Value array);

/// An array; `fields` are those of its constructor. Where they do not go together, as where they
/// were thought of one by one, it has the elements of the cells and an upper bound for as many.
[[nodiscard]] Value constructArray(Heap& heap, const ir::Program& program, ir::CtorId ctor,
                                   std::span<const Value> fields);

}  // namespace deforest::eval
