// Declarations that stand both at the top level and in `let` and `where`: signatures, fixities and
// equations. What an equation defines is told by its left-hand side.
#include "text/parsing/expression_parts.hpp"
#include "text/parsing/parser_impl.hpp"

namespace deforest::text {

ast::Declaration Parser::parseDeclaration() {
  ast::Declaration declaration;
  const support::Position from = begin();
  switch (kind()) {
    case TokenKind::Infix:
    case TokenKind::Infixl:
    case TokenKind::Infixr:
      declaration.node = parseFixity();
      break;
    default:
      if (looksLikeSignature()) {
        parseTyped(declaration);
      } else {
        parseBinding(declaration);
      }
  }
  declaration.span = since(from);
  return declaration;
}

// A variable or an operator in parentheses.
std::string Parser::parseVariableName() {
  if (std::optional<std::string> name = acceptOperatorName()) return *name;
  return unqualified(expect(TokenKind::Variable, "the name of a function or variable"));
}

// The label of a field where it is given or read, which may be qualified.
std::string Parser::parseLabel() {
  if (std::optional<std::string> name = acceptOperatorName()) return *name;
  return std::string(expect(TokenKind::Variable, "the name of a field").text);
}

// An operator in parentheses.
std::optional<std::string> Parser::acceptOperatorName() {
  const bool stands = at(TokenKind::OpenParen) && stream_.raw(2).kind == TokenKind::CloseParen &&
                      stream_.raw(1).kind == TokenKind::VariableOperator;
  if (!stands) return std::nullopt;
  take();
  std::string name(take().text);
  take();
  return name;
}

// The name of a token that binds it.
std::string Parser::unqualified(const Token& token) {
  const char first = token.text.front();
  if (first >= 'A' && first <= 'Z') {
    fail(token.span, "a qualified name cannot be defined", "define it without the qualifier");
  }
  return std::string(token.text);
}

// f, g :: or (+) ::
bool Parser::looksLikeSignature() const {
  const Token& first = stream_.raw();
  std::size_t next = 1;
  if (first.kind == TokenKind::OpenParen) {
    if (stream_.raw(1).kind != TokenKind::VariableOperator) return false;
    if (stream_.raw(2).kind != TokenKind::CloseParen) return false;
    next = 3;
  } else if (first.kind != TokenKind::Variable) {
    return false;
  }
  const TokenKind after = stream_.raw(next).kind;
  return after == TokenKind::DoubleColon || after == TokenKind::Comma;
}

ast::Signature Parser::parseSignature() {
  ast::Signature signature;
  do signature.names.push_back(parseVariableName());
  while (accept(TokenKind::Comma));
  expect(TokenKind::DoubleColon, "`,` or `::`");
  signature.type = parseSignatureType(signature.context, &signature.variables);
  signature.constrained = !signature.context.empty();
  return signature;
}

// A signature; or a binding with one, `x :: t = e`, whose pattern is `x :: t`.
void Parser::parseTyped(ast::Declaration& declaration) {
  const support::Span name = stream_.peek().span;
  ast::Signature signature = parseSignature();
  const bool binding = at(TokenKind::Equals) || at(TokenKind::Bar);
  if (!binding) {
    declaration.node = std::move(signature);
    return;
  }
  if (signature.names.size() > 1 || signature.constrained) {
    fail(stream_.peek().span, "unexpected `=` after a signature",
         "the signature and the definition are two declarations, each on a line of its own");
  }
  ast::Pattern variable{name, ast::VariablePattern{std::move(signature.names.front())}};
  ast::TypedPattern typed{box(std::move(variable)), std::move(signature.type)};
  ast::Pattern pattern{since(name.begin), std::move(typed)};
  declaration.node = ast::PatternBinding{std::move(pattern), parseRhs(TokenKind::Equals)};
}

// Where a binding `x :: t = e` is a local one, it is a signature and an equation, as functions have
// them.
void Parser::splitTyped(std::vector<ast::Declaration>& declarations) {
  auto* binding = std::get_if<ast::PatternBinding>(&declarations.back().node);
  if (binding == nullptr) return;
  auto* typed = std::get_if<ast::TypedPattern>(&binding->pattern.node);
  if (typed == nullptr) return;
  const auto* variable = std::get_if<ast::VariablePattern>(&typed->pattern->node);
  if (variable == nullptr) return;
  ast::Signature signature;
  signature.names = {variable->name};
  signature.type = std::move(typed->type);
  ast::Clause clause{variable->name, {}, std::move(binding->rhs)};
  nameParameters(clause.patterns, clause.rhs);
  const support::Span span = declarations.back().span;
  declarations.back().node = std::move(signature);
  declarations.push_back({span, {}, std::move(clause)});
}

// A tuple of patterns that is bound to a tuple of expressions is a binding for each of them, of
// which one may need another: `(low, high) = (first xs, low + 1)`. Where the whole has a name, so
// have its parts.
void Parser::splitTuple(std::vector<ast::Declaration>& declarations) {
  auto* binding = std::get_if<ast::PatternBinding>(&declarations.back().node);
  if (binding == nullptr || !binding->rhs.where.empty()) return;
  auto& alternatives = binding->rhs.alternatives;
  if (alternatives.size() != 1 || !alternatives[0].guards.empty()) return;
  auto* as = std::get_if<ast::AsPattern>(&binding->pattern.node);
  auto* parts =
      std::get_if<ast::TuplePattern>(as == nullptr ? &binding->pattern.node : &as->pattern->node);
  auto* values = std::get_if<ast::Tuple>(&alternatives[0].body.node);
  if (parts == nullptr || values == nullptr || parts->unboxed) return;
  if (parts->elements.size() < 2 || parts->elements.size() != values->elements.size()) return;
  const support::Span span = declarations.back().span;
  std::vector<std::pair<ast::Pattern, ast::Expr>> bindings;
  if (as != nullptr) {
    ast::Tuple whole;
    for (ast::Pattern& part : parts->elements) {
      if (std::holds_alternative<ast::WildcardPattern>(part.node)) {
        part.node = ast::VariablePattern{"part" + freshNumber()};
      }
      const auto* variable = std::get_if<ast::VariablePattern>(&part.node);
      if (variable == nullptr) return;
      whole.elements.push_back({part.span, ast::Variable{variable->name}});
    }
    bindings.emplace_back(ast::Pattern{span, ast::VariablePattern{as->name}},
                          ast::Expr{span, std::move(whole)});
  }
  for (std::size_t i = 0; i < parts->elements.size(); ++i) {
    bindings.emplace_back(std::move(parts->elements[i]), std::move(values->elements[i]));
  }
  declarations.pop_back();
  for (auto& [pattern, value] : bindings) {
    if (std::holds_alternative<ast::WildcardPattern>(pattern.node)) continue;
    ast::Rhs rhs = rightSide(std::move(value));
    const auto* variable = std::get_if<ast::VariablePattern>(&pattern.node);
    declarations.push_back({span, {}, {}});
    if (variable != nullptr) {
      declarations.back().node = ast::Clause{variable->name, {}, std::move(rhs)};
    } else {
      declarations.back().node = ast::PatternBinding{std::move(pattern), std::move(rhs)};
    }
  }
}

ast::Fixity Parser::parseFixity() {
  ast::Fixity fixity;
  const TokenKind word = take().kind;
  fixity.associativity = word == TokenKind::Infixl   ? ast::Associativity::Left
                         : word == TokenKind::Infixr ? ast::Associativity::Right
                                                     : ast::Associativity::None;
  fixity.precedence = 9;
  if (at(TokenKind::Integer)) {
    const Token& digits = take();
    if (digits.text.size() != 1) {
      fail(digits.span, "precedence out of range", "a precedence is a digit, from 0 to 9");
    }
    fixity.precedence = digits.text[0] - '0';
  }
  do {
    if (!atOperator()) unexpected("an operator; a name is written in backquotes");
    fixity.operators.push_back(parseOperator().first);
  } while (accept(TokenKind::Comma));
  return fixity;
}

void Parser::parseBinding(ast::Declaration& declaration) {
  LeftHandSide left = parseLeftHandSide(0);
  if (!left.function && at(TokenKind::DoubleColon)) annotateWhole(left.patterns.front());
  ast::Rhs rhs = parseRhs(TokenKind::Equals);
  if (left.function) {
    if (left.patterns.empty()) nameParameters(left.patterns, rhs);
    declaration.node = ast::Clause{std::move(left.name), std::move(left.patterns), std::move(rhs)};
  } else {
    declaration.node = ast::PatternBinding{std::move(left.patterns.front()), std::move(rhs)};
  }
}

// What is evaluated where it stands, `!x :: t = e`, is so with its type, too.
void Parser::annotateWhole(ast::Pattern& pattern) {
  auto* bang = std::get_if<ast::BangPattern>(&pattern.node);
  parsePatternAnnotation(bang != nullptr ? *bang->pattern : pattern);
}

// `f = \x y -> e` is `f x y = e`. Not under a `where`, whose bindings are made once.
void Parser::nameParameters(std::vector<ast::Pattern>& parameters, ast::Rhs& rhs) {
  if (rhs.alternatives.size() != 1 || !rhs.where.empty()) return;
  ast::GuardedExpr& only = rhs.alternatives.front();
  auto* lambda = std::get_if<ast::Lambda>(&only.body.node);
  if (lambda == nullptr || !only.guards.empty()) return;
  parameters = std::move(lambda->parameters);
  ast::Expr body = std::move(*lambda->body);
  only.body = std::move(body);
}

// (x `f` y) z = ...: parentheses at the beginning, and a pattern after them.
bool Parser::looksLikeParenthesisedFunction() const {
  if (stream_.raw().kind != TokenKind::OpenParen) return false;
  int depth = 0;
  for (std::size_t ahead = 0;; ++ahead) {
    const Token& token = stream_.raw(ahead);
    if (ahead > 0 && stream_.endsItem(token)) return false;
    switch (token.kind) {
      case TokenKind::OpenParen:
        ++depth;
        break;
      case TokenKind::CloseParen:
        if (--depth > 0) break;
        switch (stream_.raw(ahead + 1).kind) {
          case TokenKind::Variable:
          case TokenKind::Constructor:
          case TokenKind::Underscore:
          case TokenKind::Integer:
          case TokenKind::Fractional:
          case TokenKind::Character:
          case TokenKind::String:
          case TokenKind::OpenParen:
          case TokenKind::OpenBracket:
          case TokenKind::Tilde:
            return !stream_.endsItem(stream_.raw(ahead + 1));
          case TokenKind::VariableOperator: {
            const Token& bang = stream_.raw(ahead + 1);
            return bang.text == "!" && bang.spaceBefore && !bang.spaceAfter;
          }
          default:
            return false;
        }
      case TokenKind::Equals:
      case TokenKind::Semicolon:
      case TokenKind::End:
        return false;
      default:
        break;
    }
  }
}

Parser::LeftHandSide Parser::parseLeftHandSide(int parentheses) {
  constexpr int parenthesesLimit = 8;
  LeftHandSide left;
  const support::Position from = begin();
  const bool operatorName = at(TokenKind::OpenParen) &&
                            stream_.raw(1).kind == TokenKind::VariableOperator &&
                            stream_.raw(2).kind == TokenKind::CloseParen;
  if (!operatorName && parentheses < parenthesesLimit && looksLikeParenthesisedFunction()) {
    take();
    left = parseLeftHandSide(parentheses + 1);
    if (!at(TokenKind::CloseParen) || !left.function || left.patterns.empty()) {
      fail({from, stream_.raw().span.end},
           "these parentheses do not contain a function and its arguments",
           "a pattern binding has one pattern before its `=`");
    }
    take();
    parseParameters(left.patterns);
    return left;
  }
  const bool variable = at(TokenKind::Variable) && stream_.raw(1).kind != TokenKind::At;
  if (operatorName || variable) {
    left.function = true;
    left.name = parseVariableName();
    parseParameters(left.patterns);
    if (!atOperator()) return left;
    if (operatorName || !left.patterns.empty()) {
      unexpected(
          "a pattern, `=` or `|`; an argument that is more than a name or a constructor "
          "alone needs parentheses");
    }
    // The name is the left operand of an operator.
    left.function = false;
    left.patterns.push_back({since(from), ast::VariablePattern{std::move(left.name)}});
  } else {
    left.patterns.emplace_back();
    parsePatternOperand(left.patterns.back());
  }
  parseInfixLeftHandSide(left, from);
  return left;
}

// The rest of `p1 op p2 op ..`, where the operator that is not a constructor, if there is one, is
// what is defined.
void Parser::parseInfixLeftHandSide(LeftHandSide& left, support::Position from) {
  ast::InfixPattern infix;
  infix.operands.push_back(std::move(left.patterns.front()));
  left.patterns.clear();
  while (atOperator()) {
    auto [name, span] = parseOperator();
    const bool constructor = isConstructorName(name);
    if (left.function || (!constructor && !infix.operators.empty())) {
      fail(span, "unexpected operator `" + name + "`",
           "put operands that are infix patterns into parentheses");
    }
    if (constructor) {
      infix.operators.emplace_back(std::move(name), span);
    } else {
      if (name.find('.') != std::string::npos && name[0] >= 'A' && name[0] <= 'Z') {
        fail(span, "a qualified name cannot be defined", "define it without the qualifier");
      }
      left.function = true;
      left.name = std::move(name);
    }
    infix.operands.emplace_back();
    parsePatternOperand(infix.operands.back());
  }
  if (left.function) {
    left.patterns = std::move(infix.operands);
  } else if (infix.operators.empty()) {
    left.patterns.push_back(std::move(infix.operands.front()));
  } else {
    left.patterns.push_back({since(from), std::move(infix)});
  }
}

}  // namespace deforest::text
