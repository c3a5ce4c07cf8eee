// Expressions. What calls itself through nested parentheses keeps its frames small, by writing its
// result into its caller's, since the depth of nesting is bounded by the stack in the end.
#include "text/lexing/literals.hpp"
#include "text/parsing/parser_impl.hpp"
#include "text/parsing/typed_application.hpp"

namespace deforest::text {

using ast::Expr;

bool Parser::startsAtom() {
  switch (kind()) {
    case TokenKind::Variable:
    case TokenKind::Constructor:
    case TokenKind::Integer:
    case TokenKind::Fractional:
    case TokenKind::Character:
    case TokenKind::String:
    case TokenKind::Underscore:
    case TokenKind::OpenParen:
    case TokenKind::OpenUnboxed:
    case TokenKind::OpenBracket:
      return true;
    default:
      return false;
  }
}

bool Parser::atOperator() {
  switch (kind()) {
    case TokenKind::VariableOperator:
    case TokenKind::ConstructorOperator:
    case TokenKind::Backquote:
      return true;
    default:
      return false;
  }
}

std::pair<std::string, support::Span> Parser::parseOperator() {
  if (!at(TokenKind::Backquote)) {
    const Token& token = take();
    return {std::string(token.text), token.span};
  }
  const support::Position from = begin();
  take();
  if (!at(TokenKind::Variable) && !at(TokenKind::Constructor))
    unexpected("a name between backquotes");
  std::string name(take().text);
  expect(TokenKind::Backquote, "the closing backquote of the operator");
  return {std::move(name), since(from)};
}

ast::LiteralNode Parser::parseLiteral() {
  const Token& token = take();
  switch (token.kind) {
    case TokenKind::Integer:
      return ast::IntegerLiteral{std::string(token.text)};
    case TokenKind::Fractional:
      return ast::FractionalLiteral{std::string(token.text)};
    case TokenKind::Character:
      return ast::CharLiteral{decodeCharacter(token.text)};
    default:
      return ast::StringLiteral{decodeString(token.text)};
  }
}

Expr Parser::parseExpression() {
  const support::Position from = begin();
  bool bare = false;
  Expr expression = parseInfix(bare);
  if (!at(TokenKind::DoubleColon)) return expression;
  parseAnnotation(expression, from);
  return expression;
}

void Parser::parseAnnotation(Expr& expression, support::Position from) {
  take();
  std::vector<ast::TypeExpr> context;
  ast::TypeExpr type = parseSignatureType(context);
  ast::Typed typed{box(std::move(expression)), std::move(type)};
  expression = {since(from), std::move(typed)};
}

Expr Parser::parseInfix(bool& bare) {
  const Nesting nesting(*this);
  const support::Position from = begin();
  const bool negated = atMinus();
  if (negated) take();
  Expr first = parseOperand();
  bare = negated || atInnerOperator();
  if (bare) parseInfixTail(first, negated, from);
  return first;
}

// Whether an operator comes that is not the end of a section.
bool Parser::atInnerOperator() {
  return atOperator() && stream_.raw(operatorLength()).kind != TokenKind::CloseParen;
}

void Parser::parseInfixTail(Expr& first, bool negated, support::Position from) {
  ast::Infix infix;
  infix.operands.push_back(std::move(first));
  infix.negated.push_back(negated);
  while (atInnerOperator()) {
    infix.operators.push_back(parseOperator());
    const bool minus = atMinus();
    if (minus) take();
    infix.negated.push_back(minus);
    infix.operands.push_back(parseOperand());
  }
  first = {since(from), std::move(infix)};
}

Expr Parser::parseOperand() {
  Expr result;
  switch (kind()) {
    case TokenKind::Backslash:
      parseLambda(result);
      break;
    case TokenKind::Let:
      parseLet(result);
      break;
    case TokenKind::If:
      parseIf(result);
      break;
    case TokenKind::Case:
      parseCase(result);
      break;
    case TokenKind::Do:
      parseDo(result);
      break;
    default:
      parseApplication(result);
  }
  return result;
}

void Parser::parseApplication(Expr& result) {
  const support::Position from = begin();
  parseAtom(result);
  if (atTypeArgument()) parseTypeArguments(result);
  if (startsArgument()) parseApplied(result, from);
  if (startsBlock()) {
    fail(stream_.peek().span, "unexpected " + describe(stream_.peek()),
         "as an argument it needs parentheses around it");
  }
}

// A lambda, a conditional or the like.
bool Parser::startsBlock() {
  switch (kind()) {
    case TokenKind::Backslash:
    case TokenKind::Let:
    case TokenKind::If:
    case TokenKind::Case:
    case TokenKind::Do:
      return true;
    default:
      return false;
  }
}

// With BlockArguments a block is an argument without parentheses.
bool Parser::startsArgument() {
  return startsAtom() || (blockArguments_ && startsBlock());
}

// Behind a name, `@T`: a type that it is given.
bool Parser::atTypeArgument() {
  return at(TokenKind::At) && stream_.peek().spaceBefore && !stream_.peek().spaceAfter;
}

void Parser::parseTypeArguments(Expr& name) {
  const Token& at = stream_.peek();
  auto* variable = std::get_if<ast::Variable>(&name.node);
  auto* constructor = std::get_if<ast::ConstructorName>(&name.node);
  if (variable == nullptr && constructor == nullptr) {
    fail(at.span, "a type is given to what is not a name", "write it right behind the name");
  }
  if (keepsOpaque_) notInLanguage(at, "a type application is", "write a type annotation");
  std::vector<ast::TypeExpr>& types = variable == nullptr ? constructor->types : variable->types;
  while (atTypeArgument()) {
    take();
    types.emplace_back();
    if (accept(TokenKind::Underscore)) {
      types.back() = {stream_.previous().span, ast::TypeVariable{"_"}};
    } else {
      parseTypeAtom(types.back());
    }
  }
}

void Parser::parseApplied(Expr& function, support::Position from) {
  std::vector<Expr> arguments;
  while (startsArgument()) {
    if (startsBlock()) {
      arguments.push_back(parseOperand());
    } else {
      arguments.emplace_back();
      parseAtom(arguments.back());
    }
  }
  function = applied(std::move(function), std::move(arguments), since(from));
}

void Parser::parseAtom(Expr& result) {
  const support::Position begin = stream_.peek().span.begin;
  switch (kind()) {
    case TokenKind::Variable:
    case TokenKind::Constructor:
    case TokenKind::Integer:
    case TokenKind::Fractional:
    case TokenKind::Character:
    case TokenKind::String:
      parseSimpleAtom(result);
      break;
    case TokenKind::OpenParen:
      parseParentheses(result);
      break;
    case TokenKind::OpenUnboxed:
      parseUnboxed(result);
      break;
    case TokenKind::OpenBracket:
      parseBrackets(result);
      break;
    case TokenKind::Underscore:
      fail(stream_.peek().span, "unexpected `_`", "expected an expression; `_` is a pattern only");
    default:
      unexpected("an expression");
  }
  while (at(TokenKind::OpenBrace)) parseRecord(result, begin);
}

void Parser::parseSimpleAtom(Expr& result) {
  result.span = stream_.peek().span;
  if (at(TokenKind::Variable)) {
    result.node = ast::Variable{std::string(take().text)};
  } else if (at(TokenKind::Constructor)) {
    result.node = ast::ConstructorName{std::string(take().text)};
  } else {
    result.node = ast::LiteralExpr{parseLiteral()};
  }
}

// ---------------------------------------------------------------------------------- in brackets

void Parser::parseParentheses(Expr& result) {
  const Token& open = take();
  if (parseSpecialParentheses(result, open)) {
    result.span = since(open.span.begin);
    return;
  }
  bool bare = false;
  result = parseInfix(bare);
  if (at(TokenKind::CloseParen)) {
    take();
    return;
  }
  parseParenthesesRest(result, open, bare);
}

void Parser::parseParenthesesRest(Expr& result, const Token& open, bool bare) {
  if (atOperator()) {
    parseLeftSection(result, bare);
  } else {
    if (at(TokenKind::DoubleColon)) parseAnnotation(result, result.span.begin);
    if (at(TokenKind::Comma)) {
      const support::Span first = result.span;
      TupleElements elements;
      elements.emplace_back(std::move(result));
      result = {};
      result.span = first;
      parseTupleRest(result, std::move(elements));
    }
  }
  expectClose(TokenKind::CloseParen, open, "an operator, `,`");
  result.span = since(open.span.begin);
}

// (), (,), (+), (+ e): true if it was one of these, all of it.
bool Parser::parseSpecialParentheses(Expr& result, const Token& open) {
  if (accept(TokenKind::CloseParen)) {
    result.node = ast::Tuple{};
    return true;
  }
  if (at(TokenKind::Comma)) {
    std::string name = "(";
    while (accept(TokenKind::Comma)) name += ',';
    if (accept(TokenKind::CloseParen)) {
      result.node = ast::ConstructorName{name + ")"};
      return true;
    }
    TupleElements elements(name.size() - 1);
    elements.emplace_back(parseExpression());
    parseTupleRest(result, std::move(elements));
    expectClose(TokenKind::CloseParen, open, "`,`");
    return true;
  }
  if (!atOperator()) return false;
  const bool alone = stream_.raw(operatorLength()).kind == TokenKind::CloseParen;
  if (atMinus() && !alone) return false;
  if (alone && at(TokenKind::Backquote)) {
    fail(stream_.peek().span, "unexpected '`'", "a name alone is written without backquotes");
  }
  auto [name, span] = parseOperator();
  if (!alone) {
    parseRightSection(result, {std::move(name), span});
  } else if (isConstructorName(name)) {
    result.node = ast::ConstructorName{std::move(name)};
  } else {
    result.node = ast::Variable{std::move(name)};
  }
  expectClose(TokenKind::CloseParen, open, "an operator");
  return true;
}

void Parser::parseRightSection(Expr& result, std::pair<std::string, support::Span> op) {
  bool bare = false;
  Expr operand = parseInfix(bare);
  if (bare) {
    auto& operators = std::get<ast::Infix>(operand.node).operators;
    operators.insert(operators.begin(), op);
  }
  result.node = ast::RightSection{std::move(op.first), box(std::move(operand))};
}

void Parser::parseLeftSection(Expr& result, bool bare) {
  auto op = parseOperator();
  if (bare) std::get<ast::Infix>(result.node).operators.push_back(op);
  ast::LeftSection section{box(std::move(result)), std::move(op.first)};
  result.node = std::move(section);
}

// What is missing makes a function of it: `(a, , b, )` is `\x y -> (a, x, b, y)`.
void Parser::parseTupleRest(Expr& result, TupleElements elements) {
  while (accept(TokenKind::Comma)) {
    if (at(TokenKind::Comma) || at(TokenKind::CloseParen)) {
      elements.emplace_back();
    } else {
      elements.emplace_back(parseExpression());
    }
  }
  ast::Tuple tuple;
  ast::Lambda lambda;
  for (std::optional<Expr>& element : elements) {
    if (!element) {
      const support::Span span = stream_.previous().span;
      const std::string name = "part" + freshNumber();
      lambda.parameters.push_back({span, ast::VariablePattern{name}});
      element = Expr{span, ast::Variable{name}};
    }
    tuple.elements.push_back(std::move(*element));
  }
  if (lambda.parameters.empty()) {
    result.node = std::move(tuple);
  } else {
    lambda.body = box(Expr{since(result.span.begin), std::move(tuple)});
    result.node = std::move(lambda);
  }
}

void Parser::parseUnboxed(Expr& result) {
  const Token& open = take();
  ast::Tuple tuple;
  tuple.unboxed = true;
  if (!at(TokenKind::CloseUnboxed)) {
    do tuple.elements.push_back(parseExpression());
    while (accept(TokenKind::Comma));
  }
  expectClose(TokenKind::CloseUnboxed, open, "an operator, `,`");
  result = {since(open.span.begin), std::move(tuple)};
}

// [], [a, b], [a ..], [a, b ..], [a .. c], [a, b .. c]
void Parser::parseBrackets(Expr& result) {
  const Token& open = take();
  ast::List list;
  if (!at(TokenKind::CloseBracket)) {
    do list.elements.push_back(parseExpression());
    while (accept(TokenKind::Comma));
  }
  if (at(TokenKind::Bar) && list.elements.size() == 1) {
    result = std::move(list.elements.front());
    return parseComprehension(result, open);
  }
  if (list.elements.empty() || list.elements.size() > 2 || !at(TokenKind::DotDot)) {
    expectClose(TokenKind::CloseBracket, open, "an operator, `,`");
    result = {since(open.span.begin), std::move(list)};
    return;
  }
  take();
  ast::Range range;
  range.from = box(std::move(list.elements.front()));
  if (list.elements.size() == 2) range.next = box(std::move(list.elements.back()));
  if (!at(TokenKind::CloseBracket)) range.to = box(parseExpression());
  expectClose(TokenKind::CloseBracket, open, "an operator");
  result = {since(open.span.begin), std::move(range)};
}

// What stands before the braces is a constructor, or an expression whose fields are changed. `begin`:
// where it begins, with parentheses around it.
void Parser::parseRecord(Expr& record, support::Position begin) {
  const Token& open = take();
  // An update of an update makes a tree that is higher than the source nests.
  if (std::holds_alternative<ast::RecordUpdate>(record.node) && ++updates_ > nestingLimit) {
    failNesting();
  }
  stream_.beginBraces();
  std::vector<ast::FieldExpr> fields;
  const auto* constructor = std::get_if<ast::ConstructorName>(&record.node);
  bool rest = false;
  while (!at(TokenKind::CloseBrace)) {
    if (constructor != nullptr && accept(TokenKind::DotDot)) {
      rest = true;
      break;
    }
    const support::Span span = stream_.peek().span;
    const std::string name = parseLabel();
    if (accept(TokenKind::Equals)) {
      fields.push_back({name, parseExpression()});
    } else {
      fields.push_back({name, {span, ast::Variable{name}}});
    }
    if (!accept(TokenKind::Comma)) break;
  }
  if (at(TokenKind::RightArrow)) {
    unexpected("`=` or `,` in a record; the alternatives of a `case` stand behind `of`");
  }
  if (!at(TokenKind::CloseBrace)) failClose(TokenKind::CloseBrace, open, "an operator, `,`");
  stream_.endBlock();
  const support::Span span = since(begin);
  if (constructor != nullptr) {
    ast::RecordConstruction construction{constructor->name, std::move(fields), rest};
    record = {span, std::move(construction)};
  } else {
    ast::RecordUpdate update{box(std::move(record)), std::move(fields)};
    record = {span, std::move(update)};
  }
}

// --------------------------------------------------------------------------------- with keywords

void Parser::parseLambda(Expr& result) {
  const Token& lambda = take();
  if (at(TokenKind::Case)) return parseLambdaCase(result, lambda.span.begin);
  ast::Lambda node;
  parseParameters(node.parameters);
  if (node.parameters.empty()) unexpected("a pattern");
  expect(TokenKind::RightArrow, "a pattern or `->`");
  node.body = box(parseExpression());
  result = {since(lambda.span.begin), std::move(node)};
}

// `\case { ... }` is `\x -> case x of { ... }`.
void Parser::parseLambdaCase(Expr& result, support::Position from) {
  take();
  const std::string name = "case" + freshNumber();
  ast::Case node;
  node.scrutinee = box(Expr{since(from), ast::Variable{name}});
  parseBlock([&] { node.alternatives.push_back(parseAlternative()); });
  if (node.alternatives.empty()) failEmpty("an alternative of the `case`");
  ast::Lambda lambda;
  lambda.parameters.push_back({since(from), ast::VariablePattern{name}});
  lambda.body = box(Expr{since(from), std::move(node)});
  result = {since(from), std::move(lambda)};
}

void Parser::parseLet(Expr& result) {
  const Token& let = take();
  ast::Let node;
  node.declarations = parseLocalDeclarations();
  expect(TokenKind::In, "`in` after the bindings of `let`");
  node.body = box(parseExpression());
  result = {since(let.span.begin), std::move(node)};
}

// In a `do` block, `then` and `else` may stand at the column of the statements.
void Parser::acceptSemicolonBefore(TokenKind kind) {
  if (at(TokenKind::VirtualSemicolon)) {
    if (stream_.raw().kind == kind) stream_.advance();
  } else if (at(TokenKind::Semicolon)) {
    if (stream_.raw(1).kind == kind) stream_.advance();
  }
}

void Parser::parseIf(Expr& result) {
  const Token& word = take();
  if (at(TokenKind::Bar)) {
    stream_.beginAlternatives();
    ast::MultiIf node{parseGuardedExprs(TokenKind::RightArrow)};
    stream_.endBlock();
    result = {since(word.span.begin), std::move(node)};
    return;
  }
  ast::If node;
  node.condition = box(parseExpression());
  acceptSemicolonBefore(TokenKind::Then);
  if (at(TokenKind::Equals)) {
    unexpected("`then` after the condition of `if`; a comparison is written `==`");
  }
  expect(TokenKind::Then, "`then` after the condition of `if`");
  node.whenTrue = box(parseExpression());
  acceptSemicolonBefore(TokenKind::Else);
  expect(TokenKind::Else, "`else`: every `if` has both branches");
  node.whenFalse = box(parseExpression());
  result = {since(word.span.begin), std::move(node)};
}

void Parser::parseCase(Expr& result) {
  const Token& word = take();
  ast::Case node;
  node.scrutinee = box(parseExpression());
  expect(TokenKind::Of, "`of` after the expression of `case`");
  parseBlock([&] { node.alternatives.push_back(parseAlternative()); });
  if (node.alternatives.empty()) failEmpty("an alternative of the `case`");
  result = {since(word.span.begin), std::move(node)};
}

void Parser::parseDo(Expr& result) {
  const Token& word = take();
  ast::Do node;
  parseBlock([&] { node.statements.push_back(parseStatement()); });
  if (node.statements.empty()) failEmpty("a statement of the `do`");
  result = {since(word.span.begin), std::move(node)};
}

// ------------------------------------------------------------------------------------ all of it

Expr Parser::parseWholeExpression() {
  Expr expression = parseExpression();
  if (!at(TokenKind::End)) unexpectedAfter("expression");
  return expression;
}

std::vector<Expr> Parser::parseWholeArguments() {
  std::vector<Expr> arguments;
  while (!at(TokenKind::End)) {
    Expr argument;
    if (atMinus()) {
      const Token& minus = take();
      if (!at(TokenKind::Integer) && !at(TokenKind::Fractional)) unexpected("a number after `-`");
      parseAtom(argument);
      ast::Negate negate{box(std::move(argument))};
      argument = {since(minus.span.begin), std::move(negate)};
    } else {
      if (!startsAtom()) unexpected("an argument; operator applications need parentheses");
      parseAtom(argument);
    }
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

}  // namespace deforest::text
