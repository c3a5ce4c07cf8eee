// Facts about the primitive operations; what they compute is in ir/implementation.cpp.
#include "ir/primitives.hpp"

#include <algorithm>

#include "ir/integer.hpp"
#include "ir/scalar.hpp"
#include "support/check.hpp"

namespace deforest::ir {
namespace {

constexpr std::size_t primitiveCount = static_cast<std::size_t>(PrimOp::Seq) + 1;

constexpr std::array<PrimOp, primitiveCount> makeAll() {
  std::array<PrimOp, primitiveCount> all{};
  for (std::size_t i = 0; i < primitiveCount; ++i) all[i] = static_cast<PrimOp>(i);
  return all;
}

constexpr std::array<PrimOp, primitiveCount> everyPrimitive = makeAll();

constexpr Fixity left(int precedence) {
  return {Associativity::Left, precedence};
}
constexpr Fixity right(int precedence) {
  return {Associativity::Right, precedence};
}
constexpr Fixity none(int precedence) {
  return {Associativity::None, precedence};
}

constexpr PrimitiveInfo prefix(std::string_view name, unsigned arity) {
  return {name, arity, false, std::nullopt};
}
constexpr PrimitiveInfo symbol(std::string_view name, Fixity fixity) {
  return {name, 2, true, fixity};
}
constexpr PrimitiveInfo quoted(std::string_view name, Fixity fixity) {
  return {name, 2, false, fixity};
}

// In order of declaration of `PrimOp`.
constexpr std::array<PrimitiveInfo, primitiveCount> table = {
    symbol("+", left(6)),       symbol("-", left(6)),       symbol("*", left(7)),
    prefix("negate", 1),        prefix("abs", 1),           prefix("signum", 1),
    prefix("min", 2),           prefix("max", 2),           quoted("div", left(7)),
    quoted("mod", left(7)),     quoted("quot", left(7)),    quoted("rem", left(7)),
    prefix("gcd", 2),           symbol("/", left(7)),       symbol("**", right(8)),
    prefix("sqrt", 1),          prefix("exp", 1),           prefix("log", 1),
    prefix("sin", 1),           prefix("cos", 1),           prefix("tan", 1),
    prefix("asin", 1),          prefix("acos", 1),          prefix("atan", 1),
    prefix("sinh", 1),          prefix("cosh", 1),          prefix("tanh", 1),
    prefix("asinh", 1),         prefix("acosh", 1),         prefix("atanh", 1),
    symbol("^", right(8)),      symbol("==", none(4)),      symbol("/=", none(4)),
    symbol("<", none(4)),       symbol("<=", none(4)),      symbol(">", none(4)),
    symbol(">=", none(4)),      symbol("&&", right(3)),     symbol("||", right(2)),
    prefix("not", 1),           prefix("even", 1),          prefix("odd", 1),
    prefix("fromIntegral", 1),  prefix("truncate", 1),      prefix("floor", 1),
    prefix("ceiling", 1),       prefix("round", 1),         prefix("realToFrac", 1),
    prefix("ord", 1),           prefix("chr", 1),           symbol(".&.", left(7)),
    symbol(".|.", left(5)),     quoted("xor", left(6)),     prefix("complement", 1),
    quoted("shiftL", left(8)),  quoted("shiftR", left(8)),  prefix("popCount", 1),
    quoted("testBit", left(9)), prefix("isUpper", 1),       prefix("isLower", 1),
    prefix("isAlpha", 1),       prefix("isAlphaNum", 1),    prefix("isNumber", 1),
    prefix("isMark", 1),        prefix("isPunctuation", 1), prefix("isSymbol", 1),
    prefix("isSeparator", 1),   prefix("isPrint", 1),       prefix("toUpper", 1),
    prefix("toLower", 1),       quoted("seq", right(0)),
};
static_assert(table.back().name == "seq");

using scalar::decode;
using scalar::encode;

bool takesIntSecond(PrimOp op) {
  return op == PrimOp::IntPow || op == PrimOp::ShiftL || op == PrimOp::ShiftR ||
         op == PrimOp::TestBit;
}

const std::vector<TypeKind> integralKinds = {TypeKind::Int, TypeKind::Word, TypeKind::Integer};
const std::vector<TypeKind> floatingKinds = {TypeKind::Double, TypeKind::Float};
const std::vector<TypeKind> numericKinds = {TypeKind::Int, TypeKind::Word, TypeKind::Double,
                                            TypeKind::Float, TypeKind::Integer};

}  // namespace

std::span<const PrimOp> allPrimitives() {
  return everyPrimitive;
}

const PrimitiveInfo& info(PrimOp op) {
  return table[static_cast<std::size_t>(op)];
}

std::optional<PrimOp> primitiveNamed(std::string_view name) {
  for (const PrimOp op : everyPrimitive) {
    if (info(op).name == name) return op;
  }
  return std::nullopt;
}

std::string_view kindName(TypeKind kind) {
  switch (kind) {
    case TypeKind::Int:
      return "Int";
    case TypeKind::Word:
      return "Word";
    case TypeKind::Double:
      return "Double";
    case TypeKind::Float:
      return "Float";
    case TypeKind::Char:
      return "Char";
    case TypeKind::Bool:
      return "Bool";
    case TypeKind::Integer:
      return "Integer";
    case TypeKind::Data:
      return "Data";
  }
  support::fail("a type kind out of range");
}

bool isIntegral(TypeKind kind) {
  return isMachineWord(kind) || kind == TypeKind::Integer;
}
bool isMachineWord(TypeKind kind) {
  return kind == TypeKind::Int || kind == TypeKind::Word;
}
bool isFloating(TypeKind kind) {
  return kind == TypeKind::Double || kind == TypeKind::Float;
}
bool isNumeric(TypeKind kind) {
  return isIntegral(kind) || isFloating(kind);
}

std::vector<TypeKind> resultKinds(PrimOp op, std::span<const TypeKind> operands) {
  if (operands.size() != info(op).arity) return {};
  if (op == PrimOp::Seq) return {operands[1]};
  const TypeKind kind = operands[0];
  if (kind == TypeKind::Data) return {};
  if (operands.size() == 2 && operands[1] != (takesIntSecond(op) ? TypeKind::Int : kind) &&
      !(op == PrimOp::IntPow && operands[1] == TypeKind::Integer)) {
    return {};
  }
  const auto onlyIf = [](bool condition, TypeKind result) {
    return condition ? std::vector<TypeKind>{result} : std::vector<TypeKind>{};
  };
  if (isOfCharacters(op)) {
    const bool letter = op == PrimOp::ToUpper || op == PrimOp::ToLower;
    return onlyIf(kind == TypeKind::Char, letter ? kind : TypeKind::Bool);
  }
  switch (op) {
    case PrimOp::Min:
    case PrimOp::Max:
      return {kind};
    case PrimOp::Eq:
    case PrimOp::Ne:
    case PrimOp::Lt:
    case PrimOp::Le:
    case PrimOp::Gt:
    case PrimOp::Ge:
      return {TypeKind::Bool};
    case PrimOp::Add:
    case PrimOp::Sub:
    case PrimOp::Mul:
    case PrimOp::Negate:
    case PrimOp::Abs:
    case PrimOp::Signum:
    case PrimOp::IntPow:
      return onlyIf(isNumeric(kind), kind);
    case PrimOp::Div:
    case PrimOp::Mod:
    case PrimOp::Quot:
    case PrimOp::Rem:
      return onlyIf(isIntegral(kind), kind);
    case PrimOp::BitAnd:
    case PrimOp::BitOr:
    case PrimOp::BitXor:
    case PrimOp::Complement:
    case PrimOp::ShiftL:
    case PrimOp::ShiftR:
      return onlyIf(isIntegral(kind), kind);
    case PrimOp::Gcd:
      return onlyIf(kind == TypeKind::Integer, kind);
    case PrimOp::FDiv:
    case PrimOp::Pow:
    case PrimOp::Sqrt:
    case PrimOp::Exp:
    case PrimOp::Log:
    case PrimOp::Sin:
    case PrimOp::Cos:
    case PrimOp::Tan:
    case PrimOp::Asin:
    case PrimOp::Acos:
    case PrimOp::Atan:
    case PrimOp::Sinh:
    case PrimOp::Cosh:
    case PrimOp::Tanh:
    case PrimOp::Asinh:
    case PrimOp::Acosh:
    case PrimOp::Atanh:
      return onlyIf(isFloating(kind), kind);
    case PrimOp::And:
    case PrimOp::Or:
    case PrimOp::Not:
      return onlyIf(kind == TypeKind::Bool, kind);
    case PrimOp::Even:
    case PrimOp::Odd:
      return onlyIf(isIntegral(kind), TypeKind::Bool);
    case PrimOp::TestBit:
      return onlyIf(isIntegral(kind), TypeKind::Bool);
    case PrimOp::PopCount:
      return onlyIf(isIntegral(kind), TypeKind::Int);
    case PrimOp::FromIntegral:
      return isIntegral(kind) ? numericKinds : std::vector<TypeKind>{};
    case PrimOp::Truncate:
    case PrimOp::Floor:
    case PrimOp::Ceiling:
    case PrimOp::Round:
      return isFloating(kind) ? integralKinds : std::vector<TypeKind>{};
    case PrimOp::RealToFrac:
      return isFloating(kind) ? floatingKinds : std::vector<TypeKind>{};
    case PrimOp::Ord:
      return onlyIf(kind == TypeKind::Char, TypeKind::Int);
    case PrimOp::Chr:
      return onlyIf(kind == TypeKind::Int, TypeKind::Char);
    default:
      break;
  }
  return {};
}

std::optional<TypeKind> resultKind(PrimOp op, std::span<const TypeKind> operands) {
  const std::vector<TypeKind> kinds = resultKinds(op, operands);
  if (kinds.size() != 1) return std::nullopt;
  return kinds[0];
}

bool isCommutative(PrimOp op, TypeKind operand) {
  switch (op) {
    case PrimOp::Add:
    case PrimOp::Mul:
    case PrimOp::Eq:
    case PrimOp::Ne:
    case PrimOp::And:
    case PrimOp::Or:
    case PrimOp::BitAnd:
    case PrimOp::BitOr:
    case PrimOp::BitXor:
    case PrimOp::Gcd:
      return true;
    case PrimOp::Min:
    case PrimOp::Max:
      return !isFloating(operand);
    default:
      return false;
  }
}

bool isTotal(PrimOp op) {
  return !isDivision(op) && !takesIntSecond(op) && op != PrimOp::Chr;
}

bool isTotal(PrimOp op, std::span<const Atom> operands) {
  if (isTotal(op)) return true;
  const auto* last = operands.empty() ? nullptr : std::get_if<Literal>(&operands.back());
  if (last == nullptr) return false;
  const auto value = decode<std::int64_t>(last->bits);
  if (op == PrimOp::Chr) return scalar::chr(value).has_value();
  if (last->kind == TypeKind::Integer && !integer::isSmall(last->bits)) return !takesIntSecond(op);
  if (takesIntSecond(op)) return value >= 0;
  if (op == PrimOp::Mod || op == PrimOp::Rem || last->kind == TypeKind::Word ||
      last->kind == TypeKind::Integer) {
    return value != 0;
  }
  return value != 0 && value != -1;
}

namespace {

// Literals of more words than this are not made: they would have to be written somewhere.
constexpr std::size_t largestLiteral = 64;

// By Karatsuba's method, which takes three products of half the length for one.
std::uint64_t effortOfProduct(std::size_t a, std::size_t b) {
  constexpr std::size_t few = 40;
  const std::size_t less = std::min(a, b);
  std::uint64_t products = less == 0 ? 0 : (std::max(a, b) + less - 1) / less;
  std::size_t size = less;
  for (; size > few; size = (size + 1) / 2) products *= 3;
  return products * size * size;
}

std::optional<Literal> evaluateIntegers(IntegerImplementation apply,
                                        std::span<const Literal> operands, TypeKind result) {
  std::array<std::uint64_t, largestLiteral + 1> words{};
  integer::Room room{&words,
                     [](void* place, std::size_t size) {
                       auto& free = *static_cast<decltype(words)*>(place);
                       return size <= free.size() ? free.data() : nullptr;
                     },
                     largestLiteral};
  std::uint64_t value = 0;
  if (apply(operands[0].bits, operands.back().bits, room, value) != integer::Status::Value) {
    return std::nullopt;
  }
  return Literal{result, result == TypeKind::Integer ? integer::kept(value) : value};
}

}  // namespace

std::uint64_t integerEffort(PrimOp op, std::size_t a, std::size_t b, std::size_t made) {
  // A digit of a quotient takes about as long as so many products.
  constexpr std::uint64_t divided = 4;
  switch (op) {
    case PrimOp::Mul:
      return effortOfProduct(a, b);
    case PrimOp::IntPow:
      // The last square takes most of it.
      return effortOfProduct((made + 1) / 2, (made + 1) / 2) * 3 / 2;
    case PrimOp::Div:
    case PrimOp::Mod:
    case PrimOp::Quot:
    case PrimOp::Rem:
      return a < b ? a + b : divided * (a - b + 1) * b;
    case PrimOp::Gcd:
      return divided * a * b;
    default:
      return a + b + made;
  }
}

std::strong_ordering Literal::operator<=>(const Literal& other) const {
  if (kind != other.kind) return kind <=> other.kind;
  if (kind == TypeKind::Integer) return integer::compare(bits, other.bits);
  return bits <=> other.bits;
}

std::optional<Literal> evaluate(PrimOp op, std::span<const Literal> operands, TypeKind result) {
  support::check(operands.size() == info(op).arity, "a primitive with a wrong number of operands");
  if (const auto integers =
          integerImplementation(op, operands[0].kind, operands.back().kind, result)) {
    return evaluateIntegers(integers, operands, result);
  }
  const Implementation apply = implementation(op, operands[0].kind, result);
  support::check(apply != nullptr, "a primitive on operands of a wrong type");
  Literal value{result, 0};
  const std::uint64_t second = operands.size() == 2 ? operands[1].bits : 0;
  if (!apply(operands[0].bits, second, value.bits)) return std::nullopt;
  return value;
}

std::string errorMessage(PrimOp op, std::span<const Literal> operands) {
  if (isDivision(op)) {
    return operands.back().bits == 0 ? "divide by zero" : "arithmetic overflow";
  }
  if (op == PrimOp::IntPow) return "Negative exponent";
  if (op == PrimOp::Chr) {
    const auto code = decode<std::int64_t>(operands[0].bits);
    const std::string digits = std::to_string(code);
    return "Prelude.chr: bad argument: " + (code < 0 ? "(" + digits + ")" : digits);
  }
  return "arithmetic overflow";
}

Literal intLiteral(std::int64_t value) {
  return {TypeKind::Int, encode(value)};
}
Literal wordLiteral(std::uint64_t value) {
  return {TypeKind::Word, value};
}
Literal doubleLiteral(double value, TypeKind kind) {
  return {kind, kind == TypeKind::Float ? encode(static_cast<float>(value)) : encode(value)};
}
Literal charLiteral(char32_t value) {
  return {TypeKind::Char, value};
}
Literal boolLiteral(bool value) {
  return {TypeKind::Bool, value ? 1U : 0U};
}

}  // namespace deforest::ir
