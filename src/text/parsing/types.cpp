// Types, and what stands before the type in a signature: quantifiers and contexts.
#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

#include "text/parsing/parser_impl.hpp"
#include "text/prelude/written_modules.hpp"

namespace deforest::text {
namespace {

// A number as it is written, in decimal digits, without zeros in front; nothing if it is too large.
std::optional<std::string> decimalOf(std::string_view written) {
  std::string digits;
  for (const char c : written) {
    if (c != '_') digits += c;
  }
  if (digits.size() > 2 && std::isdigit(static_cast<unsigned char>(digits[1])) == 0) {
    const char kind = static_cast<char>(std::tolower(static_cast<unsigned char>(digits[1])));
    const int base = kind == 'x' ? 16 : kind == 'o' ? 8 : 2;
    std::uint64_t value = 0;
    const char* const end = digits.data() + digits.size();
    if (std::from_chars(digits.data() + 2, end, value, base).ec != std::errc()) return std::nullopt;
    return std::to_string(value);
  }
  return digits.erase(0, digits.find_first_not_of('0'));
}

}  // namespace

using ast::TypeExpr;

bool Parser::startsTypeAtom() {
  switch (kind()) {
    case TokenKind::Variable:
    case TokenKind::Constructor:
    case TokenKind::Tick:
    case TokenKind::Integer:
    case TokenKind::OpenParen:
    case TokenKind::OpenUnboxed:
    case TokenKind::OpenBracket:
      return true;
    default:
      return false;
  }
}

bool Parser::atForall() {
  return atText(TokenKind::Variable, "forall") || atText(TokenKind::VariableOperator, "\u2200");
}

// The variables.
std::vector<std::string> Parser::parseForall() {
  std::vector<std::string> variables;
  take();
  while (!atText(TokenKind::VariableOperator, ".")) {
    if (accept(TokenKind::OpenParen)) {
      const Token open = stream_.previous();
      variables.emplace_back(expect(TokenKind::Variable, "a type variable").text);
      if (accept(TokenKind::DoubleColon)) (void)parseType();
      expectClose(TokenKind::CloseParen, open, "");
    } else {
      variables.emplace_back(
          expect(TokenKind::Variable, "a type variable or the `.` after `forall`").text);
    }
  }
  take();
  return variables;
}

// a -> b, and the arrows of linear types: a %1 -> b, a ⊸ b, a ->. b
bool Parser::acceptArrow() {
  if (accept(TokenKind::RightArrow)) return true;
  if (atText(TokenKind::VariableOperator, "\u22B8") || atText(TokenKind::VariableOperator, "->.")) {
    stream_.advance();
    return true;
  }
  if (!atText(TokenKind::VariableOperator, "%")) return false;
  stream_.advance();
  if (!accept(TokenKind::Integer) && !accept(TokenKind::Constructor)) {
    expect(TokenKind::Variable, "the multiplicity of a linear arrow, as in `a %1 -> b`");
  }
  expect(TokenKind::RightArrow, "`->`");
  return true;
}

TypeExpr Parser::parseType() {
  const Nesting nesting(*this);
  if (atForall()) {
    const support::Position from = begin();
    ast::TypeForall forall{parseForall(), {}};
    std::vector<TypeExpr> context;
    forall.type = box(parseSignatureType(context));
    return {since(from), std::move(forall)};
  }
  TypeExpr type;
  parseTypeApplication(type);
  if (acceptArrow()) parseArrowRest(type);
  return type;
}

void Parser::parseArrowRest(TypeExpr& from) {
  const support::Position begin = from.span.begin;
  ast::TypeArrow arrow;
  arrow.from = box(std::move(from));
  arrow.to = box(parseType());
  from = {since(begin), std::move(arrow)};
}

// `Eq a`, or several in parentheses.
void Parser::addConstraints(TypeExpr source, std::vector<TypeExpr>& context) {
  if (auto* several = std::get_if<ast::TypeTuple>(&source.node)) {
    for (TypeExpr& element : several->elements) context.push_back(std::move(element));
  } else {
    context.push_back(std::move(source));
  }
}

TypeExpr Parser::parseSignatureType(std::vector<TypeExpr>& context,
                                    std::vector<std::string>* variables) {
  TypeExpr type;
  while (true) {
    if (atForall()) {
      for (std::string& name : parseForall()) {
        if (variables != nullptr) variables->push_back(std::move(name));
      }
      continue;
    }
    parseTypeApplication(type);
    if (!accept(TokenKind::DoubleArrow)) break;
    addConstraints(std::move(type), context);
    type = {};
  }
  if (acceptArrow()) parseArrowRest(type);
  return type;
}

void Parser::parseTypeApplication(TypeExpr& result) {
  parseTypeAtom(result);
  if (!startsTypeAtom()) return;
  const support::Position from = result.span.begin;
  ast::TypeApply apply;
  apply.head = box(std::move(result));
  while (startsTypeAtom()) {
    apply.arguments.emplace_back();
    parseTypeAtom(apply.arguments.back());
  }
  result = {since(from), std::move(apply)};
}

void Parser::parseTypeAtom(TypeExpr& result) {
  switch (kind()) {
    case TokenKind::Variable:
      result.node = ast::TypeVariable{std::string(take().text)};
      break;
    case TokenKind::Tick:
      if (keepsOpaque_) {
        notInLanguage(stream_.peek(), "a constructor as a type is", "leave its text as it is");
      }
      if (stream_.raw(1).kind != TokenKind::Constructor) unexpected("a type");
      take();
      return parseTypeAtom(result);
    case TokenKind::Constructor:
      result.node = ast::TypeName{std::string(take().text)};
      break;
    case TokenKind::Integer:
      return parseNatural(result);
    case TokenKind::OpenParen:
    case TokenKind::OpenUnboxed:
      return parseTypeParentheses(result);
    case TokenKind::OpenBracket:
      return parseTypeBrackets(result);
    default:
      unexpected("a type");
  }
  result.span = stream_.previous().span;
}

// What its digits make (prelude/type_naturals_source.cpp).
void Parser::parseNatural(TypeExpr& result) {
  const Token& token = take();
  if (keepsOpaque_) notInLanguage(token, "a number as a type is", "leave its text as it is");
  const std::optional<std::string> digits = decimalOf(token.text);
  if (!digits) fail(token.span, "this number is too large", "write it in decimal digits");
  namesNaturals_ = true;
  const auto named = [&](const std::string& name) {
    return TypeExpr{token.span, ast::TypeName{std::string(digitsModule) + "." + name}};
  };
  result = named("NoDigit");
  for (const char digit : *digits) {
    ast::TypeApply apply;
    apply.head = box(named(std::string("Digit") + digit));
    apply.arguments.push_back(std::move(result));
    result = {token.span, std::move(apply)};
  }
}

void Parser::parseTypeBrackets(TypeExpr& result) {
  const Token& open = take();
  if (accept(TokenKind::CloseBracket)) {
    result.node = ast::TypeName{"[]"};
  } else {
    ast::TypeList list;
    list.element = box(parseType());
    expectClose(TokenKind::CloseBracket, open, "");
    result.node = std::move(list);
  }
  result.span = since(open.span.begin);
}

void Parser::parseTypeParentheses(TypeExpr& result) {
  const Token& open = take();
  const bool unboxed = open.kind == TokenKind::OpenUnboxed;
  if (unboxed || !parseTypeName(result, open)) parseTypeTuple(result, open);
  result.span = since(open.span.begin);
}

// (,) and (->), the opening parenthesis of which has been taken.
bool Parser::parseTypeName(TypeExpr& result, const Token& open) {
  std::string name = "(";
  if (accept(TokenKind::RightArrow)) {
    name += "->";
  } else if (at(TokenKind::Comma)) {
    while (accept(TokenKind::Comma)) name += ',';
  } else {
    return false;
  }
  expectClose(TokenKind::CloseParen, open, "");
  result.node = ast::TypeName{name + ")"};
  return true;
}

void Parser::parseTypeTuple(TypeExpr& result, const Token& open) {
  ast::TypeTuple tuple;
  tuple.unboxed = open.kind == TokenKind::OpenUnboxed;
  const TokenKind close = tuple.unboxed ? TokenKind::CloseUnboxed : TokenKind::CloseParen;
  if (!at(close)) {
    do tuple.elements.push_back(parseType());
    while (accept(TokenKind::Comma));
  }
  if (at(TokenKind::DoubleColon)) {
    notInLanguage(stream_.peek(), "a kind annotation here is", "leave it out");
  }
  if (at(TokenKind::Tilde)) {
    notInLanguage(stream_.peek(), "an equality of types is", "write the types as they are");
  }
  expectClose(close, open, tuple.elements.size() > 1 ? "`,`" : "`->`, `,`");
  setTuple(result, std::move(tuple));
}

}  // namespace deforest::text
