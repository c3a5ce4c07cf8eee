// A whole module: header, imports, top-level declarations; and how the parser goes on after a
// mistake in one of them.
#include <algorithm>
#include <set>

#include "support/check.hpp"
#include "text/parsing/extensions.hpp"
#include "text/parsing/opaque.hpp"
#include "text/parsing/parser_impl.hpp"
#include "text/scopes/fixity.hpp"

namespace deforest::text {
namespace {

constexpr std::size_t errorLimit = 100;

constexpr std::string_view untouchedHint =
    "to pass it through as it is, put it between the lines `-- deforest: off` and "
    "`-- deforest: on`";

// What a region that is not parsed may refer to: variables and operators, without qualifiers.
void addIdentifiers(std::string_view region, std::set<std::string>& names) {
  for (const Token& token : lex(region).tokens) {
    if (token.kind != TokenKind::Variable && token.kind != TokenKind::VariableOperator) continue;
    std::string_view name = token.text;
    while (!name.empty() && name[0] >= 'A' && name[0] <= 'Z') {
      name.remove_prefix(name.find('.') + 1);
    }
    names.emplace(name);
  }
}

// Text that is kept as it is, but with line feeds for line ends.
std::string kept(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i];
  }
  return out;
}

support::Diagnostics inOrder(support::Diagnostics first, support::Diagnostics second) {
  for (support::Diagnostic& diagnostic : second) first.push_back(std::move(diagnostic));
  std::stable_sort(first.begin(), first.end(),
                   [](const support::Diagnostic& a, const support::Diagnostic& b) {
                     return a.span.begin < b.span.begin;
                   });
  if (first.size() > errorLimit) first.resize(errorLimit);
  return first;
}

// Runs `parse` with a parser of the text; `T` is what it makes.
template <class T, class Parse>
support::Result<T> parseText(std::string_view text, Parse parse,
                             const support::Span* place = nullptr) {
  Lexemes lexemes = lex(text);
  for (Token& token : lexemes.tokens) {
    if (place != nullptr) token.span = *place;
  }
  Parser parser(lexemes);
  std::optional<T> result;
  try {
    result = parse(parser);
  } catch (const SyntaxError& error) {
    if (!error.reported) parser.diagnostics().push_back(error.diagnostic);
  }
  support::Diagnostics diagnostics =
      inOrder(std::move(lexemes.diagnostics), std::move(parser.diagnostics()));
  if (!diagnostics.empty()) return diagnostics;
  support::check(result.has_value(), "the parser failed without a diagnostic");
  return std::move(*result);
}

}  // namespace

// ------------------------------------------------------------------------------------ the header

ast::Module Parser::parseModule() {
  ast::Module module;
  for (const std::string_view pragma : lexemes_.headerPragmas)
    module.pragmas.push_back(kept(pragma));
  blockArguments_ = hasExtension(module, "BlockArguments");
  std::set<std::string> identifiers;
  for (const std::string_view region : lexemes_.untouched) {
    module.untouched.push_back(kept(region));
    addIdentifiers(region, identifiers);
  }
  module.untouchedIdentifiers.assign(identifiers.begin(), identifiers.end());
  if (at(TokenKind::Module)) {
    try {
      parseHeader(module);
    } catch (const SyntaxError& error) {
      recordError(error);
      recoverFromHeader();
    }
  }
  parseBody(module);
  module.namesNaturals = namesNaturals_;
  scopeVariables(module);
  return module;
}

void Parser::parseHeader(ast::Module& module) {
  take();
  module.name =
      expect(TokenKind::Constructor, "the name of the module, with a capital letter").text;
  if (at(TokenKind::OpenParen)) parseExports(module);
  expect(TokenKind::Where, module.exportsListed ? "`where`" : "`(` or `where`");
}

// Goes on behind the `where` of the header, if the header has one, or else with the next line that
// begins at the left.
void Parser::recoverFromHeader() {
  for (std::size_t ahead = 0;; ++ahead) {
    switch (stream_.raw(ahead).kind) {
      case TokenKind::Where:
        return stream_.rewind(stream_.index() + ahead + 1);
      case TokenKind::End:
      case TokenKind::Import:
      case TokenKind::Data:
      case TokenKind::Equals:
      case TokenKind::DoubleColon:
        return stream_.recover(0);
      default:
        break;
    }
  }
}

// (f, T(..), T(A, B), (+), module M): commas may be more than needed.
void Parser::parseExports(ast::Module& module) {
  const Token& open = take();
  module.exportsListed = true;
  while (!at(TokenKind::CloseParen)) {
    if (accept(TokenKind::Comma)) continue;
    const Token& first = stream_.raw();
    ast::Entity entity;
    if (accept(TokenKind::Module)) {
      entity.name = expect(TokenKind::Constructor, "the name of a module").text;
    } else {
      entity = parseEntity();
    }
    const support::Span span = since(first.span.begin);
    module.exports.push_back({std::move(entity), textSince(first), span});
    if (!at(TokenKind::Comma)) break;
  }
  expectClose(TokenKind::CloseParen, open, "`,`");
  const char* begin = open.text.data() + 1;
  const char* end = stream_.previous().text.data();
  module.exportText = kept({begin, static_cast<std::size_t>(end - begin)});
}

std::string Parser::textSince(const Token& first) const {
  const std::string_view last = stream_.previous().text;
  const char* begin = first.text.data();
  return kept({begin, static_cast<std::size_t>(last.data() + last.size() - begin)});
}

// What an import or export list names: f, (+), T, T(..), T(A, b), pattern P, pattern (:+).
ast::Entity Parser::parseEntity() {
  const TokenKind next = stream_.raw(1).kind;
  const bool ofPattern = next == TokenKind::Constructor || next == TokenKind::OpenParen;
  if (at(TokenKind::Type) || (atText(TokenKind::Variable, "pattern") && ofPattern)) take();
  const auto parseName = [&]() -> std::string {
    if (at(TokenKind::OpenParen)) {
      const Token& open = take();
      if (!at(TokenKind::VariableOperator) && !at(TokenKind::ConstructorOperator)) {
        unexpected("an operator");
      }
      std::string name(take().text);
      expectClose(TokenKind::CloseParen, open, "");
      return name;
    }
    if (!at(TokenKind::Variable) && !at(TokenKind::Constructor)) {
      unexpected("a name, or an operator in parentheses");
    }
    return std::string(take().text);
  };
  ast::Entity entity{parseName(), {}, false};
  if (!isConstructorName(entity.name) || !at(TokenKind::OpenParen)) return entity;
  const Token& open = take();
  while (!at(TokenKind::CloseParen)) {
    if (accept(TokenKind::DotDot)) {
      entity.allParts = true;
    } else {
      entity.parts.push_back(parseName());
    }
    if (!accept(TokenKind::Comma)) break;
  }
  expectClose(TokenKind::CloseParen, open, "`,`");
  return entity;
}

ast::Import Parser::parseImport() {
  ast::Import import;
  const Token& first = take();
  const auto acceptWord = [&](std::string_view word) {
    if (!atText(TokenKind::Variable, word)) return false;
    take();
    return true;
  };
  acceptWord("safe");
  import.qualified = acceptWord("qualified");
  accept(TokenKind::String);
  import.module = expect(TokenKind::Constructor, "the name of a module").text;
  if (acceptWord("qualified")) import.qualified = true;
  if (acceptWord("as")) import.alias = expect(TokenKind::Constructor, "a name for the module").text;
  import.hiding = acceptWord("hiding");
  if (import.hiding && !at(TokenKind::OpenParen)) unexpected("`(` after `hiding`");
  if (at(TokenKind::OpenParen)) {
    const Token& open = take();
    import.names.emplace();
    while (!at(TokenKind::CloseParen)) {
      if (accept(TokenKind::Comma)) continue;
      ast::Entity entity = parseEntity();
      import.names->push_back(entity.name);
      import.names->insert(import.names->end(), entity.parts.begin(), entity.parts.end());
      import.entities.push_back(std::move(entity));
      if (!at(TokenKind::Comma)) break;
    }
    expectClose(TokenKind::CloseParen, open, "`,`");
  }
  import.text = textSince(first);
  import.span = since(first.span.begin);
  return import;
}

// ---------------------------------------------------------------------------------- declarations

void Parser::recordError(const SyntaxError& error) {
  ++errors_;
  if (!error.reported) diagnostics_.push_back(error.diagnostic);
}

void Parser::parseBody(ast::Module& module) {
  const TokenStream::Block block = stream_.beginBlock();
  if (block == TokenStream::Block::Empty) return;
  const bool braces = block == TokenStream::Block::Braces;
  const Token& open = stream_.previous();
  const TokenKind end = braces ? TokenKind::CloseBrace : TokenKind::VirtualClose;
  bool declarationsBegan = false;
  while (errors_ < errorLimit) {
    while (at(TokenKind::VirtualSemicolon) || at(TokenKind::Semicolon)) stream_.advance();
    if (at(end) || stream_.raw().kind == TokenKind::End) break;
    const std::size_t start = stream_.index();
    const support::Position first = begin();
    const auto before = static_cast<std::ptrdiff_t>(module.declarations.size());
    try {
      parseTopLevel(module, declarationsBegan);
      if (!at(end) && !at(TokenKind::VirtualSemicolon) && !at(TokenKind::Semicolon) &&
          !at(TokenKind::End)) {
        unexpectedAfter("declaration");
      }
    } catch (const SyntaxError& error) {
      // What a `default` declaration says is about all others.
      const bool opaque =
          keepsOpaque_ && declarationsBegan && lexemes_.tokens[start].kind != TokenKind::Default;
      if (!opaque) recordError(error);
      // It may have come to an end before its text did.
      module.declarations.erase(module.declarations.begin() + before, module.declarations.end());
      stream_.recover(start);
      if (opaque) module.opaque.push_back({since(first), error.diagnostic, {}, {}, {}, {}});
    }
  }
  if (errors_ >= errorLimit) return;
  try {
    if (!at(end)) failClose(TokenKind::CloseBrace, open, "");
    stream_.endBlock();
    if (at(TokenKind::End)) return;
    unexpected(braces ? "the end of the file after the `}` of the module"
                      : "a declaration at the column of the first one");
  } catch (const SyntaxError& error) {
    recordError(error);
  }
}

void Parser::parseTopLevel(ast::Module& module, bool& declarationsBegan) {
  const std::size_t start = stream_.index();
  const Token& first = stream_.raw();
  depth_ = updates_ = 0;
  if (first.kind == TokenKind::Import) {
    if (declarationsBegan) {
      fail(first.span, "import after a declaration", "imports stand before the first declaration");
    }
    module.imports.push_back(parseImport());
    return;
  }
  declarationsBegan = true;
  rejectForeignDeclaration(first);
  ast::Declaration declaration;
  switch (kind()) {
    case TokenKind::Data:
    case TokenKind::Newtype:
      declaration.node = parseData();
      declaration.span = since(first.span.begin);
      break;
    case TokenKind::Type:
      declaration.node = parseSynonym();
      declaration.span = since(first.span.begin);
      break;
    case TokenKind::Class:
      declaration.node = parseClass();
      declaration.span = since(first.span.begin);
      break;
    case TokenKind::Instance:
      declaration.node = parseInstance();
      declaration.span = since(first.span.begin);
      break;
    case TokenKind::Deriving:
      declaration.node = parseStandaloneDeriving();
      declaration.span = since(first.span.begin);
      break;
    default:
      declaration = parseDeclaration();
  }
  declaration.documentation = documentationOf(start, stream_.index());
  module.declarations.push_back(std::move(declaration));
}

// Declarations of Haskell that are not in the language.
void Parser::rejectForeignDeclaration(const Token& first) {
  const Token& second = stream_.raw(1);
  const bool isFamily = second.text == "family" || second.kind == TokenKind::Instance;
  switch (first.kind) {
    case TokenKind::Foreign:
      notInLanguage(first, "foreign declarations are", untouchedHint);
    case TokenKind::Default:
      notInLanguage(first, "default declarations are",
                    "numbers without a signature are of type Int or Double");
    case TokenKind::Data:
    case TokenKind::Newtype:
    case TokenKind::Type:
      if (isFamily) notInLanguage(first, "type families are", "write the types out");
      if (second.text == "role") notInLanguage(first, "role annotations are", "leave it out");
      return;
    case TokenKind::Variable:
      if (first.text == "pattern" && second.kind == TokenKind::Constructor) {
        notInLanguage(first, "pattern synonyms are", "write the patterns out");
      }
      return;
    case TokenKind::VariableOperator:
      if (first.text == "$" || first.text == "$$") {
        notInLanguage(first, "splices of Template Haskell are",
                      "write out what they make; " + std::string(untouchedHint));
      }
      return;
    default:
      return;
  }
}

// The Haddock comment of a declaration that consists of the tokens from `first` up to `end`: the
// last one before it, or one that follows it and refers back.
std::string Parser::documentationOf(std::size_t first, std::size_t end) {
  const auto& comments = lexemes_.comments;
  std::string found;
  while (nextComment_ < comments.size() && comments[nextComment_].nextToken <= first) {
    const DocComment& comment = comments[nextComment_++];
    if (comment.nextToken == first && !comment.refersBack) found = comment.text;
  }
  while (nextComment_ < comments.size() && comments[nextComment_].nextToken <= end) {
    const DocComment& comment = comments[nextComment_];
    const bool follows = comment.nextToken == end;
    if (follows && (!comment.refersBack || !found.empty() || !comment.startsLine)) break;
    if (follows) {
      found = comment.text;
      found.replace(found.find('^'), 1, "|");
    }
    ++nextComment_;
  }
  return found;
}

// ------------------------------------------------------------------------------------ public

namespace {

ast::Module parseWithFixities(Parser& parser) {
  ast::Module module = parser.parseModule();
  if (parser.diagnostics().empty()) resolveFixities(module, parser.diagnostics());
  return module;
}

}  // namespace

support::Result<ast::Module> parseModule(std::string_view text) {
  return parseText<ast::Module>(text, parseWithFixities);
}

support::Result<ast::Module> parseModuleAt(support::Span place, std::string_view text) {
  return parseText<ast::Module>(text, parseWithFixities, &place);
}

support::Result<ast::Module> parseModuleAsWritten(std::string_view text) {
  return parseText<ast::Module>(text, [](Parser& parser) { return parser.parseModule(); });
}

// Lexical errors are about the tokens in their place; a declaration whose tokens are wrong has not
// been parsed.
support::Result<ast::Module> parseModuleWithOpaque(std::string_view text,
                                                   const ImportedFixity& fixityOf) {
  Lexemes lexemes = lex(text);
  Parser parser(lexemes);
  parser.keepOpaque();
  ast::Module module = parser.parseModule();
  module.keepsOpaque = true;
  const OpaqueFinder finder(text, lexemes);
  support::Diagnostics errors = std::move(parser.diagnostics());
  for (support::Diagnostic& diagnostic : lexemes.diagnostics) {
    const auto contains = [&](const ast::OpaqueDeclaration& declaration) {
      return !(diagnostic.span.begin < declaration.span.begin) &&
             diagnostic.span.begin < declaration.span.end;
    };
    const auto found = std::ranges::find_if(module.opaque, contains);
    if (found == module.opaque.end()) {
      errors.push_back(std::move(diagnostic));
    } else if (found->reason.message.empty()) {
      found->reason = std::move(diagnostic);
    }
  }
  if (!errors.empty()) return inOrder(std::move(errors), {});
  finder.complete(module);
  for (bool more = true; more;) {
    support::Diagnostics wrong;
    resolveFixities(module, wrong, fixityOf);
    more = !wrong.empty();
    errors = finder.takeOut(module, wrong);
    if (!errors.empty()) return errors;
  }
  return module;
}

support::Result<ast::Expr> parseExpression(std::string_view text, const ast::Module* scope) {
  return parseText<ast::Expr>(text, [&](Parser& parser) {
    std::vector<ast::Expr> one;
    one.push_back(parser.parseWholeExpression());
    resolveFixities(one, scope, parser.diagnostics());
    return std::move(one.front());
  });
}

support::Result<std::vector<ast::Expr>> parseArguments(std::string_view text,
                                                       const ast::Module* scope) {
  return parseText<std::vector<ast::Expr>>(text, [&](Parser& parser) {
    std::vector<ast::Expr> arguments = parser.parseWholeArguments();
    resolveFixities(arguments, scope, parser.diagnostics());
    return arguments;
  });
}

}  // namespace deforest::text
