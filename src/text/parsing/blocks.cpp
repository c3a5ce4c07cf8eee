// What stands in blocks: the bindings of `let` and `where`, case alternatives, statements; and
// right-hand sides with their guards.
#include "text/parsing/parser_impl.hpp"

namespace deforest::text {

// Whether the next token can begin an item of a block. These tokens end a block that is written by
// indentation, even at its column: where the keyword or bracket before the block goes on.
bool Parser::startsItem() {
  switch (kind()) {
    case TokenKind::End:
    case TokenKind::VirtualClose:
    case TokenKind::Then:
    case TokenKind::Else:
    case TokenKind::Of:
    case TokenKind::In:
    case TokenKind::Where:
    case TokenKind::CloseParen:
    case TokenKind::CloseUnboxed:
    case TokenKind::CloseBracket:
    case TokenKind::CloseBrace:
    case TokenKind::Comma:
    case TokenKind::Backquote:
    case TokenKind::ConstructorOperator:
      return false;
    case TokenKind::VariableOperator:
      return atMinus() || atBang() || stream_.peek().text == "$" || stream_.peek().text == "$$";
    default:
      return true;
  }
}

std::vector<ast::Declaration> Parser::parseLocalDeclarations() {
  std::vector<ast::Declaration> declarations;
  parseBlock([&] {
    declarations.push_back(parseDeclaration());
    splitTyped(declarations);
    splitTuple(declarations);
  });
  return declarations;
}

ast::Rhs Parser::parseRhs(TokenKind separator) {
  ast::Rhs rhs;
  if (at(TokenKind::Bar)) {
    rhs.alternatives = parseGuardedExprs(separator);
  } else {
    const support::Position from = begin();
    if (!accept(separator)) failSeparator(separator);
    ast::Expr body = parseExpression();
    rhs.alternatives.push_back({since(from), {}, std::move(body)});
  }
  if (accept(TokenKind::Where)) {
    const Nesting nesting(*this);
    rhs.where = parseLocalDeclarations();
  }
  return rhs;
}

void Parser::failSeparator(TokenKind separator) {
  const bool alternative = separator == TokenKind::RightArrow;
  const TokenKind next = kind();
  std::string expected = alternative ? "`->` or `|`" : "`=` or `|`";
  if (alternative && next == TokenKind::Equals) {
    expected = "`->`: case alternatives are written `pattern -> expression`";
  } else if (!alternative && next == TokenKind::RightArrow) {
    expected = "`=`: definitions are written `name arguments = expression`";
  } else if (!alternative && at(TokenKind::VariableOperator) && stream_.peek().text == ":=") {
    expected = "`=`";
  }
  unexpected(expected);
}

std::vector<ast::GuardedExpr> Parser::parseGuardedExprs(TokenKind separator) {
  std::vector<ast::GuardedExpr> alternatives;
  while (at(TokenKind::Bar)) {
    const support::Position from = begin();
    take();
    std::vector<ast::Guard> guards;
    do guards.push_back(parseGuard());
    while (accept(TokenKind::Comma));
    if (!at(separator)) failAfterGuard(separator);
    take();
    ast::Expr body = parseExpression();
    if (at(TokenKind::Equals)) {
      fail(stream_.peek().span, "unexpected `=`",
           "a guard has one `=`, before its result; a comparison is written `==`");
    }
    alternatives.push_back({since(from), std::move(guards), std::move(body)});
  }
  return alternatives;
}

void Parser::failAfterGuard(TokenKind separator) {
  if (separator == TokenKind::RightArrow && at(TokenKind::Equals)) {
    unexpected(
        "`->`: the guards of case alternatives and of `if |` are written "
        "`| condition -> expression`, and a comparison `==`");
  }
  if (separator == TokenKind::Equals && at(TokenKind::RightArrow)) {
    unexpected("`=`: the guards of a definition are written `| condition = expression`");
  }
  unexpected(separator == TokenKind::Equals ? "an operator, `,` or `=` after the guard"
                                            : "an operator, `,` or `->` after the guard");
}

ast::Guard Parser::parseGuard() {
  if (at(TokenKind::Let)) {
    const Token& let = take();
    std::vector<ast::Declaration> declarations = parseLocalDeclarations();
    if (!at(TokenKind::In)) return {ast::LetGuard{std::move(declarations)}};
    return {ast::BooleanGuard{parseLetBody(let, std::move(declarations))}};
  }
  if (!looksLikeBind()) return {ast::BooleanGuard{parseExpression()}};
  ast::Pattern pattern = parseTypedPattern();
  expect(TokenKind::LeftArrow, "`<-`");
  return {ast::PatternGuard{std::move(pattern), parseExpression()}};
}

// Whether a `<-` follows what may be a pattern. The scan ends at the first token that no pattern
// contains, so that it never runs over nested statements or guards.
bool Parser::looksLikeBind() const {
  int depth = 0;
  for (std::size_t ahead = 0;; ++ahead) {
    const Token& token = stream_.raw(ahead);
    if (ahead > 0 && stream_.endsItem(token)) return false;
    switch (token.kind) {
      case TokenKind::LeftArrow:
        return depth == 0;
      case TokenKind::OpenParen:
      case TokenKind::OpenUnboxed:
      case TokenKind::OpenBracket:
      case TokenKind::OpenBrace:
        ++depth;
        break;
      case TokenKind::CloseParen:
      case TokenKind::CloseUnboxed:
      case TokenKind::CloseBracket:
      case TokenKind::CloseBrace:
        if (--depth < 0) return false;
        break;
      case TokenKind::Comma:
        if (depth == 0) return false;
        break;
      case TokenKind::Equals:
        // Of a record pattern, or the end.
        if (depth == 0) return false;
        break;
      case TokenKind::Variable:
      case TokenKind::Constructor:
      case TokenKind::VariableOperator:
      case TokenKind::ConstructorOperator:
      case TokenKind::Integer:
      case TokenKind::Fractional:
      case TokenKind::Character:
      case TokenKind::String:
      case TokenKind::Underscore:
      case TokenKind::At:
      case TokenKind::Tilde:
      case TokenKind::Backquote:
      case TokenKind::DoubleColon:
      case TokenKind::DotDot:
        break;
      case TokenKind::RightArrow:
        // Of a type in parentheses, or the end.
        if (depth == 0) return false;
        break;
      default:
        return false;
    }
  }
}

ast::CaseAlternative Parser::parseAlternative() {
  const support::Position from = begin();
  ast::Pattern pattern = parsePattern();
  ast::Rhs rhs = parseRhs(TokenKind::RightArrow);
  return {since(from), std::move(pattern), std::move(rhs)};
}

ast::Statement Parser::parseStatement() {
  const support::Position from = begin();
  if (at(TokenKind::Let)) {
    const Token& let = take();
    std::vector<ast::Declaration> declarations = parseLocalDeclarations();
    if (!at(TokenKind::In)) return {since(from), ast::LetStatement{std::move(declarations)}};
    ast::Expr body = parseLetBody(let, std::move(declarations));
    return {since(from), ast::ExprStatement{std::move(body)}};
  }
  if (!looksLikeBind()) {
    ast::Expr expression = parseExpression();
    if (at(TokenKind::Equals)) {
      fail(stream_.peek().span, "unexpected `=`",
           "a statement that defines a name is written `let name = expression`");
    }
    return {since(from), ast::ExprStatement{std::move(expression)}};
  }
  ast::Pattern pattern = parseTypedPattern();
  expect(TokenKind::LeftArrow, "`<-`");
  ast::Expr expression = parseExpression();
  return {since(from), ast::BindStatement{std::move(pattern), std::move(expression)}};
}

ast::Expr Parser::parseLetBody(const Token& let, std::vector<ast::Declaration> declarations) {
  ast::Let node;
  node.declarations = std::move(declarations);
  expect(TokenKind::In, "`in` after the bindings of `let`");
  node.body = box(parseExpression());
  return {since(let.span.begin), std::move(node)};
}

}  // namespace deforest::text
