#include "eval/text_of_scalars.hpp"

#include <cmath>
#include <string_view>

#include "eval/decimal.hpp"
#include "ir/integer.hpp"
#include "ir/scalar.hpp"
#include "support/check.hpp"

namespace deforest::eval {
namespace {

constexpr std::uint64_t del = 127;
constexpr std::uint64_t shiftOut = 14;

// One character without regard to its neighbours and to quotes.
void appendEscaped(std::string& out, std::uint64_t code) {
  if (code > del) {
    out += '\\' + std::to_string(code);
  } else if (code == del) {
    out += "\\DEL";
  } else if (code == '\\') {
    out += "\\\\";
  } else if (code >= ' ') {
    out += static_cast<char>(code);
  } else {
    out += '\\';
    out += ir::scalar::controlNames[code];
  }
}

bool isDigit(std::uint64_t code) {
  return code >= '0' && code <= '9';
}

std::string showDouble(double value, Precision format, int precedence, bool source) {
  if (value != value) return source ? "(0/0)" : "NaN";
  const bool negative = std::signbit(value);
  if (std::isinf(value)) {
    if (source) return negative ? "(-1/0)" : "(1/0)";
    const std::string text = negative ? "-Infinity" : "Infinity";
    return negative && precedence > 6 ? "(" + text + ")" : text;
  }
  const std::string digits = showPositive(std::fabs(value), format);
  if (!negative) return digits;
  return precedence > 6 ? "(-" + digits + ")" : "-" + digits;
}

}  // namespace

void appendStringChar(std::string& out, std::uint64_t code, std::uint64_t previous) {
  const bool ambiguous = (previous > del && isDigit(code)) || (previous == shiftOut && code == 'H');
  if (ambiguous) out += "\\&";
  if (code == '"') {
    out += "\\\"";
  } else {
    appendEscaped(out, code);
  }
}

std::string showScalar(ir::TypeKind kind, std::uint64_t bits, int precedence, bool source) {
  switch (kind) {
    case ir::TypeKind::Int: {
      const auto value = ir::scalar::decode<std::int64_t>(bits);
      const std::string digits = std::to_string(value);
      return value < 0 && precedence > 6 ? "(" + digits + ")" : digits;
    }
    case ir::TypeKind::Integer: {
      const std::string digits = ir::integer::decimal(bits);
      return precedence > 6 && ir::integer::isNegative(bits) ? "(" + digits + ")" : digits;
    }
    case ir::TypeKind::Word:
      return std::to_string(bits);
    case ir::TypeKind::Double:
      return showDouble(ir::scalar::decode<double>(bits), doublePrecision, precedence, source);
    case ir::TypeKind::Float:
      return showDouble(ir::scalar::decode<double>(bits), floatPrecision, precedence, source);
    case ir::TypeKind::Char: {
      std::string out = "'";
      if (bits == '\'') {
        out += "\\'";
      } else {
        appendEscaped(out, bits);
      }
      return out + "'";
    }
    case ir::TypeKind::Bool:
      return bits == 0 ? "False" : "True";
    case ir::TypeKind::Data:
      break;
  }
  support::fail("a scalar of a data type");
}

}  // namespace deforest::eval
