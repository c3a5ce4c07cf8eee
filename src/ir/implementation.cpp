// What each primitive operation computes, by operation and type: arranges the arithmetic of
// ir/scalar.hpp as functions of words.
#include <bit>
#include <cmath>

#include "deforest/unicode.hpp"
#include "ir/primitives.hpp"
#include "ir/scalar.hpp"
#include "support/check.hpp"

namespace deforest::ir {
namespace {

using scalar::decode;
using scalar::encode;

template <class T, class R, R (*f)(T)>
bool unary(std::uint64_t a, std::uint64_t, std::uint64_t& result) {
  result = encode<R>(f(decode<T>(a)));
  return true;
}

template <class T, class R, R (*f)(T, T)>
bool binary(std::uint64_t a, std::uint64_t b, std::uint64_t& result) {
  result = encode<R>(f(decode<T>(a), decode<T>(b)));
  return true;
}

template <class T, class B, class R, std::optional<R> (*f)(T, B)>
bool partial(std::uint64_t a, std::uint64_t b, std::uint64_t& result) {
  const std::optional<R> value = f(decode<T>(a), decode<B>(b));
  if (value) result = encode<R>(*value);
  return value.has_value();
}

template <class T>
bool equal(T a, T b) {
  return a == b;
}
template <class T>
bool unequal(T a, T b) {
  return a != b;
}
template <class T>
bool less(T a, T b) {
  return a < b;
}
template <class T>
bool lessEqual(T a, T b) {
  return a <= b;
}
template <class T>
bool greater(T a, T b) {
  return a > b;
}
template <class T>
bool greaterEqual(T a, T b) {
  return a >= b;
}

template <class T>
T bitAnd(T a, T b) {
  return a & b;
}
template <class T>
T bitOr(T a, T b) {
  return a | b;
}
template <class T>
T bitXor(T a, T b) {
  return a ^ b;
}
template <class T>
T bitNot(T a) {
  return ~a;
}

template <class T>
T divide(T a, T b) {
  return a / b;
}
template <class T>
T raise(T a, T b) {
  return std::pow(a, b);
}
template <class T>
T squareRoot(T a) {
  return std::sqrt(a);
}
template <class T>
T exponential(T a) {
  return std::exp(a);
}
template <class T>
T logarithm(T a) {
  return std::log(a);
}
template <class T>
T sine(T a) {
  return std::sin(a);
}
template <class T>
T cosine(T a) {
  return std::cos(a);
}
template <class T>
T tangent(T a) {
  return std::tan(a);
}
template <class T>
T arcSine(T a) {
  return std::asin(a);
}
template <class T>
T arcCosine(T a) {
  return std::acos(a);
}
template <class T>
T arcTangent(T a) {
  return std::atan(a);
}
template <class T>
T hyperbolicSine(T a) {
  return std::sinh(a);
}
template <class T>
T hyperbolicCosine(T a) {
  return std::cosh(a);
}
template <class T>
T hyperbolicTangent(T a) {
  return std::tanh(a);
}
template <class T>
T areaSine(T a) {
  return std::asinh(a);
}
template <class T>
T areaCosine(T a) {
  return std::acosh(a);
}
template <class T>
T areaTangent(T a) {
  return std::atanh(a);
}

bool logicalNot(std::uint64_t a) {
  return a == 0;
}
bool isEven(std::uint64_t a) {
  return a % 2 == 0;
}
bool isOdd(std::uint64_t a) {
  return a % 2 != 0;
}
std::int64_t countBits(std::uint64_t a) {
  return std::popcount(a);
}
std::uint64_t same(std::uint64_t a) {
  return a;
}
template <class T, class R>
R converted(T a) {
  return static_cast<R>(a);
}
std::int64_t roundToInt(double a) {
  return scalar::truncateToInt(scalar::roundHalfEven(a));
}
std::uint64_t truncateToWord(double a) {
  return scalar::wholeToWord(std::trunc(a));
}
std::uint64_t floorToWord(double a) {
  return scalar::wholeToWord(std::floor(a));
}
std::uint64_t ceilingToWord(double a) {
  return scalar::wholeToWord(std::ceil(a));
}
std::uint64_t roundToWord(double a) {
  return scalar::wholeToWord(scalar::roundHalfEven(a));
}

bool chooseSecond(std::uint64_t, std::uint64_t b, std::uint64_t& result) {
  result = b;
  return true;
}

bool characterOf(std::uint64_t a, std::uint64_t, std::uint64_t& result) {
  const std::optional<std::uint64_t> value = scalar::chr(decode<std::int64_t>(a));
  if (value) result = *value;
  return value.has_value();
}

// What every ordered scalar has.
template <class T>
Implementation ordered(PrimOp op) {
  switch (op) {
    case PrimOp::Min:
      return binary<T, T, scalar::minimum<T>>;
    case PrimOp::Max:
      return binary<T, T, scalar::maximum<T>>;
    case PrimOp::Eq:
      return binary<T, bool, equal<T>>;
    case PrimOp::Ne:
      return binary<T, bool, unequal<T>>;
    case PrimOp::Lt:
      return binary<T, bool, less<T>>;
    case PrimOp::Le:
      return binary<T, bool, lessEqual<T>>;
    case PrimOp::Gt:
      return binary<T, bool, greater<T>>;
    case PrimOp::Ge:
      return binary<T, bool, greaterEqual<T>>;
    default:
      return nullptr;
  }
}

// What every number has.
template <class T>
Implementation numeric(PrimOp op) {
  switch (op) {
    case PrimOp::Add:
      return binary<T, T, scalar::add<T>>;
    case PrimOp::Sub:
      return binary<T, T, scalar::sub<T>>;
    case PrimOp::Mul:
      return binary<T, T, scalar::mul<T>>;
    case PrimOp::Negate:
      return unary<T, T, scalar::negate<T>>;
    case PrimOp::Abs:
      return unary<T, T, scalar::absolute<T>>;
    case PrimOp::Signum:
      return unary<T, T, scalar::signum<T>>;
    case PrimOp::IntPow:
      return partial<T, std::int64_t, T, scalar::power<T>>;
    default:
      return ordered<T>(op);
  }
}

template <class T>
Implementation integral(PrimOp op, TypeKind result) {
  switch (op) {
    case PrimOp::Div:
      return partial<T, T, T, scalar::div<T>>;
    case PrimOp::Mod:
      return partial<T, T, T, scalar::mod<T>>;
    case PrimOp::Quot:
      return partial<T, T, T, scalar::quot<T>>;
    case PrimOp::Rem:
      return partial<T, T, T, scalar::rem<T>>;
    case PrimOp::Even:
      return unary<std::uint64_t, bool, isEven>;
    case PrimOp::Odd:
      return unary<std::uint64_t, bool, isOdd>;
    case PrimOp::BitAnd:
      return binary<T, T, bitAnd<T>>;
    case PrimOp::BitOr:
      return binary<T, T, bitOr<T>>;
    case PrimOp::BitXor:
      return binary<T, T, bitXor<T>>;
    case PrimOp::Complement:
      return unary<T, T, bitNot<T>>;
    case PrimOp::ShiftL:
      return partial<T, std::int64_t, T, scalar::shiftLeft<T>>;
    case PrimOp::ShiftR:
      return partial<T, std::int64_t, T, scalar::shiftRight<T>>;
    case PrimOp::PopCount:
      return unary<std::uint64_t, std::int64_t, countBits>;
    case PrimOp::TestBit:
      return partial<T, std::int64_t, bool, scalar::testBit<T>>;
    case PrimOp::FromIntegral:
      if (isIntegral(result)) return unary<std::uint64_t, std::uint64_t, same>;
      if (result == TypeKind::Float) return unary<T, float, converted<T, float>>;
      return unary<T, double, converted<T, double>>;
    default:
      return numeric<T>(op);
  }
}

// Operations on Float round to 32 bits each.
template <class T>
Implementation floating(PrimOp op, TypeKind result) {
  const bool toInt = result == TypeKind::Int;
  switch (op) {
    case PrimOp::FDiv:
      return binary<T, T, divide<T>>;
    case PrimOp::Pow:
      return binary<T, T, raise<T>>;
    case PrimOp::Sqrt:
      return unary<T, T, squareRoot<T>>;
    case PrimOp::Exp:
      return unary<T, T, exponential<T>>;
    case PrimOp::Log:
      return unary<T, T, logarithm<T>>;
    case PrimOp::Sin:
      return unary<T, T, sine<T>>;
    case PrimOp::Cos:
      return unary<T, T, cosine<T>>;
    case PrimOp::Tan:
      return unary<T, T, tangent<T>>;
    case PrimOp::Asin:
      return unary<T, T, arcSine<T>>;
    case PrimOp::Acos:
      return unary<T, T, arcCosine<T>>;
    case PrimOp::Atan:
      return unary<T, T, arcTangent<T>>;
    case PrimOp::Sinh:
      return unary<T, T, hyperbolicSine<T>>;
    case PrimOp::Cosh:
      return unary<T, T, hyperbolicCosine<T>>;
    case PrimOp::Tanh:
      return unary<T, T, hyperbolicTangent<T>>;
    case PrimOp::Asinh:
      return unary<T, T, areaSine<T>>;
    case PrimOp::Acosh:
      return unary<T, T, areaCosine<T>>;
    case PrimOp::Atanh:
      return unary<T, T, areaTangent<T>>;
    case PrimOp::Truncate:
      return toInt ? unary<double, std::int64_t, scalar::truncateToInt>
                   : unary<double, std::uint64_t, truncateToWord>;
    case PrimOp::Floor:
      return toInt ? unary<double, std::int64_t, scalar::floorToInt>
                   : unary<double, std::uint64_t, floorToWord>;
    case PrimOp::Ceiling:
      return toInt ? unary<double, std::int64_t, scalar::ceilingToInt>
                   : unary<double, std::uint64_t, ceilingToWord>;
    case PrimOp::Round:
      return toInt ? unary<double, std::int64_t, roundToInt>
                   : unary<double, std::uint64_t, roundToWord>;
    case PrimOp::RealToFrac:
      return result == TypeKind::Float ? unary<T, float, converted<T, float>>
                                       : unary<T, double, converted<T, double>>;
    default:
      return numeric<T>(op);
  }
}

Implementation boolean(PrimOp op) {
  switch (op) {
    case PrimOp::And:
      return binary<std::uint64_t, std::uint64_t, bitAnd<std::uint64_t>>;
    case PrimOp::Or:
      return binary<std::uint64_t, std::uint64_t, bitOr<std::uint64_t>>;
    case PrimOp::Not:
      return unary<std::uint64_t, bool, logicalNot>;
    default:
      return ordered<std::uint64_t>(op);
  }
}

// Functions of a code point.
template <bool (*function)(char32_t)>
bool kindOf(std::uint64_t code) {
  return function(static_cast<char32_t>(code));
}
template <char32_t (*function)(char32_t)>
std::uint64_t letterOf(std::uint64_t code) {
  return function(static_cast<char32_t>(code));
}

Implementation character(PrimOp op) {
  switch (op) {
    case PrimOp::Ord:
      return unary<std::uint64_t, std::uint64_t, same>;
    case PrimOp::IsUpper:
      return unary<std::uint64_t, bool, kindOf<isUpper>>;
    case PrimOp::IsLower:
      return unary<std::uint64_t, bool, kindOf<isLower>>;
    case PrimOp::IsAlpha:
      return unary<std::uint64_t, bool, kindOf<isAlpha>>;
    case PrimOp::IsAlphaNum:
      return unary<std::uint64_t, bool, kindOf<isAlphaNum>>;
    case PrimOp::IsNumber:
      return unary<std::uint64_t, bool, kindOf<isNumber>>;
    case PrimOp::IsMark:
      return unary<std::uint64_t, bool, kindOf<isMark>>;
    case PrimOp::IsPunctuation:
      return unary<std::uint64_t, bool, kindOf<isPunctuation>>;
    case PrimOp::IsSymbol:
      return unary<std::uint64_t, bool, kindOf<isSymbol>>;
    case PrimOp::IsSeparator:
      return unary<std::uint64_t, bool, kindOf<isSeparator>>;
    case PrimOp::IsPrint:
      return unary<std::uint64_t, bool, kindOf<isPrint>>;
    case PrimOp::ToUpper:
      return unary<std::uint64_t, std::uint64_t, letterOf<toUpper>>;
    case PrimOp::ToLower:
      return unary<std::uint64_t, std::uint64_t, letterOf<toLower>>;
    default:
      return ordered<std::uint64_t>(op);
  }
}

}  // namespace

Implementation implementation(PrimOp op, TypeKind operand, TypeKind result) {
  if (op != PrimOp::Seq && (operand == TypeKind::Integer || result == TypeKind::Integer)) {
    return nullptr;
  }
  if (op == PrimOp::Seq) return chooseSecond;
  if (op == PrimOp::Chr) return operand == TypeKind::Int ? characterOf : nullptr;
  switch (operand) {
    case TypeKind::Int:
      return integral<std::int64_t>(op, result);
    case TypeKind::Word:
      return integral<std::uint64_t>(op, result);
    case TypeKind::Double:
      return floating<double>(op, result);
    case TypeKind::Float:
      return floating<float>(op, result);
    case TypeKind::Char:
      return character(op);
    case TypeKind::Bool:
      return boolean(op);
    case TypeKind::Integer:
    case TypeKind::Data:
      return nullptr;
  }
  support::fail("a type kind out of range");
}

}  // namespace deforest::ir
