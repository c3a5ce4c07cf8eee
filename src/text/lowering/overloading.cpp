// Operations of the Prelude's classes at types for which the module declares instances.
//
//     v + w * 2     =>    plus_Vector v (times_Vector w (fromInteger_Vector 2))
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
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<ir::Atom> FunctionElaborator::ownBuiltin(const Term& source,
                                                       const resolved::BuiltinCall& node,
                                                       const std::string& name) {
  const std::optional<ClassMethod> method = methodOf(*node.builtin);
  if (!method) return std::nullopt;
  const Term& typed = node.builtin->resultDecides() ? source : node.arguments[0];
  const ir::TypeId type = ground(typed.type, typed.span);
  if (builder_.declaredInstance(classSet(method->c), type) == nullptr) return std::nullopt;
  const std::string wanted = name.empty() ? temporaryName(type) : name;
  const ir::Position position = source.span.begin;
  const ir::TypeId result = ground(source.type, source.span);
  Atoms values = operands(node.arguments, source.end);
  if (node.builtin->op == ir::PrimOp::IntPow && node.builtin->kind == Builtin::Kind::Primitive) {
    const ir::TypeId exponent = typeOf(*frame_, values[1]);
    const ir::FunId power = *builder_.instance({*module_.power, {type, exponent}, {}});
    return bindOne(ir::Call{power, std::move(values)}, result, wanted, position);
  }
  std::string_view called = method->name;
  if (called == "fromIntegral") {
    called = "fromInteger";
    const ir::TypeId integer = builder_.types.scalar(ir::TypeKind::Integer);
    if (typeOf(*frame_, values[0]) != integer) {
      values[0] =
          bindOne(ir::Primitive{ir::PrimOp::FromIntegral, {values[0]}}, integer, "n", position);
    }
  }
  const auto function = builder_.ownMethod(method->c, called, type);
  if (!function) return noMethod(called, result, position);
  return bindOne(ir::Call{*function, std::move(values)}, result, wanted, position);
}

// A literal of a type whose instance of Num the module declares.
std::optional<ir::Atom> FunctionElaborator::ownNumber(const resolved::NumberLiteral& number,
                                                      ir::TypeId type, Span span,
                                                      const std::string& name) {
  if (builder_.declaredInstance(classSet(Class::Num), type) == nullptr) return std::nullopt;
  const std::string wanted = name.empty() ? temporaryName(type) : name;
  // `-1` is `negate 1`.
  resolved::NumberLiteral magnitude = number;
  magnitude.negative = false;
  const ir::Atom whole = numberLiteral(magnitude, ir::TypeKind::Integer);
  const auto function = builder_.ownMethod(Class::Num, "fromInteger", type);
  if (!function) return noMethod("fromInteger", type, span.begin);
  const ir::Atom value = bindOne(ir::Call{*function, {whole}}, type, wanted, span.begin);
  if (!number.negative) return value;
  const auto negate = builder_.ownMethod(Class::Num, "negate", type);
  if (!negate) return noMethod("negate", type, span.begin);
  return bindOne(ir::Call{*negate, {value}}, type, wanted, span.begin);
}

ir::Atom FunctionElaborator::noMethod(std::string_view name, ir::TypeId type,
                                      ir::Position position) {
  return fail(
      at(position) + "No instance nor default method for class operation " + std::string(name),
      Goal{{type}, {}, position})[0];
}

}  // namespace deforest::text
