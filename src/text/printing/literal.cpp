#include "text/printing/literal.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <string_view>

#include "ir/integer.hpp"
#include "ir/scalar.hpp"
#include "support/check.hpp"
#include "text/printing/layout.hpp"

namespace deforest::text {
namespace {

using ir::TypeKind;

bool isDigit(char32_t c) {
  return c >= U'0' && c <= U'9';
}

// A character inside quotes; `quote` is the one to be escaped.
void appendChar(std::string& out, char32_t c, char quote) {
  if (c == U' ') {
    out += unbreakableSpace;
  } else if (c < 32) {
    out += '\\';
    out += ir::scalar::controlNames[c];
  } else if (c == U'\\' || c == static_cast<char32_t>(quote)) {
    out += '\\';
    out += static_cast<char>(c);
  } else if (c < 127) {
    out += static_cast<char>(c);
  } else if (c == 127) {
    out += "\\DEL";
  } else {
    out += '\\';
    out += std::to_string(static_cast<std::uint32_t>(c));
  }
}

std::string realText(std::uint64_t bits, TypeKind kind) {
  const auto value = std::bit_cast<double>(bits);
  if (std::isnan(value)) return "(0.0 / 0.0)";
  if (std::isinf(value)) return value > 0 ? "(1.0 / 0.0)" : "((-1.0) / 0.0)";
  std::array<char, 40> buffer{};
  char* const last = buffer.data() + buffer.size();
  const auto end = kind == TypeKind::Float
                       ? std::to_chars(buffer.data(), last, static_cast<float>(value)).ptr
                       : std::to_chars(buffer.data(), last, value).ptr;
  std::string text(buffer.data(), end);
  const auto exponent = text.find('e');
  const std::string mantissa = text.substr(0, exponent);
  std::string tail;
  if (exponent != std::string::npos) {
    tail = text.substr(exponent + 1);
    if (tail[0] == '+') tail.erase(0, 1);
    const bool minus = tail[0] == '-';
    const auto digits = tail.find_first_not_of("-0");
    tail = (minus ? "e-" : "e") + tail.substr(digits);
  }
  text = mantissa + (mantissa.find('.') == std::string::npos ? ".0" : "") + tail;
  return text[0] == '-' ? "(" + text + ")" : text;
}

}  // namespace

std::string literalText(const ir::Literal& literal) {
  switch (literal.kind) {
    case TypeKind::Int: {
      const std::string text = std::to_string(static_cast<std::int64_t>(literal.bits));
      return text[0] == '-' ? "(" + text + ")" : text;
    }
    case TypeKind::Integer: {
      const std::string text = ir::integer::decimal(literal.bits);
      return text[0] == '-' ? "(" + text + ")" : text;
    }
    case TypeKind::Word:
      return std::to_string(literal.bits);
    case TypeKind::Double:
    case TypeKind::Float:
      return realText(literal.bits, literal.kind);
    case TypeKind::Bool:
      return literal.bits != 0 ? "True" : "False";
    case TypeKind::Char: {
      std::string text = "'";
      appendChar(text, static_cast<char32_t>(literal.bits), '\'');
      return text + "'";
    }
    case TypeKind::Data:
      break;
  }
  support::fail("a literal of a data type");
}

std::string stringText(const std::u32string& text) {
  std::string out = "\"";
  char32_t previous = U' ';
  for (const char32_t c : text) {
    const bool numeric = previous > 127;
    if ((numeric && isDigit(c)) || (previous == 14 && c == U'H')) out += "\\&";
    appendChar(out, c, '"');
    previous = c;
  }
  return out + "\"";
}

std::string stringText(const std::string& text) {
  std::u32string codes;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    std::size_t length = lead < 0x80    ? 1
                         : lead >= 0xF0 ? 4
                         : lead >= 0xE0 ? 3
                         : lead >= 0xC0 ? 2
                                        : 1;
    char32_t code = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    bool valid = length > 1 && i + length <= text.size();
    for (std::size_t k = 1; valid && k < length; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      valid = (next & 0xC0) == 0x80;
      code = (code << 6) | (next & 0x3FU);
    }
    if (length > 1 && (!valid || code > 0x10FFFF)) {  // a stray byte stands for itself
      length = 1;
      code = lead;
    }
    codes += code;
    i += length;
  }
  return stringText(codes);
}

}  // namespace deforest::text
