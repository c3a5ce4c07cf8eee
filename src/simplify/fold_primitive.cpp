#include "simplify/fold_primitive.hpp"

#include <vector>

#include "ir/primitives.hpp"
#include "ir/traverse.hpp"

namespace deforest::simplify {
namespace {

ir::TypeKind kindOf(const ir::Program& program, const ir::Function& function,
                    const ir::Atom& atom) {
  if (const auto* variable = ir::variableOf(atom)) {
    return program.type(function.variables[variable->value].type).kind;
  }
  return std::get<ir::Literal>(atom).kind;
}

bool isLiteral(const ir::Atom& atom, std::uint64_t bits) {
  const auto* literal = std::get_if<ir::Literal>(&atom);
  return literal != nullptr && literal->bits == bits;
}

// Laws of integers: 64-bit words, wrapping.
std::optional<ir::Atom> foldIntegral(const ir::Primitive& primitive) {
  const ir::Atom& a = primitive.arguments[0];
  const ir::Atom& b = primitive.arguments[1];
  switch (primitive.op) {
    case ir::PrimOp::Add:
    case ir::PrimOp::BitOr:
    case ir::PrimOp::BitXor:
      if (isLiteral(a, 0)) return b;
      if (isLiteral(b, 0)) return a;
      return std::nullopt;
    case ir::PrimOp::Sub:
      return isLiteral(b, 0) ? std::optional(a) : std::nullopt;
    case ir::PrimOp::Mul:
      if (isLiteral(a, 1)) return b;
      if (isLiteral(b, 1)) return a;
      return std::nullopt;
    case ir::PrimOp::Div:
    case ir::PrimOp::Quot:
      return isLiteral(b, 1) ? std::optional(a) : std::nullopt;
    case ir::PrimOp::Min:
    case ir::PrimOp::Max:
      return a == b ? std::optional(a) : std::nullopt;
    default:
      return std::nullopt;
  }
}

// Comparisons of a variable with itself; of floating point only NaN forbids it.
std::optional<ir::Atom> foldComparison(const ir::Primitive& primitive) {
  if (primitive.arguments[0] != primitive.arguments[1]) return std::nullopt;
  switch (primitive.op) {
    case ir::PrimOp::Eq:
    case ir::PrimOp::Le:
    case ir::PrimOp::Ge:
      return ir::boolLiteral(true);
    case ir::PrimOp::Ne:
    case ir::PrimOp::Lt:
    case ir::PrimOp::Gt:
      return ir::boolLiteral(false);
    default:
      return std::nullopt;
  }
}

std::optional<ir::Atom> foldBoolean(const ir::Primitive& primitive, bool lazy) {
  const bool isAnd = primitive.op == ir::PrimOp::And;
  if (!isAnd && primitive.op != ir::PrimOp::Or) return std::nullopt;
  const std::uint64_t neutral = isAnd ? 1 : 0;
  for (std::size_t i = 0; i < 2; ++i) {
    if (isLiteral(primitive.arguments[i], neutral)) return primitive.arguments[1 - i];
    // Haskell's operators force the left operand only.
    if (lazy && i == 1) continue;
    if (isLiteral(primitive.arguments[i], 1 - neutral)) return ir::boolLiteral(!isAnd);
  }
  if (primitive.arguments[0] == primitive.arguments[1]) return primitive.arguments[0];
  return std::nullopt;
}

}  // namespace

std::optional<ir::Atom> foldPrimitive(const ir::Program& program, const ir::Function& function,
                                      const ir::Primitive& primitive, ir::TypeId type, bool lazy) {
  std::vector<ir::Literal> literals;
  for (const ir::Atom& atom : primitive.arguments) {
    if (const auto* literal = std::get_if<ir::Literal>(&atom)) literals.push_back(*literal);
  }
  const ir::TypeKind result = program.type(type).kind;
  if (literals.size() == primitive.arguments.size() && primitive.op != ir::PrimOp::Seq) {
    if (const auto value = ir::evaluate(primitive.op, literals, result)) return ir::Atom(*value);
    return std::nullopt;
  }
  if (primitive.arguments.size() != 2) return std::nullopt;
  const ir::TypeKind operand = kindOf(program, function, primitive.arguments[0]);
  if (operand == ir::TypeKind::Bool) {
    if (const auto folded = foldBoolean(primitive, lazy)) return folded;
  }
  if (ir::isFloating(operand) || operand == ir::TypeKind::Data) return std::nullopt;
  if (ir::isIntegral(operand)) {
    if (const auto folded = foldIntegral(primitive)) return folded;
  }
  return lazy ? std::nullopt : foldComparison(primitive);
}

std::optional<ir::PrimOp> exchanged(const ir::Program& program, const ir::Function& function,
                                    const ir::Primitive& primitive) {
  if (primitive.arguments.size() != 2) return std::nullopt;
  switch (primitive.op) {
    case ir::PrimOp::Lt:
      return ir::PrimOp::Gt;
    case ir::PrimOp::Gt:
      return ir::PrimOp::Lt;
    case ir::PrimOp::Le:
      return ir::PrimOp::Ge;
    case ir::PrimOp::Ge:
      return ir::PrimOp::Le;
    default:
      break;
  }
  const ir::TypeKind operand = kindOf(program, function, primitive.arguments[0]);
  return ir::isCommutative(primitive.op, operand) ? std::optional(primitive.op) : std::nullopt;
}

std::optional<ir::PrimOp> contrary(const ir::Program& program, const ir::Function& function,
                                   const ir::Primitive& primitive) {
  if (primitive.arguments.empty()) return std::nullopt;
  if (ir::isFloating(kindOf(program, function, primitive.arguments[0]))) return std::nullopt;
  switch (primitive.op) {
    case ir::PrimOp::Eq:
      return ir::PrimOp::Ne;
    case ir::PrimOp::Ne:
      return ir::PrimOp::Eq;
    case ir::PrimOp::Lt:
      return ir::PrimOp::Ge;
    case ir::PrimOp::Ge:
      return ir::PrimOp::Lt;
    case ir::PrimOp::Le:
      return ir::PrimOp::Gt;
    case ir::PrimOp::Gt:
      return ir::PrimOp::Le;
    case ir::PrimOp::Even:
      return ir::PrimOp::Odd;
    case ir::PrimOp::Odd:
      return ir::PrimOp::Even;
    default:
      return std::nullopt;
  }
}

}  // namespace deforest::simplify
