// Literals that stand before a list.
//
//     a xs = "Array" ++ xs    =>    a xs = 'A' : 'r' : 'r' : 'a' : 'y' : xs
//
// GHC has a rule for the text on the left, as fast as one cell after the other, and what builds the
// cells of a list whose elements are known is its own work too. Where its evaluation is counted,
// visiting the cells of such a list would be a gain that any change of the function makes, and be
// printed as the source has it. So the program is read as if they were put before the list at once.
#pragma once

#include "ir/program.hpp"
#include "text/original.hpp"

namespace deforest::backends {

/// The same with no call of `++` on a list of which every cell is made in the same function.
[[nodiscard]] ir::Program withAppendedLiterals(ir::Program program, const text::Original& original);

}  // namespace deforest::backends
