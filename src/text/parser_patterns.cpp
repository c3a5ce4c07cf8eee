// Patterns. Infix constructors are left to fixity resolution.
#include "text/parser_impl.hpp"

namespace deforest::text {

using ast::Pattern;

// Whether a `!` or `~` is a prefix of what follows rather than an operator.
bool Parser::atBang() {
  if (at(TokenKind::Tilde)) return true;
  return atText(TokenKind::VariableOperator, "!") && stream_.peek().spaceBefore &&
         !stream_.peek().spaceAfter;
}

bool Parser::startsPatternAtom() {
  switch (kind()) {
    case TokenKind::Variable:
    case TokenKind::Constructor:
    case TokenKind::Underscore:
    case TokenKind::Integer:
    case TokenKind::Fractional:
    case TokenKind::Character:
    case TokenKind::String:
    case TokenKind::OpenParen:
    case TokenKind::OpenUnboxed:
    case TokenKind::OpenBracket:
      return true;
    default:
      return atBang();
  }
}

Pattern Parser::parseTypedPattern() {
  const support::Position from = begin();
  Pattern pattern = parsePattern();
  if (!accept(TokenKind::DoubleColon)) return pattern;
  ast::TypedPattern typed{box(std::move(pattern)), parseType()};
  return {since(from), std::move(typed)};
}

Pattern Parser::parsePattern() {
  const Nesting nesting(*this);
  const support::Position from = begin();
  Pattern first = parsePatternOperand();
  if (!at(TokenKind::ConstructorOperator) && !at(TokenKind::Backquote)) return first;
  ast::InfixPattern infix;
  infix.operands.push_back(std::move(first));
  while (at(TokenKind::ConstructorOperator) || at(TokenKind::Backquote)) {
    infix.operators.push_back(parseOperator());
    if (const auto& [name, span] = infix.operators.back(); !isConstructorName(name)) {
      fail(span, "`" + name + "` is not a constructor",
           "patterns are made of constructors, which begin with a capital letter or a colon");
    }
    infix.operands.push_back(parsePatternOperand());
  }
  return {since(from), std::move(infix)};
}

Pattern Parser::parsePatternOperand() {
  const support::Position from = begin();
  if (atMinus()) {
    take();
    if (!at(TokenKind::Integer) && !at(TokenKind::Fractional)) unexpected("a number after `-`");
    ast::LiteralPattern literal{parseLiteral(), true};
    return {since(from), std::move(literal)};
  }
  const bool constructor = at(TokenKind::Constructor);
  const bool variable = at(TokenKind::Variable);
  Pattern head = parsePatternAtom();
  if (!startsPatternAtom()) return head;
  auto* name = std::get_if<ast::ConstructorPattern>(&head.node);
  if (!constructor || name == nullptr) {
    if (variable) {
      unexpected(
          "the end of the pattern: only constructors take arguments in a pattern, and they "
          "begin with a capital letter");
    }
    return head;
  }
  while (startsPatternAtom()) name->arguments.push_back(parsePatternAtom());
  head.span = since(from);
  return head;
}

Pattern Parser::parsePatternAtom() {
  const support::Position from = begin();
  switch (kind()) {
    case TokenKind::Underscore:
      return {take().span, ast::WildcardPattern{}};
    case TokenKind::Variable: {
      const std::string name = unqualified(take());
      if (!accept(TokenKind::At)) return {since(from), ast::VariablePattern{name}};
      const Nesting nesting(*this);
      ast::AsPattern as{name, box(parsePatternAtom())};
      return {since(from), std::move(as)};
    }
    case TokenKind::Constructor: {
      const std::string name(take().text);
      if (!at(TokenKind::OpenBrace)) return {since(from), ast::ConstructorPattern{name, {}}};
      ast::RecordPattern record;
      record.constructor = name;
      parseRecordPattern(record);
      return {since(from), std::move(record)};
    }
    case TokenKind::Integer:
    case TokenKind::Fractional:
    case TokenKind::Character:
    case TokenKind::String: {
      ast::LiteralPattern literal{parseLiteral(), false};
      return {since(from), std::move(literal)};
    }
    case TokenKind::OpenParen:
    case TokenKind::OpenUnboxed:
      return parsePatternParentheses();
    case TokenKind::OpenBracket: {
      const Token open = take();
      ast::ListPattern list;
      if (!at(TokenKind::CloseBracket)) {
        do list.elements.push_back(parseTypedPattern());
        while (accept(TokenKind::Comma));
      }
      expectClose(TokenKind::CloseBracket, open, "`,`");
      return {since(from), std::move(list)};
    }
    case TokenKind::Tilde: {
      take();
      const Nesting nesting(*this);
      ast::LazyPattern lazy{box(parsePatternAtom())};
      return {since(from), std::move(lazy)};
    }
    default:
      break;
  }
  if (!atText(TokenKind::VariableOperator, "!")) unexpected("a pattern");
  take();
  const Nesting nesting(*this);
  ast::BangPattern bang{box(parsePatternAtom())};
  return {since(from), std::move(bang)};
}

Pattern Parser::parsePatternParentheses() {
  const support::Position from = begin();
  const Token open = take();
  const bool unboxed = open.kind == TokenKind::OpenUnboxed;
  const TokenKind close = unboxed ? TokenKind::CloseUnboxed : TokenKind::CloseParen;
  ast::TuplePattern tuple;
  tuple.unboxed = unboxed;
  if (accept(close)) return {since(from), std::move(tuple)};
  tuple.elements.push_back(parseTypedPattern());
  while (accept(TokenKind::Comma)) tuple.elements.push_back(parseTypedPattern());
  if (at(TokenKind::RightArrow)) {
    notInLanguage(stream_.peek(), "a view pattern is", "apply the function in a guard");
  }
  if (at(TokenKind::VariableOperator)) {
    fail(stream_.peek().span, describe(stream_.peek()) + " is not a constructor",
         "patterns are made of constructors, which begin with a capital letter or a colon");
  }
  expectClose(close, open, "`,`");
  if (!unboxed && tuple.elements.size() == 1) return std::move(tuple.elements.front());
  return {since(from), std::move(tuple)};
}

// {a = p, b, ..}
void Parser::parseRecordPattern(ast::RecordPattern& record) {
  const Token open = take();
  stream_.beginBraces();
  while (!at(TokenKind::CloseBrace)) {
    if (accept(TokenKind::DotDot)) {
      record.rest = true;
      break;
    }
    const Token& field = expect(TokenKind::Variable, "the name of a field");
    const std::string name(field.text);
    const support::Span span = field.span;
    if (accept(TokenKind::Equals)) {
      record.fields.push_back({name, parseTypedPattern()});
    } else {
      record.fields.push_back({name, {span, ast::VariablePattern{name}}});
    }
    if (!accept(TokenKind::Comma)) break;
  }
  if (!at(TokenKind::CloseBrace)) failClose(TokenKind::CloseBrace, open, "`,`");
  stream_.endBlock();
}

}  // namespace deforest::text
