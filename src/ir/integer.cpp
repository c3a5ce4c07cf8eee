// The arithmetic is that of Boost.Multiprecision, which is used nowhere else: emitted code has
// limbs of its own (runtime/deforest/integer.hpp), so that each can be tested by the other.
#include "ir/integer.hpp"

#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <mutex>
#include <vector>

#include "ir/primitives.hpp"
#include "ir/scalar.hpp"
#include "support/check.hpp"

namespace deforest::ir {
namespace integer {
namespace {

using boost::multiprecision::cpp_int;

static_assert(sizeof(boost::multiprecision::limb_type) == sizeof(std::uint64_t));

constexpr std::uint64_t mark = std::uint64_t{1} << 62U;

const std::uint64_t* cellOf(std::uint64_t word) {
  return std::bit_cast<const std::uint64_t*>(word - mark);
}
bool fitsSmall(std::int64_t value) {
  return value >= leastSmall && value <= largestSmall;
}
std::size_t limbsOf(std::uint64_t word) {
  return cellOf(word)[0] / 2;
}

cpp_int numberOf(std::uint64_t word) {
  if (isSmall(word)) return static_cast<std::int64_t>(word);
  const std::uint64_t* cell = cellOf(word);
  const auto limbs = static_cast<unsigned>(limbsOf(word));
  cpp_int number;
  number.backend().resize(limbs, limbs);
  std::memcpy(number.backend().limbs(), cell + 1, limbs * sizeof(std::uint64_t));
  number.backend().sign(cell[0] % 2 != 0);
  return number;
}

// The header and the limbs of a number that is not small take one word more than it has limbs.
std::size_t sizeOfCell(const cpp_int& number) {
  return number.backend().size() + 1;
}
void writeCell(const cpp_int& number, std::uint64_t* cell) {
  const std::size_t limbs = number.backend().size();
  cell[0] = 2 * limbs + (number.sign() < 0 ? 1 : 0);
  std::memcpy(cell + 1, number.backend().limbs(), limbs * sizeof(std::uint64_t));
}

bool isSmallNumber(const cpp_int& number) {
  return number >= leastSmall && number <= largestSmall;
}

// The numbers that are kept. Nothing but time and memory depends on who else keeps some.
class Kept {
 public:
  std::uint64_t find(std::vector<std::uint64_t> cell) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = known_.find(cell);
    if (found != known_.end()) return found->second;
    const std::vector<std::uint64_t>& stored = cells_.emplace_back(cell);
    const std::uint64_t word = std::bit_cast<std::uint64_t>(stored.data()) + mark;
    known_.emplace(std::move(cell), word);
    return word;
  }

 private:
  std::mutex mutex_;
  std::deque<std::vector<std::uint64_t>> cells_;
  std::map<std::vector<std::uint64_t>, std::uint64_t> known_;
};

std::uint64_t keptNumber(const cpp_int& number) {
  if (isSmallNumber(number)) return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
  static Kept kept;
  std::vector<std::uint64_t> cell(sizeOfCell(number));
  writeCell(number, cell.data());
  return kept.find(std::move(cell));
}

Status make(const cpp_int& number, const Room& room, std::uint64_t& result) {
  if (isSmallNumber(number)) {
    result = static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
    return Status::Value;
  }
  std::uint64_t* cell = room.allocate(room.place, sizeOfCell(number));
  if (cell == nullptr) return Status::NoRoom;
  writeCell(number, cell);
  result = std::bit_cast<std::uint64_t>(cell) + mark;
  return Status::Value;
}

Status make(std::int64_t number, const Room& room, std::uint64_t& result) {
  if (!fitsSmall(number)) return make(cpp_int(number), room, result);
  result = static_cast<std::uint64_t>(number);
  return Status::Value;
}

}  // namespace

bool isNegative(std::uint64_t word) {
  return isSmall(word) ? static_cast<std::int64_t>(word) < 0 : cellOf(word)[0] % 2 != 0;
}

std::uint64_t constant(std::int64_t value) {
  return fitsSmall(value) ? static_cast<std::uint64_t>(value) : keptNumber(cpp_int(value));
}

std::uint64_t parsed(std::string_view digits, unsigned base, bool negative) {
  support::check(!digits.empty(), "a number without digits");
  const std::string_view prefix = base == 16 ? "0x" : base == 8 ? "0" : "";
  cpp_int number;
  if (base == 2) {
    for (const char digit : digits) number = number * 2 + (digit - '0');
  } else {
    // A zero in front would make octal digits of decimal ones.
    const std::size_t first = digits.find_first_not_of('0');
    if (first != std::string_view::npos) {
      number = cpp_int(std::string(prefix) + std::string(digits.substr(first)));
    }
  }
  return keptNumber(negative ? cpp_int(-number) : number);
}

std::span<const std::uint64_t> limbs(std::uint64_t word) {
  return {cellOf(word) + 1, limbsOf(word)};
}

std::uint64_t kept(std::uint64_t word) {
  return isSmall(word) ? word : keptNumber(numberOf(word));
}

std::string decimal(std::uint64_t word) {
  return isSmall(word) ? std::to_string(static_cast<std::int64_t>(word)) : numberOf(word).str();
}

bool copy(std::uint64_t word, const Room& room, std::uint64_t& result) {
  result = word;
  if (isSmall(word)) return true;
  const std::size_t words = limbsOf(word) + 1;
  std::uint64_t* cell = room.allocate(room.place, words);
  if (cell == nullptr) return false;
  std::memcpy(cell, cellOf(word), words * sizeof(std::uint64_t));
  result = std::bit_cast<std::uint64_t>(cell) + mark;
  return true;
}

std::strong_ordering compare(std::uint64_t a, std::uint64_t b) {
  if (a == b) return std::strong_ordering::equal;
  if (isSmall(a) && isSmall(b))
    return static_cast<std::int64_t>(a) <=> static_cast<std::int64_t>(b);
  return numberOf(a).compare(numberOf(b)) <=> 0;
}

std::uint64_t hash(std::uint64_t word) {
  if (isSmall(word)) return word;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i <= limbsOf(word); ++i) {
    sum = (sum ^ cellOf(word)[i]) * 0x9e3779b97f4a7c15;
    sum ^= sum >> 32U;
  }
  return sum;
}

double approximately(std::uint64_t word) {
  return isSmall(word) ? static_cast<double>(static_cast<std::int64_t>(word))
                       : static_cast<double>(numberOf(word));
}

std::uint64_t plus(std::uint64_t word, std::int64_t difference) {
  return keptNumber(numberOf(word) + difference);
}

std::uint64_t halved(std::uint64_t word) {
  return keptNumber(numberOf(word) / 2);
}

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
  const Number rest = a % b;
  const bool below = rest != 0 && (rest < 0) != (b < 0);
  return below ? Number(a / b - 1) : Number(a / b);
}
Number floorRemainder(const Number& a, const Number& b) {
  const Number rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? Number(rest + b) : rest;
}

template <std::optional<std::int64_t> (*small)(std::int64_t, std::int64_t),
          Number (*large)(const Number&, const Number&)>
Status division(std::uint64_t a, std::uint64_t b, const Room& room, std::uint64_t& result) {
  if (b == 0) return Status::Raised;
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

// ------------------------------------------------------------------------------------ conversions

Status same(std::uint64_t a, std::uint64_t, const Room&, std::uint64_t& result) {
  result = a;
  return Status::Value;
}

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
    case PrimOp::Error:
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
      return division<quotientSmall, quotient>;
    case PrimOp::Rem:
      return division<remainderSmall, remainder>;
    case PrimOp::Div:
      return division<floorQuotientSmall, floorQuotient>;
    case PrimOp::Mod:
      return division<floorRemainderSmall, floorRemainder>;
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
