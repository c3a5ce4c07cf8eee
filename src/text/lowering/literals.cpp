// Digits to values.
#include "text/lowering/literals.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "ir/integer.hpp"
#include "ir/primitives.hpp"
#include "support/check.hpp"
#include "support/match.hpp"

namespace deforest::text {
namespace {

// A number without its underscores and prefix.
struct Digits {
  unsigned base = 10;
  std::string text;
};

Digits digitsOf(const resolved::NumberLiteral& number) {
  Digits result;
  for (const char c : number.digits) {
    if (c != '_') result.text += c;
  }
  if (result.text.size() < 2 || result.text[0] != '0') return result;
  switch (result.text[1]) {
    case 'x':
    case 'X':
      result.base = 16;
      break;
    case 'o':
    case 'O':
      result.base = 8;
      break;
    case 'b':
    case 'B':
      result.base = 2;
      break;
    default:
      return result;
  }
  result.text.erase(0, 2);
  return result;
}

unsigned digitValue(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  return static_cast<unsigned>(c - 'A') + 10;
}

std::uint64_t wholeValue(const Digits& digits) {
  std::uint64_t value = 0;
  for (const char c : digits.text) value = value * digits.base + digitValue(c);
  return value;
}

// Octal and binary digits as hexadecimal ones, which the library rounds correctly.
std::string hexadecimal(const Digits& digits) {
  if (digits.base == 16) return digits.text;
  const unsigned bitsPerDigit = digits.base == 8 ? 3 : 1;
  std::string bits;
  for (const char c : digits.text) {
    for (unsigned i = bitsPerDigit; i-- > 0;) bits += ((digitValue(c) >> i) & 1U) != 0 ? '1' : '0';
  }
  bits.insert(0, (4 - bits.size() % 4) % 4, '0');
  std::string text;
  for (std::size_t i = 0; i < bits.size(); i += 4) {
    unsigned nibble = 0;
    for (std::size_t k = 0; k < 4; ++k) nibble = nibble * 2 + (bits[i + k] == '1' ? 1U : 0U);
    text += "0123456789abcdef"[nibble];
  }
  return text;
}

// Rounded once, from the decimal digits.
template <class T>
T realValue(const Digits& digits) {
  T value = 0;
  const bool decimal = digits.base == 10;
  const std::string text = decimal ? digits.text : hexadecimal(digits);
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value,
                      decimal ? std::chars_format::general : std::chars_format::hex);
  if (error == std::errc::result_out_of_range) {
    // Too large, or too small: the exponent says which.
    const auto exponent = decimal ? text.find_first_of("eE") : std::string::npos;
    const bool tiny = exponent != std::string::npos && exponent + 1 < text.size()
                          ? text[exponent + 1] == '-'
                          : text.starts_with("0.");
    return tiny ? T{0} : std::numeric_limits<T>::infinity();
  }
  support::check(error == std::errc() && end == text.data() + text.size(),
                 "a number that cannot be read: " + text);
  return value;
}

}  // namespace

ir::Literal numberLiteral(const resolved::NumberLiteral& number, ir::TypeKind kind) {
  const Digits digits = digitsOf(number);
  if (ir::isFloating(kind)) {
    const double value =
        kind == ir::TypeKind::Float ? realValue<float>(digits) : realValue<double>(digits);
    return ir::doubleLiteral(number.negative ? -value : value, kind);
  }
  support::check(ir::isIntegral(kind) && !number.fractional, "a number of a type without numbers");
  if (kind == ir::TypeKind::Integer) {
    return {kind, ir::integer::parsed(digits.text, digits.base, number.negative)};
  }
  const std::uint64_t value = wholeValue(digits);
  return {kind, number.negative ? 0 - value : value};
}

std::pair<ir::Literal, ir::Literal> fractionLiteral(const resolved::NumberLiteral& number) {
  constexpr std::int64_t mostZeros = 10'000;
  std::string digits;
  std::int64_t exponent = 0;
  bool behindPoint = false;
  const std::string text = digitsOf(number).text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == 'e' || text[i] == 'E') {
      std::int64_t written = 0;
      const std::size_t first = text[i + 1] == '+' ? i + 2 : i + 1;
      const auto [end, error] =
          std::from_chars(text.data() + first, text.data() + text.size(), written);
      if (error != std::errc()) written = mostZeros + 1;
      exponent += written;
      break;
    }
    if (text[i] == '.') {
      behindPoint = true;
      continue;
    }
    digits += text[i];
    exponent -= behindPoint ? 1 : 0;
  }
  if (exponent > mostZeros || exponent < -mostZeros) {
    throw support::LimitError("a fraction of more than ten thousand digits");
  }
  const auto zeros = [](std::int64_t count) {
    return std::string(count > 0 ? static_cast<std::size_t>(count) : 0, '0');
  };
  const auto whole = [](const std::string& decimal, bool negative) {
    return ir::Literal{ir::TypeKind::Integer, ir::integer::parsed(decimal, 10, negative)};
  };
  return {whole(digits + zeros(exponent), number.negative), whole("1" + zeros(-exponent), false)};
}

bool fitsType(const resolved::NumberLiteral& number, ir::TypeKind kind) {
  if (kind == ir::TypeKind::Integer) return true;
  const Digits digits = digitsOf(number);
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if (kind == ir::TypeKind::Int) most = (most >> 1U) + (number.negative ? 1 : 0);
  std::uint64_t value = 0;
  for (const char c : digits.text) {
    const unsigned digit = digitValue(c);
    if (value > (most - digit) / digits.base) return false;
    value = value * digits.base + digit;
  }
  return true;
}

void reportTooLarge(Reporter& reporter, const resolved::NumberLiteral& number, ir::TypeKind kind,
                    support::Span span) {
  const bool isInt = kind == ir::TypeKind::Int;
  reporter.error(span,
                 (number.negative ? "-" : "") + shortened(number.digits) + " does not fit " +
                     quoted(ir::kindName(kind)),
                 isInt ? "`Int` holds -9223372036854775808 to 9223372036854775807, `Integer` any "
                         "whole number"
                       : "`Word` holds 0 to 18446744073709551615");
}

LiteralKey literalKey(const resolved::Literal& literal, bool fractional) {
  return support::match(
      literal,
      [&](const resolved::NumberLiteral& number) -> LiteralKey {
        // Kept Integers have equal bits if they are equal.
        if (!fractional) return numberLiteral(number, ir::TypeKind::Integer).bits;
        const auto value = realValue<double>(digitsOf(number));
        return number.negative ? -value : value;
      },
      [](const resolved::CharLiteral& c) -> LiteralKey { return ir::charLiteral(c.value).bits; },
      [](const resolved::StringLiteral&) -> LiteralKey { support::fail("a string has no key"); });
}

}  // namespace deforest::text
