#include "backends/cpp/expression.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

#include "ir/integer.hpp"
#include "support/check.hpp"

namespace deforest::backends {
namespace {

using ir::PrimOp;
using ir::TypeKind;

template <class T>
std::string realText(T value) {
  if (value != value) return "deforest::notANumber";
  if (std::isinf(value)) return value < 0 ? "-deforest::infinity" : "deforest::infinity";
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string floatText(float value) {
  const std::string text = realText(value);
  return std::isfinite(value) ? text + "F" : "static_cast<float>(" + text + ")";
}

std::string charText(std::uint64_t code) {
  if (code >= 0x20 && code < 0x7f) {
    std::string text = "U'";
    if (code == '\'' || code == '\\') text += '\\';
    return text + static_cast<char>(code) + "'";
  }
  return "char32_t{" + std::to_string(code) + "}";
}

std::string integerText(std::uint64_t word) {
  if (ir::integer::isSmall(word)) {
    return "deforest::Integer{" + std::to_string(static_cast<std::int64_t>(word)) + "}";
  }
  std::string text = "deforest::largeConstant<";
  text += ir::integer::isNegative(word) ? "true" : "false";
  for (const std::uint64_t limb : ir::integer::limbs(word))
    text += ", " + std::to_string(limb) + "U";
  return text + ">()";
}

std::string_view infix(PrimOp op) {
  switch (op) {
    case PrimOp::Add:
      return " + ";
    case PrimOp::Sub:
      return " - ";
    case PrimOp::Mul:
      return " * ";
    case PrimOp::FDiv:
      return " / ";
    case PrimOp::Eq:
      return " == ";
    case PrimOp::Ne:
      return " != ";
    case PrimOp::Lt:
      return " < ";
    case PrimOp::Le:
      return " <= ";
    case PrimOp::Gt:
      return " > ";
    case PrimOp::Ge:
      return " >= ";
    case PrimOp::And:
      return " && ";
    case PrimOp::Or:
      return " || ";
    case PrimOp::BitAnd:
      return " & ";
    case PrimOp::BitOr:
      return " | ";
    case PrimOp::BitXor:
      return " ^ ";
    default:
      return "";
  }
}

// What a fraction is rounded to.
std::string_view roundedTo(TypeKind kind) {
  return kind == TypeKind::Int ? "ToInt" : kind == TypeKind::Word ? "ToWord" : "ToInteger";
}

std::string_view functionName(PrimOp op) {
  switch (op) {
    case PrimOp::Add:
      return "deforest::add";
    case PrimOp::Sub:
      return "deforest::sub";
    case PrimOp::Mul:
      return "deforest::mul";
    case PrimOp::Negate:
      return "deforest::negate";
    case PrimOp::Abs:
      return "deforest::abs";
    case PrimOp::Signum:
      return "deforest::signum";
    case PrimOp::Min:
      return "deforest::min";
    case PrimOp::Max:
      return "deforest::max";
    case PrimOp::Div:
      return "deforest::div";
    case PrimOp::Mod:
      return "deforest::mod";
    case PrimOp::Quot:
      return "deforest::quot";
    case PrimOp::Rem:
      return "deforest::rem";
    case PrimOp::Gcd:
      return "deforest::gcd";
    case PrimOp::Pow:
      return "std::pow";
    case PrimOp::Sqrt:
      return "std::sqrt";
    case PrimOp::Exp:
      return "std::exp";
    case PrimOp::Log:
      return "std::log";
    case PrimOp::Sin:
      return "std::sin";
    case PrimOp::Cos:
      return "std::cos";
    case PrimOp::Tan:
      return "std::tan";
    case PrimOp::Asin:
      return "std::asin";
    case PrimOp::Acos:
      return "std::acos";
    case PrimOp::Atan:
      return "std::atan";
    case PrimOp::Sinh:
      return "std::sinh";
    case PrimOp::Cosh:
      return "std::cosh";
    case PrimOp::Tanh:
      return "std::tanh";
    case PrimOp::Asinh:
      return "std::asinh";
    case PrimOp::Acosh:
      return "std::acosh";
    case PrimOp::Atanh:
      return "std::atanh";
    case PrimOp::IntPow:
      return "deforest::power";
    case PrimOp::Even:
      return "deforest::even";
    case PrimOp::Odd:
      return "deforest::odd";
    case PrimOp::Truncate:
      return "deforest::truncate";
    case PrimOp::Floor:
      return "deforest::floor";
    case PrimOp::Ceiling:
      return "deforest::ceiling";
    case PrimOp::Round:
      return "deforest::round";
    case PrimOp::Ord:
      return "deforest::ord";
    case PrimOp::Chr:
      return "deforest::chr";
    case PrimOp::BitAnd:
      return "deforest::bitAnd";
    case PrimOp::BitOr:
      return "deforest::bitOr";
    case PrimOp::BitXor:
      return "deforest::bitXor";
    case PrimOp::Complement:
      return "deforest::complement";
    case PrimOp::ShiftL:
      return "deforest::shiftLeft";
    case PrimOp::ShiftR:
      return "deforest::shiftRight";
    case PrimOp::PopCount:
      return "deforest::popCount";
    case PrimOp::TestBit:
      return "deforest::testBit";
    case PrimOp::IsUpper:
      return "deforest::isUpper";
    case PrimOp::IsLower:
      return "deforest::isLower";
    case PrimOp::IsAlpha:
      return "deforest::isAlpha";
    case PrimOp::IsAlphaNum:
      return "deforest::isAlphaNum";
    case PrimOp::IsNumber:
      return "deforest::isNumber";
    case PrimOp::IsMark:
      return "deforest::isMark";
    case PrimOp::IsPunctuation:
      return "deforest::isPunctuation";
    case PrimOp::IsSymbol:
      return "deforest::isSymbol";
    case PrimOp::IsSeparator:
      return "deforest::isSeparator";
    case PrimOp::IsPrint:
      return "deforest::isPrint";
    case PrimOp::ToUpper:
      return "deforest::toUpper";
    case PrimOp::ToLower:
      return "deforest::toLower";
    default:
      support::fail("a primitive that is no function");
  }
}

bool isInfix(PrimOp op, TypeKind kind) {
  const bool arithmetic = op == PrimOp::Add || op == PrimOp::Sub || op == PrimOp::Mul;
  const bool bits = op == PrimOp::BitAnd || op == PrimOp::BitOr || op == PrimOp::BitXor;
  const bool named =
      (arithmetic && kind == TypeKind::Int) || ((arithmetic || bits) && kind == TypeKind::Integer);
  return !infix(op).empty() && !named;
}

CppExpr conversion(TypeKind from, TypeKind to, const std::string& worker, const CppExpr& operand) {
  if (from == TypeKind::Integer && to == TypeKind::Integer) return operand;
  if (from == TypeKind::Integer || to == TypeKind::Integer) {
    const std::string_view name = to == TypeKind::Int      ? "deforest::toInt("
                                  : to == TypeKind::Word   ? "deforest::toWord("
                                  : to == TypeKind::Double ? "deforest::toDouble("
                                  : to == TypeKind::Float  ? "deforest::toFloat("
                                                           : "deforest::toInteger(";
    const std::string place = to == TypeKind::Integer ? worker + ", " : "";
    return {std::string(name) + place + operand.text + ")", false, false, operand.parameters};
  }
  const bool fromWord = from == TypeKind::Word;
  std::string type = to == TypeKind::Float ? "float" : "double";
  if (to == TypeKind::Int) type = "std::int64_t";
  if (to == TypeKind::Word) type = "std::uint64_t";
  if ((to == TypeKind::Int && !fromWord) || (to == TypeKind::Word && fromWord)) return operand;
  return {"static_cast<" + type + ">(" + operand.text + ")", false, false, operand.parameters};
}

}  // namespace

CppExpr cppLiteral(const ir::Literal& literal, bool typed) {
  switch (literal.kind) {
    case TypeKind::Int: {
      const auto value = static_cast<std::int64_t>(literal.bits);
      if (value == std::numeric_limits<std::int64_t>::min()) {
        return {"deforest::smallestInt", false, false, {}};
      }
      const std::string text = std::to_string(value);
      if (typed) return {"std::int64_t{" + text + "}", false, false, {}};
      return {text, value < 0, false, {}};
    }
    case TypeKind::Word: {
      const std::string text = std::to_string(literal.bits) + "U";
      return {typed ? "std::uint64_t{" + text + "}" : text, false, false, {}};
    }
    case TypeKind::Double:
    case TypeKind::Float: {
      const auto value = std::bit_cast<double>(literal.bits);
      const std::string text =
          literal.kind == TypeKind::Double ? realText(value) : floatText(static_cast<float>(value));
      return {text, text[0] == '-', false, {}};
    }
    case TypeKind::Char:
      return {charText(literal.bits), false, false, {}};
    case TypeKind::Bool:
      return {literal.bits != 0 ? "true" : "false", false, false, {}};
    case TypeKind::Integer:
      return {integerText(literal.bits), false, false, {}};
    case TypeKind::Data:
      break;
  }
  support::fail("a literal of a data type");
}

CppExpr cppPrimitive(PrimOp op, TypeKind kind, TypeKind result,
                     const std::vector<CppExpr>& operands, const std::string& worker) {
  CppExpr out;
  for (const auto& operand : operands) {
    for (const ir::VarId parameter : operand.parameters) {
      if (std::find(out.parameters.begin(), out.parameters.end(), parameter) ==
          out.parameters.end()) {
        out.parameters.push_back(parameter);
      }
    }
  }
  const bool floating = kind == TypeKind::Double || kind == TypeKind::Float;
  if (op == PrimOp::FromIntegral || op == PrimOp::RealToFrac)
    return conversion(kind, result, worker, operands[0]);
  const bool flips = op == PrimOp::Complement && kind != TypeKind::Integer;
  if (op == PrimOp::Not || flips || (op == PrimOp::Negate && floating)) {
    const char sign = op == PrimOp::Not ? '!' : flips ? '~' : '-';
    out.text = sign + operands[0].operand();
    out.compound = true;
  } else if (isInfix(op, kind)) {
    out.text = operands[0].operand() + std::string(infix(op)) + operands[1].operand();
    out.compound = true;
  } else {
    out.text = functionName(op);
    const bool rounds = op == PrimOp::Truncate || op == PrimOp::Floor || op == PrimOp::Ceiling ||
                        op == PrimOp::Round;
    if (rounds) out.text += roundedTo(result);
    out.text += "(";
    if (!worker.empty()) out.text += worker + ", ";
    for (std::size_t i = 0; i < operands.size(); ++i) {
      out.text += (i > 0 ? ", " : "") + operands[i].text;
    }
    out.text += ")";
  }
  return out;
}

}  // namespace deforest::backends
