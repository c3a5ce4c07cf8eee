// What the parser says when a token does not fit.
#include "text/parsing/parser_impl.hpp"

namespace deforest::text {
namespace {

std::string place(support::Position position) {
  return "line " + std::to_string(position.line) + ", column " + std::to_string(position.column);
}

bool isDeclarationWord(TokenKind kind) {
  switch (kind) {
    case TokenKind::Class:
    case TokenKind::Data:
    case TokenKind::Default:
    case TokenKind::Deriving:
    case TokenKind::Foreign:
    case TokenKind::Import:
    case TokenKind::Infix:
    case TokenKind::Infixl:
    case TokenKind::Infixr:
    case TokenKind::Instance:
    case TokenKind::Module:
    case TokenKind::Newtype:
    case TokenKind::Type:
      return true;
    default:
      return false;
  }
}

std::string_view closer(TokenKind close) {
  switch (close) {
    case TokenKind::CloseParen:
      return "`)`";
    case TokenKind::CloseUnboxed:
      return "`#)`";
    case TokenKind::CloseBracket:
      return "`]`";
    default:
      return "`}`";
  }
}

// Whether `whyNotAfter` helps where a bracket should be closed.
bool isMisusedOperator(TokenKind kind) {
  switch (kind) {
    case TokenKind::Equals:
    case TokenKind::RightArrow:
    case TokenKind::LeftArrow:
    case TokenKind::DoubleArrow:
    case TokenKind::DoubleColon:
    case TokenKind::Bar:
    case TokenKind::At:
      return true;
    default:
      return false;
  }
}

// Why a token cannot follow something complete.
std::string_view whyNotAfter(TokenKind kind) {
  switch (kind) {
    case TokenKind::Equals:
      return "`=` defines a name; a comparison is written `==`";
    case TokenKind::Then:
    case TokenKind::Else:
      return "an `if` has the form `if condition then expression else expression`";
    case TokenKind::Of:
      return "a `case` has the form `case expression of` with alternatives after it";
    case TokenKind::In:
      return "a `let` has the form `let bindings in expression`, and in a `do` block its `in` is "
             "indented more than the `let`";
    case TokenKind::CloseParen:
    case TokenKind::CloseUnboxed:
    case TokenKind::CloseBracket:
    case TokenKind::CloseBrace:
      return "no bracket is open that this one could close";
    case TokenKind::RightArrow:
      return "`->` stands in types, and after the pattern of a case alternative or of a lambda";
    case TokenKind::LeftArrow:
      return "`<-` stands after the pattern of a guard or of a statement of a `do`";
    case TokenKind::DoubleArrow:
      return "`=>` stands after the context of a type only; case alternatives are written with "
             "`->`, and \"at least\" is `>=`";
    case TokenKind::Bar:
      return "guards stand between the patterns and the `=` or `->`; \"or\" is `||`";
    case TokenKind::DoubleColon:
      return "a second type annotation needs parentheses; the list constructor is `:`";
    case TokenKind::Comma:
      return "a comma stands between the elements of lists, tuples and records, and between guards";
    case TokenKind::Where:
      return "a `where` belongs to a definition or a case alternative, and each has one at most";
    case TokenKind::At:
      return "`@` stands in patterns, and before a type that is given to the name in front of it, "
             "with no blank behind the `@`";
    default:
      return "";
  }
}

}  // namespace

void Parser::fail(support::Span span, std::string message, std::string hint) {
  throw SyntaxError{{span, std::move(message), std::move(hint)}, false};
}

void Parser::failNesting() {
  fail(stream_.raw().span, "nested too deeply (limit " + std::to_string(nestingLimit) + ")",
       "name the inner parts by definitions of their own");
}

void Parser::unexpected(std::string_view expected) {
  const Token next = stream_.peek();
  const Token& token = stream_.raw();
  if (token.kind == TokenKind::Invalid) throw SyntaxError{{}, true};
  if (token.kind == TokenKind::Tick) {
    const TokenKind after = stream_.raw(1).kind;
    if (after == TokenKind::OpenBracket || after == TokenKind::ConstructorOperator) {
      notInLanguage(token, "a list of types is", "write pairs, `(a, (b, ()))`");
    }
    fail(token.span, unclosedCharacter.first, unclosedCharacter.second);
  }
  std::string hint = "expected " + std::string(expected);
  if (token.kind == TokenKind::End) {
    const support::Position end = stream_.previous().span.end;
    fail({end, end}, "unexpected end of file", hint);
  }
  std::string message = "unexpected " + describe(token);
  const bool inserted = next.kind != token.kind;
  if (next.kind == TokenKind::VirtualSemicolon) {
    message += " at the beginning of a line";
    hint += "; to go on with the line above, indent this one to the right of column " +
            std::to_string(stream_.blockColumn());
  } else if (next.kind == TokenKind::VirtualClose) {
    message += " at the beginning of a line";
    hint +=
        "; this line is indented less than the block that begins at " + place(stream_.blockBegin());
  } else if (isDeclarationWord(next.kind)) {
    hint += "; " + describe(next) + " is a reserved word";
  } else if (const std::string_view why = whyNotAfter(next.kind);
             !why.empty() && next.kind == TokenKind::DoubleArrow) {
    hint += "; " + std::string(why);
  }
  const bool dedented = !inserted && stream_.dedentedFrom().known();
  if (dedented) {
    hint += "; this line is indented less than the block that begins at " +
            place(stream_.dedentedFrom());
  }
  if ((inserted || dedented) && token.indent != token.span.begin.column) {
    hint += " (a tab goes to the next multiple of 8 columns)";
  }
  fail(token.span, std::move(message), std::move(hint));
}

void Parser::failEmpty(std::string_view item) {
  if (stream_.previous().kind != TokenKind::CloseBrace) unexpected(item);
  fail(stream_.previous().span, "unexpected `}`", "expected " + std::string(item));
}

void Parser::unexpectedAfter(std::string_view item) {
  const Token next = stream_.peek();
  const std::string_view why = whyNotAfter(next.kind);
  if (why.empty()) unexpected("an operator, an argument or the end of the " + std::string(item));
  fail(next.span, "unexpected " + describe(next), std::string(why));
}

void Parser::failClose(TokenKind close, const Token& open, std::string_view orElse) {
  const Token next = stream_.peek();
  if (next.kind == TokenKind::Invalid) throw SyntaxError{{}, true};
  const bool otherItem = next.kind == TokenKind::VirtualSemicolon ||
                         next.kind == TokenKind::VirtualClose || next.kind == TokenKind::End;
  if (otherItem) {
    std::string hint = "expected " + std::string(closer(close)) + " before ";
    hint += stream_.raw().kind == TokenKind::End
                ? "the end of the file"
                : "line " + std::to_string(begin().line) + ", which begins something new";
    fail(open.span, "unclosed " + describe(open), std::move(hint));
  }
  std::string hint = "expected ";
  if (!orElse.empty()) hint += std::string(orElse) + " or ";
  hint += std::string(closer(close)) + ", to close the " + describe(open) + " at " +
          place(open.span.begin);
  if (isMisusedOperator(next.kind)) hint += "; " + std::string(whyNotAfter(next.kind));
  fail(next.span, "unexpected " + describe(next), std::move(hint));
}

void Parser::notInLanguage(const Token& token, std::string_view what, std::string_view hint) {
  fail(token.span, std::string(what) + " not in the language", std::string(hint));
}

}  // namespace deforest::text
