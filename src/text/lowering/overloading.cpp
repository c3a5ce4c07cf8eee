// Operations of the Prelude's classes at types for which the module declares instances.
//
//     v + w * 2     =>    plus_Vector v (times_Vector w (fromInteger_Vector 2))
#include "ir/primitives.hpp"
#include "text/lowering/literals.hpp"
#include "text/lowering/machine.hpp"

namespace deforest::text {
namespace {

struct ClassMethod {
  Class c;
  std::string_view name;
};

// The method that a builtin is, comparisons apart: structures of data are compared by way of them.
std::optional<ClassMethod> methodOf(const Builtin& builtin) {
  using Kind = Builtin::Kind;
  switch (builtin.kind) {
    case Kind::FromEnum:
    case Kind::ToEnum:
      return ClassMethod{Class::Enum, builtin.name};
    case Kind::MinBound:
    case Kind::MaxBound:
      return ClassMethod{Class::Bounded, builtin.name};
    case Kind::EnumFrom:
      return ClassMethod{Class::Enum, "enumFrom"};
    case Kind::EnumFromThen:
      return ClassMethod{Class::Enum, "enumFromThen"};
    case Kind::Pi:
      return ClassMethod{Class::Floating, builtin.name};
    case Kind::DivMod:
    case Kind::QuotRem:
      return ClassMethod{Class::Integral, builtin.name};
    case Kind::Primitive:
      break;
    default:
      return std::nullopt;
  }
  switch (builtin.op) {
    case ir::PrimOp::Add:
    case ir::PrimOp::Sub:
    case ir::PrimOp::Mul:
    case ir::PrimOp::Negate:
    case ir::PrimOp::Abs:
    case ir::PrimOp::Signum:
    case ir::PrimOp::FromIntegral:
    case ir::PrimOp::IntPow:
      return ClassMethod{Class::Num, builtin.name};
    case ir::PrimOp::Div:
    case ir::PrimOp::Mod:
    case ir::PrimOp::Quot:
    case ir::PrimOp::Rem:
    case ir::PrimOp::Even:
    case ir::PrimOp::Odd:
      return ClassMethod{Class::Integral, builtin.name};
    case ir::PrimOp::BitAnd:
    case ir::PrimOp::BitOr:
    case ir::PrimOp::BitXor:
    case ir::PrimOp::Complement:
    case ir::PrimOp::ShiftL:
    case ir::PrimOp::ShiftR:
    case ir::PrimOp::PopCount:
    case ir::PrimOp::TestBit:
      return ClassMethod{Class::Bits, ir::info(builtin.op).name};
    case ir::PrimOp::FDiv:
      return ClassMethod{Class::Fractional, builtin.name};
    case ir::PrimOp::Pow:
    case ir::PrimOp::Sqrt:
    case ir::PrimOp::Exp:
    case ir::PrimOp::Log:
    case ir::PrimOp::Sin:
    case ir::PrimOp::Cos:
    case ir::PrimOp::Tan:
    case ir::PrimOp::Asin:
    case ir::PrimOp::Acos:
    case ir::PrimOp::Atan:
    case ir::PrimOp::Sinh:
    case ir::PrimOp::Cosh:
    case ir::PrimOp::Tanh:
    case ir::PrimOp::Asinh:
    case ir::PrimOp::Acosh:
    case ir::PrimOp::Atanh:
      return ClassMethod{Class::Floating, builtin.name};
    case ir::PrimOp::Truncate:
    case ir::PrimOp::Floor:
    case ir::PrimOp::Ceiling:
    case ir::PrimOp::Round:
      return ClassMethod{Class::RealFrac, builtin.name};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<ir::Atom> FunctionElaborator::ownBuiltin(const Term& source,
                                                       const resolved::BuiltinCall& node,
                                                       const std::string& name) {
  if (const auto converted = ownConversion(source, node, name)) return converted;
  const std::optional<ClassMethod> method = methodOf(*node.builtin);
  if (!method) return std::nullopt;
  const Term& typed = node.builtin->resultDecides() ? source : node.arguments[0];
  const ir::TypeId type = ground(typed.type, typed.span);
  if (!builder_.hasOwnInstance(classSet(method->c), type)) return std::nullopt;
  const std::string wanted = name.empty() ? temporaryName(type) : name;
  const ir::Position position = source.span.begin;
  const ir::TypeId result = ground(source.type, source.span);
  Atoms values = operands(node.arguments, source.end);
  if (node.builtin->op == ir::PrimOp::IntPow && node.builtin->kind == Builtin::Kind::Primitive) {
    const ir::TypeId exponent = typeOf(*frame_, values[1]);
    const ir::FunId power = *builder_.instance({*module_.power, {type, exponent}, {}});
    return bindOne(ir::Call{power, std::move(values)}, result, wanted, position);
  }
  const std::string_view called = method->name;
  // Whole numbers of any type are what `truncate` and the like result in.
  std::vector<ir::TypeId> more;
  if (method->c == Class::RealFrac) more.push_back(result);
  const auto function = builder_.ownMethod(method->c, called, type, more);
  if (!function) return noMethod(called, result, position);
  return bindOne(ir::Call{*function, std::move(values)}, result, wanted, position);
}

// Where either side has an instance that is declared, by way of an Integer: of `fromIntegral` and
// its kin, and of what results in whole numbers.
std::optional<ir::Atom> FunctionElaborator::ownConversion(const Term& source,
                                                          const resolved::BuiltinCall& node,
                                                          const std::string& name) {
  using ir::PrimOp;
  const PrimOp op = node.builtin->op;
  if (node.builtin->kind != Builtin::Kind::Primitive) return std::nullopt;
  const bool converts = op == PrimOp::FromIntegral;
  const bool rounds =
      op == PrimOp::Truncate || op == PrimOp::Floor || op == PrimOp::Ceiling || op == PrimOp::Round;
  if (!converts && !rounds) return std::nullopt;
  const ir::TypeId from = ground(node.arguments[0].type, node.arguments[0].span);
  const ir::TypeId to = ground(source.type, source.span);
  const bool isFrom = builder_.hasOwnInstance(classSet(Class::Integral), from);
  const bool isTo = builder_.hasOwnInstance(classSet(Class::Num), to);
  if (rounds && builder_.hasOwnInstance(classSet(Class::RealFrac), from)) return std::nullopt;
  if (!isFrom && !isTo) return std::nullopt;
  const ir::TypeId integer = builder_.types.scalar(ir::TypeKind::Integer);
  const ir::Position position = source.span.begin;
  ir::Atom made = operands(node.arguments, source.end)[0];
  if (isFrom) {
    made = wholeOf(made, from, position);
  } else if (from != integer) {
    made = bindOne(ir::Primitive{op, {made}}, integer, "n", position);
  }
  const std::string wanted = name.empty() ? temporaryName(to) : name;
  if (to == integer) return made;
  if (!isTo) return bindOne(ir::Primitive{PrimOp::FromIntegral, {made}}, to, wanted, position);
  const auto function = builder_.ownMethod(Class::Num, "fromInteger", to);
  if (!function) return noMethod("fromInteger", to, position);
  return bindOne(ir::Call{*function, {made}}, to, wanted, position);
}

// As an Integer, of a type with an instance of Integral.
ir::Atom FunctionElaborator::wholeOf(const ir::Atom& value, ir::TypeId type,
                                     ir::Position position) {
  const ir::TypeId integer = builder_.types.scalar(ir::TypeKind::Integer);
  const auto function = builder_.ownMethod(Class::Integral, "toInteger", type);
  if (!function) return noMethod("toInteger", integer, position);
  return bindOne(ir::Call{*function, {value}}, integer, "n", position);
}

// Between types of numbers one operation, by way of a fraction of Integers between others.
ir::Atom FunctionElaborator::realToFrac(const Term& source, const resolved::BuiltinCall& node,
                                        const std::string& name) {
  const Term& operand = node.arguments[0];
  const ir::TypeId from = ground(operand.type, operand.span);
  const ir::TypeId to = ground(source.type, source.span);
  const ir::TypeKind fromKind = builder_.program.type(from).kind;
  if (from == to && ir::isFloating(fromKind)) return value(operand, name);
  const Atoms values = operands(node.arguments, source.end);
  const std::string wanted = name.empty() ? temporaryName(to) : name;
  const ir::Position position = source.span.begin;
  if (fromKind == ir::TypeKind::Data || builder_.program.type(to).kind == ir::TypeKind::Data) {
    const ir::FunId convert = *builder_.instance({*module_.realToFrac, {from, to}, {}});
    return bindOne(ir::Call{convert, values}, to, wanted, position);
  }
  const auto op = ir::isFloating(fromKind) ? ir::PrimOp::RealToFrac : ir::PrimOp::FromIntegral;
  return bindOne(ir::Primitive{op, values}, to, wanted, position);
}

// A literal of a type with an instance of Num that is declared: `fromInteger 3`, or
// `fromRational (5 % 2)`.
std::optional<ir::Atom> FunctionElaborator::ownNumber(const resolved::NumberLiteral& number,
                                                      ir::TypeId type, Span span,
                                                      const std::string& name) {
  if (!builder_.hasOwnInstance(classSet(Class::Num), type)) return std::nullopt;
  const std::string wanted = name.empty() ? temporaryName(type) : name;
  // `-1` is `negate 1`.
  resolved::NumberLiteral magnitude = number;
  magnitude.negative = false;
  ir::Atom given = ir::Literal{};
  if (number.fractional) {
    const auto [numerator, denominator] = fractionLiteral(magnitude);
    const ir::TypeId integer = builder_.types.scalar(ir::TypeKind::Integer);
    const ir::FunId ratio = *builder_.instance({*module_.ratio, {integer}, {}});
    const ir::TypeId rational =
        builder_.types.ground(module_.function(*module_.ratio).resultType,
                              {{module_.function(*module_.ratio).quantified[0], integer}});
    given = bindOne(ir::Call{ratio, {numerator, denominator}}, rational, "r", span.begin);
  } else {
    given = numberLiteral(magnitude, ir::TypeKind::Integer);
  }
  const auto c = number.fractional ? Class::Fractional : Class::Num;
  const std::string_view method = number.fractional ? "fromRational" : "fromInteger";
  const auto function = builder_.ownMethod(c, method, type);
  if (!function) return noMethod(method, type, span.begin);
  const ir::Atom value = bindOne(ir::Call{*function, {given}}, type, wanted, span.begin);
  if (!number.negative) return value;
  const auto negate = builder_.ownMethod(Class::Num, "negate", type);
  if (!negate) return noMethod("negate", type, span.begin);
  return bindOne(ir::Call{*negate, {value}}, type, wanted, span.begin);
}

ir::Atom FunctionElaborator::noMethod(std::string_view name, ir::TypeId type,
                                      ir::Position position) {
  return fail(at({position, position}) + "No instance nor default method for class operation " +
                  std::string(name),
              Goal{{type}, {}, position})[0];
}

}  // namespace deforest::text
