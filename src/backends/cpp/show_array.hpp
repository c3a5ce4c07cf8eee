// The function that shows arrays (src/text/prelude/array_source.cpp): a loop over the places of the
// elements, from which the indices are computed.
#pragma once

#include "backends/cpp/text.hpp"
#include "backends/native/plan/layout.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// The statements that append to `out` what the array `value` is shown as, as the operand of
/// something that binds as strongly as `precedence`: `array (l,h) [(i,x),...]`, without what has no
/// value, or `listArray (l,h) [x,...]` where the indices are neither numbers, characters nor
/// enumerations, nor tuples of such.
void emitArrayShow(const ir::Program& program, const CppLayout& layout, const ir::Type& type,
                   CppText& out);

}  // namespace deforest::backends
