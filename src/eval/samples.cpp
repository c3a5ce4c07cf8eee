#include "eval/samples.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "ir/integer.hpp"
#include "ir/scalar.hpp"
#include "support/check.hpp"

namespace deforest::eval {
namespace {

constexpr std::uint64_t bitsOf(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}
constexpr std::uint64_t bitsOf(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

constexpr std::array<std::uint64_t, 8> simpleInts = {0,
                                                     1,
                                                     bitsOf(std::int64_t{-1}),
                                                     2,
                                                     bitsOf(std::int64_t{-2}),
                                                     3,
                                                     bitsOf(std::int64_t{5}),
                                                     bitsOf(std::int64_t{10})};
constexpr std::array<std::uint64_t, 6> simpleWords = {0, 1, 2, 3, 7, 10};
constexpr std::array<std::uint64_t, 7> simpleDoubles = {
    bitsOf(0.0), bitsOf(1.0), bitsOf(-1.0), bitsOf(0.5), bitsOf(2.0), bitsOf(0.1), bitsOf(-0.0)};
constexpr std::array<std::uint64_t, 7> simpleFloats = {
    bitsOf(0.0), bitsOf(1.0),          bitsOf(-1.0), bitsOf(0.5),
    bitsOf(2.0), bitsOf(double{0.1F}), bitsOf(-0.0)};
constexpr std::array<std::uint64_t, 6> simpleChars = {'a', 'b', 'c', 'A', '0', ' '};
constexpr std::array<std::uint64_t, 2> bools = {0, 1};

// Where 32 and 64 bits, and the words of small Integers, end; and some that are larger still.
std::span<const std::uint64_t> extremeIntegers() {
  static const std::vector<std::uint64_t> numbers = [] {
    std::vector<std::uint64_t> found;
    for (const std::string_view digits :
         {"100000000", "4000000000000000", "8000000000000000", "10000000000000000",
          "ffffffff00000001ffffffff", "123456789abcdef0123456789abcdef0123456789abcdef"}) {
      for (const bool negative : {false, true}) {
        const std::uint64_t number = ir::integer::parsed(digits, 16, negative);
        for (const std::int64_t near : {-1, 0, 1}) found.push_back(ir::integer::plus(number, near));
      }
    }
    return found;
  }();
  return numbers;
}

constexpr std::int64_t minInt = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t maxInt = std::numeric_limits<std::int64_t>::max();
constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr std::array<std::uint64_t, 6> extremeInts = {
    bitsOf(minInt),          bitsOf(maxInt),          bitsOf(minInt + 1),
    std::uint64_t{1} << 62U, std::uint64_t{1} << 31U, bitsOf(std::int64_t{-1} << 32U)};
constexpr std::array<std::uint64_t, 4> extremeWords = {
    ~std::uint64_t{0}, ~std::uint64_t{0} - 1, std::uint64_t{1} << 63U, std::uint64_t{1} << 32U};
constexpr std::array<std::uint64_t, 8> extremeDoubles = {
    bitsOf(-0.0),  bitsOf(infinity), bitsOf(-infinity), ir::scalar::canonicalNan,
    bitsOf(1e308), bitsOf(-1e308),   bitsOf(5e-324),    bitsOf(9007199254740993.0)};
constexpr std::array<std::uint64_t, 5> extremeChars = {'\n', 0, 0xe9, 0x1f600, 0x10ffff};

std::uint64_t randomInt(Random& random) {
  const std::uint64_t kind = random.below(100);
  if (kind < 65) return bitsOf(random.between(-3, 9));
  if (kind < 90) return bitsOf(random.between(-100, 100));
  if (kind < 97) return bitsOf(random.between(-1'000'000'000, 1'000'000'000));
  return random.choose(extremeInts);
}

std::uint64_t randomInteger(Random& random) {
  const std::uint64_t kind = random.below(100);
  if (kind < 60) return bitsOf(random.between(-3, 9));
  if (kind < 85) return bitsOf(random.between(-100, 100));
  if (kind < 93) return bitsOf(random.between(-1'000'000'000, 1'000'000'000));
  const std::span<const std::uint64_t> extremes = extremeIntegers();
  return extremes[random.below(extremes.size())];
}

std::uint64_t randomWord(Random& random) {
  const std::uint64_t kind = random.below(100);
  if (kind < 65) return random.below(10);
  if (kind < 97) return random.below(1000);
  return random.choose(extremeWords);
}

std::uint64_t randomDouble(Random& random) {
  const std::uint64_t kind = random.below(100);
  if (kind < 50) return bitsOf(static_cast<double>(random.between(-40, 40)) / 4);
  if (kind < 85) return bitsOf(static_cast<double>(random.between(-1'000'000, 1'000'000)) / 997);
  if (kind < 93) return bitsOf(std::ldexp(1.1, static_cast<int>(random.between(-60, 60))));
  return random.choose(extremeDoubles);
}

std::uint64_t randomChar(Random& random) {
  const std::uint64_t kind = random.below(100);
  if (kind < 60) return 'a' + random.below(4);
  if (kind < 95) return ' ' + random.below(95);
  return random.choose(extremeChars);
}

}  // namespace

std::span<const std::uint64_t> simpleScalars(ir::TypeKind kind) {
  switch (kind) {
    case ir::TypeKind::Int:
    case ir::TypeKind::Integer:
      return simpleInts;
    case ir::TypeKind::Word:
      return simpleWords;
    case ir::TypeKind::Double:
      return simpleDoubles;
    case ir::TypeKind::Float:
      return simpleFloats;
    case ir::TypeKind::Char:
      return simpleChars;
    case ir::TypeKind::Bool:
      return bools;
    case ir::TypeKind::Data:
      break;
  }
  support::fail("scalars of a data type");
}

std::uint64_t neighbour(ir::TypeKind kind, std::uint64_t bits, int direction) {
  switch (kind) {
    case ir::TypeKind::Double:
    case ir::TypeKind::Float:
      return std::bit_cast<std::uint64_t>(std::bit_cast<double>(bits) + direction);
    case ir::TypeKind::Bool:
      return bits ^ 1U;
    case ir::TypeKind::Char:
      if (direction < 0) return bits == 0 ? 0 : bits - 1;
      return bits >= 0x10ffff ? bits : bits + 1;
    case ir::TypeKind::Integer:
      return ir::integer::plus(bits, direction);
    case ir::TypeKind::Word:
      if (direction < 0 && bits == 0) return 0;
      [[fallthrough]];
    default:
      return bits + static_cast<std::uint64_t>(direction);
  }
}

std::uint64_t randomScalar(ir::TypeKind kind, Random& random) {
  switch (kind) {
    case ir::TypeKind::Int:
      return randomInt(random);
    case ir::TypeKind::Word:
      return randomWord(random);
    case ir::TypeKind::Integer:
      return randomInteger(random);
    case ir::TypeKind::Double:
      return randomDouble(random);
    case ir::TypeKind::Float:
      return ir::scalar::encode(ir::scalar::decode<float>(randomDouble(random)));
    case ir::TypeKind::Char:
      return randomChar(random);
    case ir::TypeKind::Bool:
      return random.below(2);
    case ir::TypeKind::Data:
      break;
  }
  support::fail("scalars of a data type");
}

}  // namespace deforest::eval
