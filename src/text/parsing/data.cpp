// Declarations of types.
#include "text/parsing/parser_impl.hpp"

namespace deforest::text {

// T a b, (a :: Type) allowed for a parameter; a context before it is skipped.
void Parser::parseTypeHead(std::string& name, std::vector<std::string>& parameters) {
  std::vector<ast::TypeExpr> context;
  parseContext(context);
  name = expect(TokenKind::Constructor, "the name of the type, with a capital letter").text;
  while (true) {
    if (at(TokenKind::Variable)) {
      parameters.emplace_back(take().text);
    } else if (at(TokenKind::OpenParen)) {
      const Token& open = take();
      parameters.emplace_back(expect(TokenKind::Variable, "a type variable").text);
      expect(TokenKind::DoubleColon, "`::`");
      (void)parseKind();
      expectClose(TokenKind::CloseParen, open, "");
    } else {
      return;
    }
  }
}

// Whether a `=>` comes before the `=` of the declaration, or before the next constructor.
bool Parser::looksLikeContext() const {
  for (std::size_t ahead = 0;; ++ahead) {
    const Token& token = stream_.raw(ahead);
    if (ahead > 0 && stream_.endsItem(token)) return false;
    if (token.kind == TokenKind::DoubleArrow) return true;
    if (token.kind == TokenKind::Equals || token.kind == TokenKind::Where) return false;
    if (token.kind == TokenKind::Bar || token.kind == TokenKind::Deriving) return false;
  }
}

ast::DataDeclaration Parser::parseData() {
  ast::DataDeclaration data;
  data.isNewtype = take().kind == TokenKind::Newtype;
  parseTypeHead(data.name, data.parameters);
  if (at(TokenKind::Where) || at(TokenKind::DoubleColon)) parseGeneralised(data);
  if (accept(TokenKind::Equals)) {
    do data.constructors.push_back(parseConstructor());
    while (accept(TokenKind::Bar));
  }
  while (at(TokenKind::Deriving)) parseDeriving(data);
  return data;
}

ast::TypeSynonym Parser::parseSynonym() {
  ast::TypeSynonym synonym;
  take();
  parseTypeHead(synonym.name, synonym.parameters);
  expect(TokenKind::Equals, "a type variable or `=`");
  synonym.type = parseType();
  return synonym;
}

// An argument of a constructor: a type atom, with a mark of strictness perhaps.
ast::ConstructorField Parser::parseField() {
  ast::ConstructorField field;
  if (atText(TokenKind::VariableOperator, "!")) {
    take();
    field.strict = true;
  } else {
    accept(TokenKind::Tilde);
  }
  parseTypeAtom(field.type);
  return field;
}

ast::ConstructorDeclaration Parser::parseConstructor() {
  ast::ConstructorDeclaration constructor;
  const support::Position from = begin();
  if (atForall()) parseOwnVariables(constructor);
  const auto startsField = [&] {
    return startsTypeAtom() || at(TokenKind::Tilde) || atText(TokenKind::VariableOperator, "!");
  };
  if (at(TokenKind::OpenParen) && stream_.raw(1).kind == TokenKind::ConstructorOperator) {
    const Token& open = take();
    constructor.name = take().text;
    expectClose(TokenKind::CloseParen, open, "");
  } else {
    if (!startsField()) unexpected("a constructor");
    // The constructor and its fields, or the left operand of an infix constructor.
    std::vector<ast::ConstructorField> items;
    const bool named = at(TokenKind::Constructor);
    if (named && stream_.raw(1).kind == TokenKind::OpenBrace) {
      constructor.name = take().text;
      parseRecordFields(constructor);
      constructor.span = since(from);
      return constructor;
    }
    while (startsField()) items.push_back(parseField());
    if (at(TokenKind::ConstructorOperator) || at(TokenKind::Backquote)) {
      constructor.fields.push_back(asOperand(std::move(items), since(from)));
      parseInfixConstructor(constructor);
      constructor.span = since(from);
      return constructor;
    }
    const auto* name = std::get_if<ast::TypeName>(&items.front().type.node);
    if (!named || name == nullptr) {
      fail(items.front().type.span, "this is not a constructor",
           "constructors begin with a capital letter or a colon");
    }
    constructor.name = name->name;
    for (std::size_t i = 1; i < items.size(); ++i)
      constructor.fields.push_back(std::move(items[i]));
  }
  if (at(TokenKind::OpenBrace)) {
    parseRecordFields(constructor);
  } else {
    while (startsField()) constructor.fields.push_back(parseField());
  }
  if (at(TokenKind::DoubleArrow)) {
    notInLanguage(stream_.peek(), "a constructor with a context is", "leave the context out");
  }
  constructor.span = since(from);
  return constructor;
}

// Type atoms that stand beside an infix constructor are one type, `!Int` or `Maybe Int`.
ast::ConstructorField Parser::asOperand(std::vector<ast::ConstructorField> items,
                                        support::Span span) {
  ast::ConstructorField field = std::move(items.front());
  if (items.size() == 1) return field;
  ast::TypeApply apply;
  apply.head = box(std::move(field.type));
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (items[i].strict || field.strict) {
      fail(items[i].type.span, "unexpected type after a strictness mark",
           "put the type of a strict field into parentheses");
    }
    apply.arguments.push_back(std::move(items[i].type));
  }
  field.type = {span, std::move(apply)};
  return field;
}

void Parser::parseInfixConstructor(ast::ConstructorDeclaration& constructor) {
  constructor.infix = true;
  auto [name, span] = parseOperator();
  if (!isConstructorName(name)) {
    fail(span, "this is not a constructor", "constructors begin with a capital letter or a colon");
  }
  constructor.name = std::move(name);
  if (atText(TokenKind::VariableOperator, "!") || at(TokenKind::Tilde)) {
    constructor.fields.push_back(parseField());
  } else {
    ast::ConstructorField field;
    parseTypeApplication(field.type);
    constructor.fields.push_back(std::move(field));
  }
}

void Parser::parseRecordFields(ast::ConstructorDeclaration& constructor) {
  constructor.record = true;
  const Token& open = take();
  stream_.beginBraces();
  while (!at(TokenKind::CloseBrace)) {
    std::vector<std::string> labels;
    do labels.push_back(parseVariableName());
    while (accept(TokenKind::Comma));
    expect(TokenKind::DoubleColon, "`,` or `::`");
    // The type is written once, and parsed once for each label.
    const std::size_t type = stream_.index();
    for (std::string& label : labels) {
      stream_.rewind(type);
      ast::ConstructorField field;
      if (atText(TokenKind::VariableOperator, "!")) {
        field = parseField();
      } else {
        accept(TokenKind::Tilde);
        field.type = parseType();
      }
      field.label = std::move(label);
      constructor.fields.push_back(std::move(field));
      constexpr std::size_t sharedLimit = 1'000'000;
      if ((stream_.index() - type) * labels.size() > sharedLimit) {
        fail(since(open.span.begin), "too many fields share a long type",
             "give it a name by a `type` declaration");
      }
    }
    if (!accept(TokenKind::Comma)) break;
  }
  if (!at(TokenKind::CloseBrace)) failClose(TokenKind::CloseBrace, open, "`,`");
  stream_.endBlock();
}

// How a class is derived, which makes no difference here.
void Parser::takeDerivingStrategy() {
  if (atText(TokenKind::Variable, "stock") || atText(TokenKind::Variable, "anyclass") ||
      at(TokenKind::Newtype)) {
    take();
  }
}

// deriving Eq, deriving (Eq, Show), deriving stock (Eq), deriving (Eq) via T
void Parser::parseDeriving(ast::DataDeclaration& data) {
  take();
  takeDerivingStrategy();
  const auto parseClass = [&](bool inParentheses) {
    const Token& first = expect(TokenKind::Constructor, "the name of a class");
    if (!inParentheses || !startsTypeAtom()) {
      data.deriving.emplace_back(first.text);
      return;
    }
    ast::TypeApply apply;
    apply.head = box(ast::TypeExpr{first.span, ast::TypeName{std::string(first.text)}});
    while (startsTypeAtom()) {
      apply.arguments.emplace_back();
      parseTypeAtom(apply.arguments.back());
    }
    data.derivingApplied.push_back({since(first.span.begin), std::move(apply)});
  };
  if (!accept(TokenKind::OpenParen)) {
    parseClass(false);
  } else {
    const Token& open = stream_.previous();
    if (!at(TokenKind::CloseParen)) {
      do parseClass(true);
      while (accept(TokenKind::Comma));
    }
    expectClose(TokenKind::CloseParen, open, "`,`");
  }
  if (atText(TokenKind::Variable, "via")) {
    notInLanguage(stream_.peek(), "`deriving .. via` is", "derive the class without `via`");
  }
}

}  // namespace deforest::text
