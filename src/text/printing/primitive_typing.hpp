// From what Haskell knows the types of a primitive's operands and result.
#pragma once

#include <cstdint>

#include "ir/program.hpp"

namespace deforest::text {

/// What the type of a primitive's result and operands is known from.
enum class Typing : std::uint8_t {
  Uniform,     ///< operands and result have one type
  Comparison,  ///< the operands have one type, the result is Bool
  Boolean,     ///< everything is Bool
  Fixed,       ///< operands and result have types of their own, whatever the program: ord, chr
  Conversion,  ///< nothing is known
  Test,        ///< the result is Bool, the operand may have several types
  Power,       ///< result and base have one type, the exponent may have several
  Shift,       ///< result and first operand have one type, the second is Int
  Bit,         ///< the result and the second operand have types of their own
  Second,      ///< the result has the type of the second operand
};

[[nodiscard]] Typing typingOf(ir::PrimOp op);

}  // namespace deforest::text
