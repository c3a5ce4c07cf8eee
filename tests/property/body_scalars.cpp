// Scalars: literals, operations, comparisons, conversions.
#include "body_generator.hpp"

namespace deforest::property {

using ir::Atom;
using ir::PrimOp;
using ir::TypeId;
using ir::TypeKind;

Atom BodyGenerator::literal(TypeKind kind) {
  switch (kind) {
    case TypeKind::Int: {
      const int value = random_.between(-3, 9);
      return random_.chance(3)
                 ? ir::intLiteral(std::numeric_limits<std::int64_t>::min() + value + 3)
                 : ir::intLiteral(value);
    }
    case TypeKind::Word:
      return ir::wordLiteral(static_cast<std::uint64_t>(random_.between(0, 9)));
    case TypeKind::Char:
      return ir::charLiteral(static_cast<char32_t>(random_.between('a', 'f')));
    case TypeKind::Bool:
      return ir::boolLiteral(random_.chance(50));
    default:
      return ir::doubleLiteral(random_.pick({0.0, -0.0, 0.1, 1.0, 2.5, -3.75, 1e300}), kind);
  }
}

PrimOp BodyGenerator::combiner(TypeKind kind) {
  switch (kind) {
    case TypeKind::Bool:
      return random_.pick({PrimOp::And, PrimOp::Or, PrimOp::Eq, PrimOp::Ne});
    case TypeKind::Char:
      return random_.pick({PrimOp::Min, PrimOp::Max});
    default:
      return random_.pick({PrimOp::Add, PrimOp::Add, PrimOp::Add, PrimOp::Sub, PrimOp::Mul,
                           PrimOp::Min, PrimOp::Max});
  }
}

Atom BodyGenerator::primitive(PrimOp op, Atoms operands, TypeId result) {
  return emit(ir::Primitive{op, std::move(operands)}, {result}, Height::Any)[0];
}

Atom BodyGenerator::makeScalar(TypeId type, int fuel) {
  const TypeKind kind = kindOf(type);
  if (fuel <= 0) return literal(kind);
  const std::vector<std::size_t> records = matchable(false);
  if (!records.empty() && random_.chance(20)) {
    const Known known = scope_[random_.pick(records)];
    unpack(known.variable, known.type);
  }
  const unsigned calls = callsFor(type, Height::Any).empty() ? 0 : 10;
  const unsigned matches = fuel > 2 && !matchable(true).empty() ? 1 : 0;
  switch (random_.weighted({1, 5, calls, 1, matches})) {
    case 0:
      return literal(kind);
    case 1:
      return compute(type, fuel);
    case 2:
      return makeCalling(type, Height::Any, fuel);
    case 3:
      return makeBranching(type, Height::Any, fuel);
    default:
      return makeMatching(type, Height::Any, fuel);
  }
}

Atom BodyGenerator::compute(TypeId type, int fuel) {
  const TypeKind kind = kindOf(type);
  const auto operand = [&] { return make(type, Height::Any, fuel - 1); };
  if (kind == TypeKind::Bool && random_.chance(70)) return compare(fuel);
  if (kind != TypeKind::Bool && kind != TypeKind::Char && random_.chance(10)) {
    return convert(type, fuel);
  }
  if (ir::isIntegral(kind) && random_.chance(12)) return divide(type, fuel);
  if (random_.chance(15)) {
    if (kind == TypeKind::Bool) return primitive(PrimOp::Not, {operand()}, type);
    if (ir::isIntegral(kind)) {
      const PrimOp op =
          random_.pick({PrimOp::Negate, PrimOp::Abs, PrimOp::Signum, PrimOp::Complement});
      return primitive(op, {operand()}, type);
    }
    if (ir::isFloating(kind)) {
      const PrimOp op = random_.pick({PrimOp::Negate, PrimOp::Abs, PrimOp::Sqrt});
      return primitive(op, {operand()}, type);
    }
  }
  const Atom first = operand();
  if (ir::isIntegral(kind) && random_.chance(8)) {
    const PrimOp op = random_.pick({PrimOp::ShiftL, PrimOp::ShiftR, PrimOp::IntPow});
    return primitive(op, {first, ir::intLiteral(random_.between(0, 3))}, type);
  }
  const Atom second = operand();
  if (ir::isFloating(kind) && random_.chance(10)) {
    return primitive(PrimOp::FDiv, {first, second}, type);
  }
  if (ir::isIntegral(kind) && random_.chance(8)) {
    const PrimOp op = random_.pick({PrimOp::BitAnd, PrimOp::BitOr, PrimOp::BitXor});
    return primitive(op, {first, second}, type);
  }
  return primitive(combiner(kind), {first, second}, type);
}

// Mostly by a literal, or by what a comparison has shown not to be 0.
Atom BodyGenerator::divide(TypeId type, int fuel) {
  const PrimOp op = random_.pick({PrimOp::Div, PrimOp::Mod, PrimOp::Quot, PrimOp::Rem});
  const Atom dividend = make(type, Height::Any, fuel - 1);
  const Atom zero = ir::Literal{kindOf(type), 0};
  const std::uint32_t guard = random_.below(10);
  if (guard < 5) {
    const Atom divisor =
        ir::Literal{kindOf(type), static_cast<std::uint64_t>(random_.between(1, 4))};
    return primitive(op, {dividend, divisor}, type);
  }
  const Atom divisor = make(type, Height::Any, fuel - 1);
  if (guard == 9) return primitive(op, {dividend, divisor}, type);
  const Atom fits = primitive(PrimOp::Gt, {divisor, zero}, world_.builder.boolType);
  ir::Block whenTrue = nested([&] { return Atoms{primitive(op, {dividend, divisor}, type)}; });
  ir::Block whenFalse = nested([&] { return Atoms{make(type, Height::Any, fuel - 2)}; });
  return emit(ir::Conditional{fits, std::move(whenTrue), std::move(whenFalse)}, {type},
              Height::Any)[0];
}

Atom BodyGenerator::compare(int fuel) {
  const TypeId type = random_.chance(60) ? world_.builder.intType : random_.pick(world_.scalars);
  const TypeId result = world_.builder.boolType;
  const Atom first = make(type, Height::Any, fuel - 1);
  if (ir::isIntegral(kindOf(type)) && random_.chance(20)) {
    return primitive(random_.pick({PrimOp::Even, PrimOp::Odd}), {first}, result);
  }
  const Atom second =
      random_.chance(35) ? literal(kindOf(type)) : make(type, Height::Any, fuel - 1);
  const PrimOp op =
      random_.pick({PrimOp::Eq, PrimOp::Ne, PrimOp::Lt, PrimOp::Le, PrimOp::Gt, PrimOp::Ge});
  return primitive(op, {first, second}, result);
}

Atom BodyGenerator::convert(TypeId type, int fuel) {
  const ir::testing::Builder& builder = world_.builder;
  const TypeKind kind = kindOf(type);
  if (kind == TypeKind::Int && random_.chance(60)) {
    if (random_.chance(50)) {
      return primitive(PrimOp::Ord, {make(builder.charType, Height::Any, fuel - 1)}, type);
    }
    const PrimOp op = random_.pick({PrimOp::Truncate, PrimOp::Floor, PrimOp::Round});
    return primitive(op, {make(builder.doubleType, Height::Any, fuel - 1)}, type);
  }
  const TypeId from = random_.chance(60) ? builder.intType : builder.wordType;
  return primitive(PrimOp::FromIntegral, {make(from, Height::Any, fuel - 1)}, type);
}

}  // namespace deforest::property
