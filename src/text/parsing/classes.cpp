// Classes and their instances.
#include "text/parsing/parser_impl.hpp"

namespace deforest::text {

// What stands before a `=>`, if there is one before the `where`.
void Parser::parseContext(std::vector<ast::TypeExpr>& context) {
  if (!looksLikeContext()) return;
  ast::TypeExpr source;
  parseTypeApplication(source);
  expect(TokenKind::DoubleArrow, "`=>`");
  addConstraints(std::move(source), context);
}

std::vector<ast::Declaration> Parser::parseClassBody() {
  std::vector<ast::Declaration> declarations;
  if (!accept(TokenKind::Where)) return declarations;
  parseBlock([&] {
    if (at(TokenKind::Type) || at(TokenKind::Data) || at(TokenKind::Newtype)) {
      notInLanguage(stream_.peek(), "types that belong to a class are", "write the types out");
    }
    if (at(TokenKind::Default)) {
      notInLanguage(stream_.peek(), "a signature of its own for a default method is",
                    "write the method in each instance");
    }
    declarations.push_back(parseDeclaration());
  });
  return declarations;
}

ast::ClassDeclaration Parser::parseClass() {
  ast::ClassDeclaration declared;
  take();
  parseContext(declared.context);
  declared.name = expect(TokenKind::Constructor, "the name of the class").text;
  std::vector<std::string> variables;
  const Token& first = stream_.raw();
  while (true) {
    if (at(TokenKind::Variable)) {
      variables.emplace_back(take().text);
    } else if (at(TokenKind::OpenParen)) {
      const Token& open = take();
      variables.emplace_back(expect(TokenKind::Variable, "a type variable").text);
      expect(TokenKind::DoubleColon, "`::`");
      (void)parseType();
      expectClose(TokenKind::CloseParen, open, "");
    } else {
      break;
    }
  }
  if (variables.size() != 1 || at(TokenKind::Bar)) {
    fail(first.span, "class `" + declared.name + "` has not exactly one parameter",
         "a class is a property of one type: `class " + declared.name + " a where`");
  }
  declared.variable = variables.front();
  declared.declarations = parseClassBody();
  return declared;
}

ast::InstanceDeclaration Parser::parseInstance() {
  ast::InstanceDeclaration declared;
  take();
  parseContext(declared.context);
  const Token& name = expect(TokenKind::Constructor, "the name of the class");
  declared.className = name.text;
  declared.classSpan = name.span;
  if (!startsTypeAtom()) unexpected("a type");
  parseTypeAtom(declared.type);
  if (startsTypeAtom()) {
    fail(stream_.raw().span, "an instance is of one type",
         "classes have one parameter; a type that is applied to others stands in parentheses");
  }
  declared.declarations = parseClassBody();
  return declared;
}

}  // namespace deforest::text
