#include "text/printing/primitive_typing.hpp"

#include "ir/primitives.hpp"

namespace deforest::text {

Typing typingOf(ir::PrimOp op) {
  if (ir::isOfCharacters(op)) return Typing::Fixed;
  switch (op) {
    case ir::PrimOp::Eq:
    case ir::PrimOp::Ne:
    case ir::PrimOp::Lt:
    case ir::PrimOp::Le:
    case ir::PrimOp::Gt:
    case ir::PrimOp::Ge:
      return Typing::Comparison;
    case ir::PrimOp::And:
    case ir::PrimOp::Or:
    case ir::PrimOp::Not:
      return Typing::Boolean;
    case ir::PrimOp::Even:
    case ir::PrimOp::Odd:
      return Typing::Test;
    case ir::PrimOp::FromIntegral:
    case ir::PrimOp::Truncate:
    case ir::PrimOp::Floor:
    case ir::PrimOp::Ceiling:
    case ir::PrimOp::Round:
    case ir::PrimOp::RealToFrac:
      return Typing::Conversion;
    case ir::PrimOp::Ord:
    case ir::PrimOp::Chr:
      return Typing::Fixed;
    case ir::PrimOp::IntPow:
      return Typing::Power;
    case ir::PrimOp::ShiftL:
    case ir::PrimOp::ShiftR:
      return Typing::Shift;
    case ir::PrimOp::PopCount:
    case ir::PrimOp::TestBit:
      return Typing::Bit;
    case ir::PrimOp::Seq:
      return Typing::Second;
    default:
      return Typing::Uniform;
  }
}

}  // namespace deforest::text
