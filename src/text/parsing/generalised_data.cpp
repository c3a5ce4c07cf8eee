// Constructors with type variables of their own, and declarations that write the types of their
// constructors:
//
//     data Shape = forall s. HasArea s => Shape s
//     data Expr a where
//       One  :: Int -> Expr Int
//       Pair :: Expr b -> Expr c -> Expr (b, c)
//       If   :: Expr Bool -> Expr b -> Expr b -> Expr b
//
// Both become constructors with fields over the parameters of the type and over variables of their
// own, and with what the parameters are: `Pair` has the variables b and c, and a is (b, c). What is
// a variable in the type that a constructor makes is that parameter, so `If` is one as others are.
// A context is left out: what is known of the variables is known of the types that they stand for
// where such a value is made.
#include <map>
#include <set>

#include "support/match.hpp"
#include "text/parsing/parser_impl.hpp"
#include "text/parsing/type_parts.hpp"

namespace deforest::text {
namespace {

using ast::TypeExpr;

void findVariables(const TypeExpr& type, std::vector<std::string>& found) {
  if (const auto* variable = std::get_if<ast::TypeVariable>(&type.node)) {
    if (std::ranges::find(found, variable->name) == found.end()) found.push_back(variable->name);
    return;
  }
  forEachPart(type, [&](const TypeExpr& part) { findVariables(part, found); });
}

using NewNames = std::map<std::string, std::string>;

void rename(TypeExpr& type, const NewNames& names) {
  const auto all = [&](std::vector<TypeExpr>& types) {
    for (TypeExpr& each : types) rename(each, names);
  };
  support::match(
      type.node,
      [&](ast::TypeVariable& variable) {
        const auto found = names.find(variable.name);
        if (found != names.end()) variable.name = found->second;
      },
      [](ast::TypeName&) {},
      [&](ast::TypeApply& apply) {
        rename(*apply.head, names);
        all(apply.arguments);
      },
      [&](ast::TypeList& list) { rename(*list.element, names); },
      [&](ast::TypeTuple& tuple) { all(tuple.elements); },
      [&](ast::TypeArrow& arrow) {
        rename(*arrow.from, names);
        rename(*arrow.to, names);
      },
      [&](ast::TypeForall& forall) {
        NewNames seen = names;
        for (const std::string& own : forall.variables) seen.erase(own);
        rename(*forall.type, seen);
      });
}

// Of a constructor that makes a value of the type applied to `arguments`: which of its variables
// are parameters of the type, and what the other parameters are.
void relate(ast::ConstructorDeclaration& constructor, std::vector<TypeExpr> arguments,
            const std::vector<std::string>& parameters) {
  std::vector<std::string> variables;
  for (const ast::ConstructorField& field : constructor.fields) {
    findVariables(field.type, variables);
  }
  for (const TypeExpr& argument : arguments) findVariables(argument, variables);
  NewNames names;
  std::set<std::size_t> equal;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto* variable = std::get_if<ast::TypeVariable>(&arguments[i].node);
    const bool isParameter =
        variable != nullptr && names.try_emplace(variable->name, parameters[i]).second;
    if (!isParameter) equal.insert(i);
  }
  for (const std::string& variable : variables) {
    if (names.contains(variable)) continue;
    std::string own = variable;
    while (std::ranges::find(parameters, own) != parameters.end()) own += '\'';
    names.emplace(variable, own);
    constructor.variables.push_back(own);
  }
  for (ast::ConstructorField& field : constructor.fields) rename(field.type, names);
  for (const std::size_t i : equal) {
    rename(arguments[i], names);
    constructor.equalities.emplace_back(i, std::move(arguments[i]));
  }
}

}  // namespace

// Where declarations may be opaque their text stays, and Haskell's own types are left to GHC.
void Parser::refuseGeneralised(std::string_view what, std::string_view hint) {
  if (keepsOpaque_) notInLanguage(stream_.peek(), what, hint);
}

// Behind `data T a`: a kind, perhaps, and the constructors with their types.
void Parser::parseGeneralised(ast::DataDeclaration& data) {
  refuseGeneralised("a declaration in the style of generalised data types is",
                    "write `data T = A Int | B T`");
  if (accept(TokenKind::DoubleColon)) {
    const std::size_t more = parseKind();
    for (std::size_t i = 1; i <= more; ++i) data.parameters.push_back("t" + std::to_string(i));
  }
  if (!accept(TokenKind::Where)) return;
  parseBlock([&] {
    if (at(TokenKind::Deriving)) return parseDeriving(data);
    parseTypedConstructors(data);
  });
}

// A, B :: Int -> T Int
void Parser::parseTypedConstructors(ast::DataDeclaration& data) {
  const support::Position from = begin();
  std::vector<ast::ConstructorDeclaration> named;
  do {
    named.emplace_back();
    named.back().span = stream_.peek().span;
    if (at(TokenKind::OpenParen)) {
      const Token& open = take();
      named.back().name = expect(TokenKind::ConstructorOperator, "a constructor").text;
      expectClose(TokenKind::CloseParen, open, "");
    } else {
      named.back().name = expect(TokenKind::Constructor, "a constructor").text;
    }
  } while (accept(TokenKind::Comma));
  expect(TokenKind::DoubleColon, "`,` or `::`");
  const std::size_t type = stream_.index();
  for (ast::ConstructorDeclaration& constructor : named) {
    stream_.rewind(type);
    parseConstructorType(constructor, data);
    constructor.span = since(from);
    data.constructors.push_back(std::move(constructor));
  }
}

void Parser::parseConstructorType(ast::ConstructorDeclaration& constructor,
                                  const ast::DataDeclaration& data) {
  if (atForall()) (void)parseForall();
  std::vector<TypeExpr> context;
  parseContext(context);
  if (at(TokenKind::OpenBrace)) {
    parseRecordFields(constructor);
    if (!acceptArrow()) unexpected("`->` and the type that the constructor makes");
  }
  TypeExpr result;
  while (true) {
    ast::ConstructorField field;
    const bool strict = atText(TokenKind::VariableOperator, "!") || at(TokenKind::Tilde);
    if (strict) {
      field = parseField();
    } else {
      parseTypeApplication(field.type);
    }
    if (!acceptArrow()) {
      result = std::move(field.type);
      break;
    }
    constructor.fields.push_back(std::move(field));
  }
  auto* apply = std::get_if<ast::TypeApply>(&result.node);
  std::vector<TypeExpr> arguments;
  if (apply != nullptr) arguments = std::move(apply->arguments);
  const auto* made =
      std::get_if<ast::TypeName>(apply == nullptr ? &result.node : &apply->head->node);
  if (made == nullptr || made->name != data.name || arguments.size() != data.parameters.size()) {
    fail(result.span, "constructor `" + constructor.name + "` does not make a `" + data.name + "`",
         "its type ends in `" + data.name + "`, applied to " +
             std::to_string(data.parameters.size()) +
             (data.parameters.size() == 1 ? " type" : " types"));
  }
  relate(constructor, std::move(arguments), data.parameters);
}

// forall s. Shape s =>, before a constructor.
void Parser::parseOwnVariables(ast::ConstructorDeclaration& constructor) {
  refuseGeneralised("a constructor with type variables of its own is",
                    "make the variables parameters of the type");
  constructor.variables = parseForall();
  std::vector<TypeExpr> context;
  parseContext(context);
}

// *, Type, Type -> Type, (Type -> Type) -> Type: to how many types what is of the kind is applied.
std::size_t Parser::parseKind() {
  std::size_t arguments = 0;
  while (true) {
    if (accept(TokenKind::OpenParen)) {
      const Token open = stream_.previous();
      (void)parseKind();
      expectClose(TokenKind::CloseParen, open, "");
    } else if (atText(TokenKind::VariableOperator, "*")) {
      take();
    } else {
      TypeExpr kind;
      parseTypeApplication(kind);
    }
    if (!accept(TokenKind::RightArrow)) return arguments;
    ++arguments;
  }
}

}  // namespace deforest::text
