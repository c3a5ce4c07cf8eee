// Numbers whose type nothing determines.
//
// Haskell makes `Integer` of them where it can, and so does the language where it is evaluated as
// Haskell is. Strictly it makes `Int` of them: the same numbers, until they leave its 64 bits. So
// there is a warning then where such numbers are computed, and an error where a literal does not
// fit.
#include <unordered_map>

#include "text/lowering/literals.hpp"
#include "text/types/machine.hpp"

namespace deforest::text {
namespace {

using ir::PrimOp;

constexpr bool has(Classes classes, Class c) {
  return (classes & classSet(c)) != 0;
}

constexpr bool isNumeric(Classes classes) {
  return (classes & numberClasses) != 0;
}

// The number that the operation computes; null if it computes none.
TypeRef computed(const Builtin& builtin, const std::vector<TypeRef>& scheme) {
  switch (builtin.kind) {
    case Builtin::Kind::DivMod:
    case Builtin::Kind::QuotRem:
      return scheme[0];
    case Builtin::Kind::Primitive:
      break;
    default:
      return nullptr;
  }
  switch (builtin.op) {
    case PrimOp::Add:
    case PrimOp::Sub:
    case PrimOp::Mul:
    case PrimOp::Negate:
    case PrimOp::Abs:
    case PrimOp::Signum:
    case PrimOp::Div:
    case PrimOp::Mod:
    case PrimOp::Quot:
    case PrimOp::Rem:
    case PrimOp::IntPow:
    case PrimOp::FromIntegral:
    case PrimOp::Truncate:
    case PrimOp::Floor:
    case PrimOp::Ceiling:
    case PrimOp::Round:
      return scheme.back();
    default:
      return nullptr;
  }
}

}  // namespace

void Inference::noteArithmetic(const resolved::BuiltinCall& call,
                               const std::vector<TypeRef>& scheme, Span span) {
  if (const TypeRef number = computed(*call.builtin, scheme)) {
    arithmetic_.push_back({number, scheme.back(), span, definition_, {}});
  }
}

void Inference::noteArithmetic(const resolved::FunctionCall& call, TypeRef result, Span span) {
  const std::vector<TypeRef>& parameters = module_.function(call.callee).quantified;
  for (std::size_t i = 0; i < call.instance.size(); ++i) {
    arithmetic_.push_back(
        {call.instance[i], result, span, definition_, call.callee, parameters[i]});
  }
}

bool Inference::defaultsToInteger(TypeRef type) const {
  type = types_.prune(type);
  if (type->con.valid() || type->rigid || !isNumeric(type->classes)) return false;
  return (type->classes & fractionClasses) == 0 && !has(type->classes, Class::Bits) &&
         !has(type->classes, Class::Bounded);
}

void Inference::settleDefaults() {
  if (module_.gibbon || reporter_.any()) return;
  std::set<resolved::FunctionId> warned;
  const TypeConId number = module_.defaultsToInteger ? types_.integerCon : types_.intCon;
  for (const Arithmetic& arithmetic : arithmetic_) {
    const Function& definition = module_.function(arithmetic.definition);
    if (definition.fromPrelude || arithmetic.definition == module_.call) continue;
    if (!defaultsToInteger(arithmetic.number)) continue;
    // What a function that is not understood does with a type of a class is not known.
    const TypeRef parameter = arithmetic.parameter;
    const bool unknown = parameter != nullptr && parameter->anyClass &&
                         module_.function(arithmetic.callee).foreign.has_value();
    if (parameter != nullptr && !unknown && !isNumeric(parameter->classes)) continue;
    (void)types_.unify(arithmetic.number, scalar(number));
    if (module_.defaultsToInteger || !warned.insert(arithmetic.definition).second) continue;
    reporter_.warning(arithmetic.span,
                      "nothing says which numbers these are: Haskell would choose `Integer`; here "
                      "they are `Int`, whose arithmetic wraps at 64 bits",
                      signatureFor(arithmetic));
  }
}

// What to write so that the type is `Int` in Haskell too.
std::string Inference::signatureFor(const Arithmetic& arithmetic) {
  const auto signature = [&](const Function& function) {
    std::unordered_map<TypeRef, TypeRef> map;
    for (const TypeRef variable : function.quantified) {
      if (isNumeric(variable->classes)) map.emplace(variable, scalar(types_.intCon));
    }
    std::string text = function.name + " :: ";
    for (const TypeRef type : function.parameterTypes) {
      text += types_.render(types_.instantiate(type, map)) + " -> ";
    }
    return "write `" + text + types_.render(types_.instantiate(function.resultType, map)) + "`";
  };
  const Function& definition = module_.function(arithmetic.definition);
  if (arithmetic.callee.valid()) {
    const Function& callee = module_.function(arithmetic.callee);
    if (!callee.fromPrelude && !callee.hasSignature) return signature(callee);
  }
  if (definition.arity == 0 && !definition.hasSignature && !definition.isMain) {
    return signature(definition);
  }
  return "write its type behind the expression: `(... :: " + types_.render(arithmetic.result) +
         ")`";
}

void Inference::checkNumberPatterns() {
  for (const NumberPattern& pattern : numberPatterns_) {
    const TypeRef type = types_.prune(pattern.type);
    const bool isWord = type->con == types_.wordCon;
    const bool isInt =
        type->con == types_.intCon || (!module_.defaultsToInteger && defaultsToInteger(type));
    if (!isInt && !isWord) continue;
    const ir::TypeKind kind = isWord ? ir::TypeKind::Word : ir::TypeKind::Int;
    if (!fitsType(*pattern.number, kind))
      reportTooLarge(reporter_, *pattern.number, kind, pattern.span);
  }
}

}  // namespace deforest::text
