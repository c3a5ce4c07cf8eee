// What a primitive is worth when something is known of its operands.
//
//     2 + 3 => 5      True && b => b      x == x => True (integers)      x + 0 => x (integers)
//
// Bit for bit: nothing is re-associated, no law of the reals is used on floating point, and a
// primitive that would raise an exception is left to raise it.
#pragma once

#include <optional>

#include "ir/program.hpp"

namespace deforest::simplify {

/// The atom that equals the primitive (operands resolved, result of the given type); none: it has
/// to be computed. `lazy`: only where no operand is then forced less.
std::optional<ir::Atom> foldPrimitive(const ir::Program& program, const ir::Function& function,
                                      const ir::Primitive& primitive, ir::TypeId type, bool lazy);

/// The operation that gives the same, bit for bit, of the two operands exchanged, itself perhaps:
/// `x < y` is `y > x`. None: there is no such operation.
[[nodiscard]] std::optional<ir::PrimOp> exchanged(const ir::Program& program,
                                                  const ir::Function& function,
                                                  const ir::Primitive& primitive);

/// The operation that says the contrary of the same operands: `x < y` is not `x >= y`. None: there
/// is none, as for floating point numbers, where every comparison with NaN but `/=` fails.
[[nodiscard]] std::optional<ir::PrimOp> contrary(const ir::Program& program,
                                                 const ir::Function& function,
                                                 const ir::Primitive& primitive);

}  // namespace deforest::simplify
