// What primitive operations compute on Integers.
//
// The arithmetic is that of Boost.Multiprecision, which is used nowhere else: emitted code has
// limbs of its own (runtime/deforest/integer.hpp), so that each can be tested by the other.
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "ir/integer.hpp"
#include "ir/integer_number.hpp"
#include "ir/primitives.hpp"
#include "ir/scalar.hpp"

namespace deforest::ir {
namespace integer {
namespace {

using scalar::decode;
using scalar::encode;

using Number = cpp_int;

// What small operands give, if it is known without more ado.
using Small = std::optional<std::int64_t> (*)(std::int64_t, std::int64_t);

std::optional<std::int64_t> addSmall(std::int64_t a, std::int64_t b) {
  return a + b;
}
std::optional<std::int64_t> subtractSmall(std::int64_t a, std::int64_t b) {
  return a - b;
}
std::optional<std::int64_t> multiplySmall(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

template <Small small, Number (*large)(const Number&, const Number&)>
Status binary(std::uint64_t a, std::uint64_t b, const Room& room, std::uint64_t& result) {
  if (isSmall(a) && isSmall(b)) {
    if (const auto value = small(decode<std::int64_t>(a), decode<std::int64_t>(b))) {
      return make(*value, room, result);
    }
  }
  return make(large(numberOf(a), numberOf(b)), room, result);
}

Number add(const Number& a, const Number& b) {
  return a + b;
}
Number subtract(const Number& a, const Number& b) {
  return a - b;
}
Number multiply(const Number& a, const Number& b) {
  return a * b;
}

// Rounds towards zero.
Number quotient(const Number& a, const Number& b) {
  return a / b;
}
Number remainder(const Number& a, const Number& b) {
  return a % b;
}
// Rounds towards negative infinity.
Number floorQuotient(const Number& a, const Number& b) {
  Number quotient;
  Number rest;
  boost::multiprecision::divide_qr(a, b, quotient, rest);
  const bool below = rest != 0 && (rest < 0) != (b < 0);
  return below ? Number(quotient - 1) : quotient;
}
Number floorRemainder(const Number& a, const Number& b) {
  const Number rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? Number(rest + b) : rest;
}

enum class Division : std::uint8_t { Quot, Rem, Div, Mod };

__extension__ using Wide = unsigned __int128;

// The limbs of the quotient of others by one, which are not made if there is no place for them; the
// remainder.
std::uint64_t dividedByLimb(std::span<const std::uint64_t> a, std::uint64_t b,
                            std::uint64_t* quotient) {
  std::uint64_t rest = 0;
  for (std::size_t i = a.size(); i-- > 0;) {
    const Wide here = (Wide{rest} << 64U) | a[i];
    const auto digit = static_cast<std::uint64_t>(here / b);
    rest = a[i] - digit * b;
    if (quotient != nullptr && (digit != 0 || i + 1 < a.size())) quotient[i] = digit;
  }
  return rest;
}

// Digits are taken off a number one by one: that is done without any copies. The dividend has three
// limbs or more, so that the quotient is large.
Status divideBySmall(std::uint64_t a, std::int64_t b, Division kind, const Room& room,
                     std::uint64_t& result) {
  const std::span<const std::uint64_t> dividend = limbs(a);
  const bool negative = isNegative(a);
  const bool differ = negative != (b < 0);
  const auto divisor = static_cast<std::uint64_t>(b < 0 ? -b : b);
  const bool wantsRest = kind == Division::Rem || kind == Division::Mod;
  const bool down = differ && (kind == Division::Div || kind == Division::Mod);
  if (wantsRest) {
    const auto rest = static_cast<std::int64_t>(dividedByLimb(dividend, divisor, nullptr));
    if (down && rest != 0) {
      result = encode<std::int64_t>(negative ? b - rest : b + rest);
    } else {
      result = encode<std::int64_t>(negative ? -rest : rest);
    }
    return Status::Value;
  }
  const std::size_t size = dividend.size() - (dividend.back() < divisor ? 1 : 0);
  std::uint64_t* cell = room.allocate(room.place, size + 1);
  if (cell == nullptr) return Status::NoRoom;
  const std::uint64_t rest = dividedByLimb(dividend, divisor, cell + 1);
  cell[0] = 2 * size + (differ ? 1 : 0);
  result = std::bit_cast<std::uint64_t>(cell) + mark;
  // One less: further from zero.
  return down && rest != 0 ? make(numberOf(result) - 1, room, result) : Status::Value;
}

template <Division kind, std::optional<std::int64_t> (*small)(std::int64_t, std::int64_t),
          Number (*large)(const Number&, const Number&)>
Status division(std::uint64_t a, std::uint64_t b, const Room& room, std::uint64_t& result) {
  if (b == 0) return Status::Raised;
  if (!isSmall(a) && isSmall(b) && limbsOf(a) > 2) {
    return divideBySmall(a, decode<std::int64_t>(b), kind, room, result);
  }
  return binary<small, large>(a, b, room, result);
}

Status negative(std::uint64_t a, std::uint64_t, const Room& room, std::uint64_t& result) {
  if (isSmall(a)) return make(-decode<std::int64_t>(a), room, result);
  return make(-numberOf(a), room, result);
}

Status magnitude(std::uint64_t a, std::uint64_t b, const Room& room, std::uint64_t& result) {
  if (isNegative(a)) return negative(a, b, room, result);
  result = a;
  return Status::Value;
}

Status sign(std::uint64_t a, std::uint64_t, const Room&, std::uint64_t& result) {
  result = encode<std::int64_t>(isNegative(a) ? -1 : a == 0 ? 0 : 1);
  return Status::Value;
}

Status least(std::uint64_t a, std::uint64_t b, const Room&, std::uint64_t& result) {
  result = compare(a, b) <= 0 ? a : b;
  return Status::Value;
}
Status greatest(std::uint64_t a, std::uint64_t b, const Room&, std::uint64_t& result) {
  result = compare(a, b) <= 0 ? b : a;
  return Status::Value;
}

template <bool (*holds)(std::partial_ordering)>
Status comparison(std::uint64_t a, std::uint64_t b, const Room&, std::uint64_t& result) {
  result = holds(compare(a, b)) ? 1 : 0;
  return Status::Value;
}

template <std::uint64_t parity>
Status hasParity(std::uint64_t a, std::uint64_t, const Room&, std::uint64_t& result) {
  const std::uint64_t lowest = isSmall(a) ? a : cellOf(a)[1];
  result = lowest % 2 == parity ? 1 : 0;
  return Status::Value;
}

// ----------------------------------------------------------------------------------------- powers

// As scalar::power, for exponents of any size.
template <class T>
T powerOf(T base, Number exponent) {
  if (exponent == 0) return T{1};
  const auto times = [](T a, T b) { return scalar::mul(a, b); };
  for (; exponent % 2 == 0; exponent /= 2) base = times(base, base);
  T product = base;
  while (exponent > 1) {
    base = times(base, base);
    exponent /= 2;
    if (exponent % 2 != 0) product = times(base, product);
  }
  return product;
}

template <class T>
Status scalarPower(std::uint64_t a, std::uint64_t b, const Room&, std::uint64_t& result) {
  if (isNegative(b)) return Status::Raised;
  result = encode<T>(powerOf<T>(decode<T>(a), numberOf(b)));
  return Status::Value;
}

// No result of more bits is tried.
constexpr std::uint64_t mostBits = std::uint64_t{1} << 31U;

Status power(std::uint64_t a, const Number& exponent, const Room& room, std::uint64_t& result) {
  if (exponent < 0) return Status::Raised;
  const bool odd = exponent % 2 != 0;
  if (exponent == 0 || a == 1) return make(std::int64_t{1}, room, result);
  if (a == 0) return make(std::int64_t{0}, room, result);
  if (decode<std::int64_t>(a) == -1) return make(std::int64_t{odd ? -1 : 1}, room, result);
  const Number base = numberOf(a);
  const unsigned bits = boost::multiprecision::msb(boost::multiprecision::abs(base));
  if (exponent > mostBits || bits * static_cast<std::uint64_t>(exponent) > mostBits) {
    return Status::NoRoom;
  }
  // What does not fit in the room is not computed.
  if (bits * static_cast<std::uint64_t>(exponent) / 64 > room.most) return Status::NoRoom;
  return make(boost::multiprecision::pow(base, static_cast<unsigned>(exponent)), room, result);
}

Status powerOfInt(std::uint64_t a, std::uint64_t b, const Room& room, std::uint64_t& result) {
  return power(a, decode<std::int64_t>(b), room, result);
}
Status powerOfInteger(std::uint64_t a, std::uint64_t b, const Room& room, std::uint64_t& result) {
  return power(a, numberOf(b), room, result);
}

Status same(std::uint64_t a, std::uint64_t, const Room&, std::uint64_t& result) {
  result = a;
  return Status::Value;
}

Number commonDivisor(const Number& a, const Number& b) {
  return boost::multiprecision::gcd(a, b);
}
std::optional<std::int64_t> commonDivisorSmall(std::int64_t a, std::int64_t b) {
  return std::gcd(a, b);
}

// ------------------------------------------------------------------------------------------- bits

// Two's complement without an end. Of numbers below zero the complement is looked at, which is not.

Number bitAnd(const Number& a, const Number& b) {
  return a & b;
}
Number bitOr(const Number& a, const Number& b) {
  return a | b;
}
Number bitXor(const Number& a, const Number& b) {
  return a ^ b;
}
std::optional<std::int64_t> bitAndSmall(std::int64_t a, std::int64_t b) {
  return a & b;
}
std::optional<std::int64_t> bitOrSmall(std::int64_t a, std::int64_t b) {
  return a | b;
}
std::optional<std::int64_t> bitXorSmall(std::int64_t a, std::int64_t b) {
  return a ^ b;
}

Number flipped(const Number& a) {
  return -a - 1;
}

Status bitNot(std::uint64_t a, std::uint64_t, const Room& room, std::uint64_t& result) {
  return make(flipped(numberOf(a)), room, result);
}

Status shiftLeft(std::uint64_t a, std::uint64_t b, const Room& room, std::uint64_t& result) {
  const auto distance = decode<std::int64_t>(b);
  if (distance < 0) return Status::Raised;
  if (a == 0) return same(a, b, room, result);
  const auto bits = static_cast<std::uint64_t>(distance);
  if (bits > mostBits || bits / 64 > room.most) return Status::NoRoom;
  return make(numberOf(a) << bits, room, result);
}

Status shiftRight(std::uint64_t a, std::uint64_t b, const Room& room, std::uint64_t& result) {
  const auto distance = decode<std::int64_t>(b);
  if (distance < 0) return Status::Raised;
  const auto bits = std::min(static_cast<std::uint64_t>(distance), mostBits);
  const Number number = numberOf(a);
  return make(number < 0 ? flipped(flipped(number) >> bits) : Number(number >> bits), room, result);
}

Status testBit(std::uint64_t a, std::uint64_t b, const Room&, std::uint64_t& result) {
  const auto index = decode<std::int64_t>(b);
  if (index < 0) return Status::Raised;
  const Number number = isNegative(a) ? flipped(numberOf(a)) : numberOf(a);
  const bool set = static_cast<std::uint64_t>(index) < mostBits &&
                   boost::multiprecision::bit_test(number, static_cast<unsigned>(index));
  result = set != isNegative(a) ? 1 : 0;
  return Status::Value;
}

// Of a number below zero as GHC has it: as many below zero as the number without its sign has.
Status popCount(std::uint64_t a, std::uint64_t, const Room&, std::uint64_t& result) {
  std::int64_t count = 0;
  if (isSmall(a)) {
    count = std::popcount(isNegative(a) ? 0 - a : a);
  } else {
    for (const std::uint64_t limb : limbs(a)) count += std::popcount(limb);
  }
  result = encode<std::int64_t>(isNegative(a) ? -count : count);
  return Status::Value;
}

// ------------------------------------------------------------------------------------ conversions

Status fromInt(std::uint64_t a, std::uint64_t, const Room& room, std::uint64_t& result) {
  return make(decode<std::int64_t>(a), room, result);
}
Status fromWord(std::uint64_t a, std::uint64_t, const Room& room, std::uint64_t& result) {
  return make(Number(a), room, result);
}

// To Int and to Word: modulo 2^64.
Status lowestWord(std::uint64_t a, std::uint64_t, const Room&, std::uint64_t& result) {
  result = isSmall(a) ? a : isNegative(a) ? 0 - cellOf(a)[1] : cellOf(a)[1];
  return Status::Value;
}

// As GHC 9.0 converts: to the nearest double what fits into 64 bits, anything larger towards zero.
double toDouble(std::uint64_t a) {
  const Number number = numberOf(a);
  using Int = std::numeric_limits<std::int64_t>;
  if (number >= Int::min() && number <= Int::max()) {
    return static_cast<double>(static_cast<std::int64_t>(number));
  }
  Number size = boost::multiprecision::abs(number);
  const unsigned length = boost::multiprecision::msb(size) + 1;
  const unsigned dropped = length > 53 ? length - 53 : 0;
  size >>= dropped;
  const double value = std::ldexp(static_cast<double>(static_cast<std::uint64_t>(size)),
                                  static_cast<int>(std::min(dropped, 4000U)));
  return number < 0 ? -value : value;
}

template <class T>
Status toFraction(std::uint64_t a, std::uint64_t, const Room&, std::uint64_t& result) {
  result = encode<T>(static_cast<T>(toDouble(a)));
  return Status::Value;
}

double nearestEven(double value) {
  return std::isfinite(value) ? scalar::roundHalfEven(value) : value;
}
double towardsZero(double value) {
  return std::trunc(value);
}
double below(double value) {
  return std::floor(value);
}
double above(double value) {
  return std::ceil(value);
}

// A fraction after rounding. Infinities and NaN are, as in GHC, what their mantissas and exponents
// say.
template <class T, double (*rounded)(double)>
Status whole(std::uint64_t a, std::uint64_t, const Room& room, std::uint64_t& result) {
  const double value = rounded(decode<double>(a));
  constexpr int exponent = std::numeric_limits<T>::max_exponent;
  if (value != value) return make(Number(-3) << (exponent - 1), room, result);
  if (std::isinf(value)) {
    const Number far = Number(1) << exponent;
    return make(value < 0 ? Number(-far) : far, room, result);
  }
  int scale = 0;
  const double mantissa = std::frexp(value, &scale);
  const auto digits = static_cast<std::int64_t>(std::ldexp(mantissa, 53));
  scale -= 53;
  const Number size = scale >= 0 ? Number(Number(digits) << scale) : Number(digits) >> -scale;
  return make(size, room, result);
}

template <class T>
IntegerImplementation wholeOf(PrimOp op) {
  switch (op) {
    case PrimOp::Truncate:
      return whole<T, towardsZero>;
    case PrimOp::Floor:
      return whole<T, below>;
    case PrimOp::Ceiling:
      return whole<T, above>;
    case PrimOp::Round:
      return whole<T, nearestEven>;
    default:
      return nullptr;
  }
}

IntegerImplementation converted(TypeKind first, TypeKind result) {
  if (first != TypeKind::Integer) {
    return first == TypeKind::Int    ? fromInt
           : first == TypeKind::Word ? fromWord
                                     : IntegerImplementation{nullptr};
  }
  switch (result) {
    case TypeKind::Integer:
      return same;
    case TypeKind::Int:
    case TypeKind::Word:
      return lowestWord;
    case TypeKind::Double:
      return toFraction<double>;
    case TypeKind::Float:
      return toFraction<float>;
    default:
      return nullptr;
  }
}

IntegerImplementation raised(TypeKind first, TypeKind second) {
  if (first == TypeKind::Integer) {
    return second == TypeKind::Integer ? powerOfInteger
           : second == TypeKind::Int   ? powerOfInt
                                       : IntegerImplementation{nullptr};
  }
  switch (first) {
    case TypeKind::Int:
      return scalarPower<std::int64_t>;
    case TypeKind::Word:
      return scalarPower<std::uint64_t>;
    case TypeKind::Double:
      return scalarPower<double>;
    case TypeKind::Float:
      return scalarPower<float>;
    default:
      return nullptr;
  }
}

std::optional<std::int64_t> quotientSmall(std::int64_t a, std::int64_t b) {
  return a / b;
}
std::optional<std::int64_t> remainderSmall(std::int64_t a, std::int64_t b) {
  return a % b;
}
std::optional<std::int64_t> floorQuotientSmall(std::int64_t a, std::int64_t b) {
  return scalar::div(a, b);
}
std::optional<std::int64_t> floorRemainderSmall(std::int64_t a, std::int64_t b) {
  return scalar::mod(a, b);
}

}  // namespace
}  // namespace integer

IntegerImplementation integerImplementation(PrimOp op, TypeKind first, TypeKind second,
                                            TypeKind result) {
  using namespace integer;
  constexpr TypeKind kind = TypeKind::Integer;
  if (first != kind && second != kind && result != kind) return nullptr;
  switch (op) {
    case PrimOp::Seq:
      return nullptr;
    case PrimOp::FromIntegral:
      return converted(first, result);
    case PrimOp::IntPow:
      return raised(first, second);
    case PrimOp::Truncate:
    case PrimOp::Floor:
    case PrimOp::Ceiling:
    case PrimOp::Round:
      return first == TypeKind::Double  ? wholeOf<double>(op)
             : first == TypeKind::Float ? wholeOf<float>(op)
                                        : nullptr;
    case PrimOp::ShiftL:
      return first == kind ? shiftLeft : nullptr;
    case PrimOp::ShiftR:
      return first == kind ? shiftRight : nullptr;
    case PrimOp::TestBit:
      return first == kind ? testBit : nullptr;
    case PrimOp::PopCount:
      return first == kind ? popCount : nullptr;
    default:
      break;
  }
  if (first != kind || second != kind) return nullptr;
  switch (op) {
    case PrimOp::Add:
      return binary<addSmall, add>;
    case PrimOp::Sub:
      return binary<subtractSmall, subtract>;
    case PrimOp::Mul:
      return binary<multiplySmall, multiply>;
    case PrimOp::Quot:
      return division<Division::Quot, quotientSmall, quotient>;
    case PrimOp::Rem:
      return division<Division::Rem, remainderSmall, remainder>;
    case PrimOp::Div:
      return division<Division::Div, floorQuotientSmall, floorQuotient>;
    case PrimOp::Mod:
      return division<Division::Mod, floorRemainderSmall, floorRemainder>;
    case PrimOp::Gcd:
      return binary<commonDivisorSmall, commonDivisor>;
    case PrimOp::BitAnd:
      return binary<bitAndSmall, bitAnd>;
    case PrimOp::BitOr:
      return binary<bitOrSmall, bitOr>;
    case PrimOp::BitXor:
      return binary<bitXorSmall, bitXor>;
    case PrimOp::Complement:
      return bitNot;
    case PrimOp::Negate:
      return negative;
    case PrimOp::Abs:
      return magnitude;
    case PrimOp::Signum:
      return sign;
    case PrimOp::Min:
      return least;
    case PrimOp::Max:
      return greatest;
    case PrimOp::Eq:
      return comparison<std::is_eq>;
    case PrimOp::Ne:
      return comparison<std::is_neq>;
    case PrimOp::Lt:
      return comparison<std::is_lt>;
    case PrimOp::Le:
      return comparison<std::is_lteq>;
    case PrimOp::Gt:
      return comparison<std::is_gt>;
    case PrimOp::Ge:
      return comparison<std::is_gteq>;
    case PrimOp::Even:
      return hasParity<0>;
    case PrimOp::Odd:
      return hasParity<1>;
    default:
      return nullptr;
  }
}

}  // namespace deforest::ir
