// From characters to lexemes. Comments and pragmas are skipped, except for those that the later
// phases keep: pragmas, Haddock comments, calls given as samples (text/samples.hpp), and the
// regions between the lines `-- deforest: off` and `-- deforest: on`, which are not looked into.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/diagnostic.hpp"

namespace deforest::text {

enum class TokenKind : std::uint8_t {
  End,
  // Names, with the module in front of them if there is one: f, M.f, Tree, +, M.+, :+:
  Variable,
  Constructor,
  VariableOperator,
  ConstructorOperator,
  // Literals, as written
  Integer,
  Fractional,
  Character,
  String,
  // Reserved words
  Case,
  Class,
  Data,
  Default,
  Deriving,
  Do,
  Else,
  Foreign,
  If,
  Import,
  In,
  Infix,
  Infixl,
  Infixr,
  Instance,
  Let,
  Module,
  Newtype,
  Of,
  Then,
  Type,
  Where,
  Underscore,
  // Reserved operators: .. :: = \ | <- -> @ ~ =>
  DotDot,
  DoubleColon,
  Equals,
  Backslash,
  Bar,
  LeftArrow,
  RightArrow,
  At,
  Tilde,
  DoubleArrow,
  Tick,  ///< Before a constructor that is meant as a type: 'Zero
  // ( ) (# #) [ ] { } , ; `
  OpenParen,
  CloseParen,
  OpenUnboxed,
  CloseUnboxed,
  OpenBracket,
  CloseBracket,
  OpenBrace,
  CloseBrace,
  Comma,
  Semicolon,
  Backquote,
  // Inserted by the layout rule
  VirtualSemicolon,
  VirtualClose,
  // What is not a lexeme; a diagnostic says why.
  Invalid,
};

/// A lexeme. `text` is a piece of the source, which must outlive the token.
struct Token {
  TokenKind kind = TokenKind::End;
  bool startsLine = false;   ///< Nothing but blanks and comments before it on its line.
  bool spaceBefore = false;  ///< Follows a blank, a comment, an opening bracket, a `,` or a `;`.
  bool spaceAfter = false;   ///< A blank or the end of the file follows.
  std::uint32_t indent = 0;  ///< The column by the layout rule: from 1, a tab goes to the next 8.
  support::Span span;
  std::string_view text;
};

/// A Haddock comment, verbatim, its lines separated by line feeds.
struct DocComment {
  std::size_t nextToken = 0;  ///< Index of the token that follows it.
  bool startsLine = false;
  bool refersBack = false;  ///< `-- ^`: on what stands before it.
  std::string text;
};

/// A pragma behind the first token.
struct LaterPragma {
  std::size_t nextToken = 0;  ///< Index of the token that follows it.
  std::string_view text;
};

/// What follows `-- deforest: sample`, `tuned` or `keep`, on a line of its own.
struct Sample {
  std::string_view text;
  support::Position position;  ///< Of its first character.
};

/// What the lexer makes of a source text.
/// What is said where a `'` begins neither a character nor the name of a constructor.
inline constexpr std::pair<const char*, const char*> unclosedCharacter = {
    "unclosed character literal", "a character is quoted like `'a'`, a string like `\"ab\"`"};

struct Lexemes {
  std::vector<Token> tokens;                    ///< The last one is the `End`.
  std::vector<std::string_view> headerPragmas;  ///< LANGUAGE and OPTIONS before the first token.
  std::vector<LaterPragma> laterPragmas;        ///< In order.
  std::vector<DocComment> comments;             ///< Haddock comments in order.
  std::vector<std::string_view> untouched;      ///< Whole lines, without those that mark them.
  std::vector<Sample> samples;                  ///< Lines `-- deforest: sample`, in order.
  std::vector<Sample> tuned;                    ///< Lines `-- deforest: tuned`, in order.
  std::vector<Sample> kept;                     ///< Lines `-- deforest: keep`, in order.
  support::Diagnostics diagnostics;             ///< Lexical errors; at most a hundred.

  /// The number of the first token at or after a position.
  [[nodiscard]] std::size_t tokenAt(support::Position position) const;
};

/// Splits a source into lexemes. The text is UTF-8, with or without a byte order mark, with line
/// ends of either kind; bytes that are not UTF-8 are errors outside comments only. Never fails:
/// what is not a lexeme becomes an `Invalid` token and a diagnostic. Takes linear time.
[[nodiscard]] Lexemes lex(std::string_view source);

/// Whether a name, qualified or not, is that of a constructor, type or class: begins with a capital
/// letter or a colon.
[[nodiscard]] bool isConstructorName(std::string_view name);

/// The last part of a name that may be qualified: `insert` of `Data.Map.insert`.
[[nodiscard]] std::string withoutQualifier(std::string_view name);

/// How a message calls a token: "`foo`", "end of file".
[[nodiscard]] std::string describe(const Token& token);

}  // namespace deforest::text
