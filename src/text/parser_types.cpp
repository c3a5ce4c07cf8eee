// Types, and what stands before the type in a signature: quantifiers and contexts.
#include "text/parser_impl.hpp"

namespace deforest::text {

using ast::TypeExpr;

bool Parser::startsTypeAtom() {
  switch (kind()) {
    case TokenKind::Variable:
    case TokenKind::Constructor:
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

void Parser::skipForall() {
  take();
  while (!atText(TokenKind::VariableOperator, ".")) {
    if (accept(TokenKind::OpenParen)) {
      const Token open = stream_.previous();
      expect(TokenKind::Variable, "a type variable");
      if (accept(TokenKind::DoubleColon)) (void)parseType();
      expectClose(TokenKind::CloseParen, open, "");
    } else {
      expect(TokenKind::Variable, "a type variable or the `.` after `forall`");
    }
  }
  take();
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
  const support::Position from = begin();
  if (atForall()) {
    notInLanguage(stream_.peek(), "a `forall` inside a type is",
                  "write it at the beginning of the signature, or leave it out");
  }
  TypeExpr type = parseTypeApplication();
  if (!acceptArrow()) return type;
  ast::TypeArrow arrow;
  arrow.from = box(std::move(type));
  arrow.to = box(parseType());
  return {since(from), std::move(arrow)};
}

TypeExpr Parser::parseSignatureType(bool& constrained) {
  const support::Position from = begin();
  while (true) {
    if (atForall()) {
      skipForall();
      continue;
    }
    TypeExpr type = parseTypeApplication();
    if (accept(TokenKind::DoubleArrow)) {
      constrained = true;
      continue;
    }
    if (!acceptArrow()) return type;
    ast::TypeArrow arrow;
    arrow.from = box(std::move(type));
    arrow.to = box(parseType());
    return {since(from), std::move(arrow)};
  }
}

TypeExpr Parser::parseTypeApplication() {
  const support::Position from = begin();
  TypeExpr head = parseTypeAtom();
  if (!startsTypeAtom()) return head;
  ast::TypeApply apply;
  apply.head = box(std::move(head));
  while (startsTypeAtom()) apply.arguments.push_back(parseTypeAtom());
  return {since(from), std::move(apply)};
}

TypeExpr Parser::parseTypeAtom() {
  const support::Position from = begin();
  switch (kind()) {
    case TokenKind::Variable:
      return {stream_.raw().span, ast::TypeVariable{std::string(take().text)}};
    case TokenKind::Constructor:
      return {stream_.raw().span, ast::TypeName{std::string(take().text)}};
    case TokenKind::OpenParen:
    case TokenKind::OpenUnboxed:
      return parseTypeParentheses();
    case TokenKind::OpenBracket: {
      const Token open = take();
      if (accept(TokenKind::CloseBracket)) return {since(from), ast::TypeName{"[]"}};
      ast::TypeList list;
      list.element = box(parseType());
      expectClose(TokenKind::CloseBracket, open, "");
      return {since(from), std::move(list)};
    }
    default:
      unexpected("a type");
  }
}

TypeExpr Parser::parseTypeParentheses() {
  const support::Position from = begin();
  const Token open = take();
  const bool unboxed = open.kind == TokenKind::OpenUnboxed;
  const TokenKind close = unboxed ? TokenKind::CloseUnboxed : TokenKind::CloseParen;
  ast::TypeTuple tuple;
  tuple.unboxed = unboxed;
  if (accept(close)) return {since(from), std::move(tuple)};
  if (!unboxed && at(TokenKind::Comma)) {
    std::string name = "(";
    while (accept(TokenKind::Comma)) name += ',';
    expectClose(close, open, "");
    return {since(from), ast::TypeName{name + ")"}};
  }
  if (!unboxed && accept(TokenKind::RightArrow)) {
    expectClose(close, open, "");
    return {since(from), ast::TypeName{"(->)"}};
  }
  tuple.elements.push_back(parseType());
  if (at(TokenKind::DoubleColon)) {
    notInLanguage(stream_.peek(), "a kind annotation here is", "leave it out");
  }
  if (at(TokenKind::Tilde)) {
    notInLanguage(stream_.peek(), "an equality of types is", "write the types as they are");
  }
  while (accept(TokenKind::Comma)) tuple.elements.push_back(parseType());
  expectClose(close, open, tuple.elements.size() > 1 ? "`,`" : "`->`, `,`");
  if (!unboxed && tuple.elements.size() == 1) return std::move(tuple.elements.front());
  return {since(from), std::move(tuple)};
}

}  // namespace deforest::text
