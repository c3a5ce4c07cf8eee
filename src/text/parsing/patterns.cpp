// Patterns. Infix constructors are left to fixity resolution.
#include "text/parsing/parser_impl.hpp"

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

void Parser::parseParameters(std::vector<Pattern>& parameters) {
  while (startsPatternAtom()) {
    parameters.emplace_back();
    parsePatternAtom(parameters.back());
  }
}

Pattern Parser::parseTypedPattern() {
  Pattern pattern = parsePattern();
  if (at(TokenKind::DoubleColon)) parsePatternAnnotation(pattern);
  return pattern;
}

void Parser::parsePatternAnnotation(Pattern& pattern) {
  take();
  const support::Position from = pattern.span.begin;
  ast::TypedPattern typed{box(std::move(pattern)), parseType()};
  pattern = {since(from), std::move(typed)};
}

Pattern Parser::parsePattern() {
  const Nesting nesting(*this);
  Pattern pattern;
  parsePatternOperand(pattern);
  if (at(TokenKind::ConstructorOperator) || at(TokenKind::Backquote)) parsePatternTail(pattern);
  return pattern;
}

void Parser::parsePatternTail(Pattern& first) {
  const support::Position from = first.span.begin;
  ast::InfixPattern infix;
  infix.operands.push_back(std::move(first));
  while (at(TokenKind::ConstructorOperator) || at(TokenKind::Backquote)) {
    infix.operators.push_back(parseOperator());
    if (const auto& [name, span] = infix.operators.back(); !isConstructorName(name)) {
      fail(span, "`" + name + "` is not a constructor",
           "patterns are made of constructors, which begin with a capital letter or a colon");
    }
    infix.operands.emplace_back();
    parsePatternOperand(infix.operands.back());
  }
  first = {since(from), std::move(infix)};
}

void Parser::parsePatternOperand(Pattern& result) {
  if (atMinus()) return parseNegativePattern(result);
  const TokenKind first = kind();
  parsePatternAtom(result);
  if (startsPatternAtom()) parsePatternArguments(result, first);
}

void Parser::parseNegativePattern(Pattern& result) {
  const Token& minus = take();
  if (!at(TokenKind::Integer) && !at(TokenKind::Fractional)) unexpected("a number after `-`");
  ast::LiteralPattern literal{parseLiteral(), true};
  result = {since(minus.span.begin), std::move(literal)};
}

// What follows an atom that begins with a token of kind `first`: arguments, if it is a constructor.
void Parser::parsePatternArguments(Pattern& result, TokenKind first) {
  auto* constructor = std::get_if<ast::ConstructorPattern>(&result.node);
  if (first == TokenKind::Variable) {
    unexpected(
        "the end of the pattern: only constructors take arguments in a pattern, and they "
        "begin with a capital letter");
  }
  if (constructor == nullptr) return;
  const bool isOperator = first == TokenKind::OpenParen && constructor->arguments.empty() &&
                          withoutQualifier(constructor->name).starts_with(':');
  if (first != TokenKind::Constructor && !isOperator) return;
  while (startsPatternAtom()) {
    constructor->arguments.emplace_back();
    parsePatternAtom(constructor->arguments.back());
  }
  result.span = since(result.span.begin);
}

void Parser::parsePatternAtom(Pattern& result) {
  switch (kind()) {
    case TokenKind::Underscore:
    case TokenKind::Integer:
    case TokenKind::Fractional:
    case TokenKind::Character:
    case TokenKind::String:
      return parseSimplePattern(result);
    case TokenKind::Variable:
      return parseVariablePattern(result);
    case TokenKind::Constructor:
      return parseConstructorPattern(result);
    case TokenKind::OpenParen:
    case TokenKind::OpenUnboxed:
      return parsePatternParentheses(result);
    case TokenKind::OpenBracket:
      return parsePatternBrackets(result);
    case TokenKind::Tilde:
      return parsePrefixedPattern(result);
    default:
      if (!atText(TokenKind::VariableOperator, "!")) unexpected("a pattern");
      return parsePrefixedPattern(result);
  }
}

void Parser::parseSimplePattern(Pattern& result) {
  const support::Position from = begin();
  if (accept(TokenKind::Underscore)) {
    result.node = ast::WildcardPattern{};
  } else {
    result.node = ast::LiteralPattern{parseLiteral(), false};
  }
  result.span = since(from);
}

void Parser::parseVariablePattern(Pattern& result) {
  const Token& variable = take();
  std::string name = unqualified(variable);
  if (accept(TokenKind::At)) {
    const Nesting nesting(*this);
    ast::AsPattern as{std::move(name), std::make_unique<Pattern>()};
    parsePatternAtom(*as.pattern);
    result.node = std::move(as);
  } else {
    result.node = ast::VariablePattern{std::move(name)};
  }
  result.span = since(variable.span.begin);
}

void Parser::parseConstructorPattern(Pattern& result) {
  const Token& constructor = take();
  if (at(TokenKind::OpenBrace)) {
    ast::RecordPattern record;
    record.constructor = constructor.text;
    record.constructorSpan = constructor.span;
    parseRecordPattern(record);
    result.node = std::move(record);
  } else {
    result.node = ast::ConstructorPattern{std::string(constructor.text), constructor.span, {}};
  }
  result.span = since(constructor.span.begin);
}

// ~p, !p
void Parser::parsePrefixedPattern(Pattern& result) {
  const Nesting nesting(*this);
  const Token& prefix = take();
  auto inner = std::make_unique<Pattern>();
  parsePatternAtom(*inner);
  if (prefix.kind == TokenKind::Tilde) {
    result.node = ast::LazyPattern{std::move(inner)};
  } else {
    result.node = ast::BangPattern{std::move(inner)};
  }
  result.span = since(prefix.span.begin);
}

void Parser::parsePatternBrackets(Pattern& result) {
  const Token& open = take();
  ast::ListPattern list;
  if (!at(TokenKind::CloseBracket)) {
    do list.elements.push_back(parseTypedPattern());
    while (accept(TokenKind::Comma));
  }
  expectClose(TokenKind::CloseBracket, open, "`,`");
  result = {since(open.span.begin), std::move(list)};
}

void Parser::parsePatternParentheses(Pattern& result) {
  const Token& open = take();
  if (at(TokenKind::ConstructorOperator) && stream_.raw(1).kind == TokenKind::CloseParen) {
    const Token& name = take();
    result.node = ast::ConstructorPattern{std::string(name.text), name.span, {}};
    take();
    result.span = since(open.span.begin);
    return;
  }
  ast::TuplePattern tuple;
  tuple.unboxed = open.kind == TokenKind::OpenUnboxed;
  const TokenKind close = tuple.unboxed ? TokenKind::CloseUnboxed : TokenKind::CloseParen;
  if (!at(close)) {
    do tuple.elements.push_back(parseTypedPattern());
    while (accept(TokenKind::Comma));
  }
  if (!at(close)) failPatternParentheses(close, open);
  take();
  setTuple(result, std::move(tuple));
  result.span = since(open.span.begin);
}

void Parser::failPatternParentheses(TokenKind close, const Token& open) {
  if (at(TokenKind::RightArrow)) {
    notInLanguage(stream_.peek(), "a view pattern is", "apply the function in a guard");
  }
  if (at(TokenKind::VariableOperator)) {
    fail(stream_.peek().span, describe(stream_.peek()) + " is not a constructor",
         "patterns are made of constructors, which begin with a capital letter or a colon");
  }
  failClose(close, open, "`,`");
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
    const support::Span span = stream_.peek().span;
    const std::string name = parseLabel();
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
