// Classes and their instances.
#include <algorithm>
#include <map>
#include <set>

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
  const std::string deciding = parseDependencies(variables);
  if (variables.size() == 1) {
    declared.variable = variables.front();
  } else if (deciding.empty()) {
    fail(first.span, "class `" + declared.name + "` has not exactly one parameter",
         "a class is a property of one type: `class " + declared.name +
             " a where`, which may decide others: `class " + declared.name +
             " a b | a -> b where`");
  } else {
    const auto place = std::ranges::find(variables, deciding);
    declared.variable = deciding;
    declared.place = static_cast<std::size_t>(place - variables.begin());
    variables.erase(place);
    declared.others = std::move(variables);
  }
  declared.declarations = parseClassBody();
  return declared;
}

// `| m -> s, m -> t`: the variable that decides all others; empty if none does.
std::string Parser::parseDependencies(const std::vector<std::string>& variables) {
  if (!accept(TokenKind::Bar)) return {};
  std::map<std::string, std::set<std::string>> decided;
  do {
    std::vector<std::string> from;
    while (at(TokenKind::Variable)) from.emplace_back(take().text);
    expect(TokenKind::RightArrow, "`->`");
    while (at(TokenKind::Variable)) {
      const std::string to(take().text);
      if (from.size() == 1) decided[from[0]].insert(to);
    }
  } while (accept(TokenKind::Comma));
  for (const std::string& variable : variables) {
    std::set<std::string>& all = decided[variable];
    all.insert(variable);
    if (std::ranges::all_of(variables, [&](const auto& each) { return all.contains(each); })) {
      return variable;
    }
  }
  return {};
}

// The pragma in front of the next token, `{-# OVERLAPPING #-}`, if there is one.
void Parser::takeOverlap(ast::InstanceDeclaration& declared) {
  const std::vector<LaterPragma>& pragmas = lexemes_.laterPragmas;
  const auto found =
      std::ranges::lower_bound(pragmas, stream_.index(), {}, &LaterPragma::nextToken);
  if (found == pragmas.end() || found->nextToken != stream_.index()) return;
  const auto says = [&](std::string_view word) {
    return found->text.find(word) != std::string_view::npos;
  };
  if (says("INCOHERENT")) {
    notInLanguage(stream_.peek(), "incoherent instances are",
                  "`OVERLAPPING` lets the most specific instance be the one that is meant");
  }
  declared.overlapping = says("OVERLAPPING") || says("OVERLAPS");
  declared.overlappable = says("OVERLAPPABLE") || says("OVERLAPS");
}

ast::InstanceDeclaration Parser::parseInstance() {
  ast::InstanceDeclaration declared;
  take();
  takeOverlap(declared);
  if (atForall()) {
    (void)parseForall();
    declared.scopesVariables = true;
  }
  parseContext(declared.context);
  const Token& name = expect(TokenKind::Constructor, "the name of the class");
  declared.className = name.text;
  declared.classSpan = name.span;
  if (!startsTypeAtom()) unexpected("a type");
  parseTypeAtom(declared.type);
  while (startsTypeAtom()) {
    declared.more.emplace_back();
    parseTypeAtom(declared.more.back());
  }
  declared.declarations = parseClassBody();
  return declared;
}

// deriving instance Eq a => Eq (T a), deriving stock instance Show T
ast::DerivingDeclaration Parser::parseStandaloneDeriving() {
  ast::DerivingDeclaration declared;
  take();
  if (atText(TokenKind::Variable, "via")) {
    notInLanguage(stream_.peek(), "`deriving via` is", "derive the class without `via`");
  }
  takeDerivingStrategy();
  expect(TokenKind::Instance, "`instance`");
  parseContext(declared.context);
  declared.className = expect(TokenKind::Constructor, "the name of the class").text;
  if (!startsTypeAtom()) unexpected("a type");
  parseTypeAtom(declared.type);
  if (startsTypeAtom()) {
    notInLanguage(stream_.peek(), "standalone deriving of a class of several types is",
                  "derive it where the type is declared: `deriving (MonadState Int)`");
  }
  return declared;
}

}  // namespace deforest::text
