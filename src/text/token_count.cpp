#include "text/token_count.hpp"

#include "text/lexing/lexer.hpp"

namespace deforest::text {

std::size_t countTokens(std::string_view source) {
  const Lexemes lexemes = lex(source);
  std::size_t count = 0;
  bool importing = false;
  for (const Token& token : lexemes.tokens) {
    if (token.kind == TokenKind::End) break;
    // Declarations begin at the left.
    if (token.startsLine && token.indent == 1) importing = token.text == "import";
    count += importing ? 0 : 1;
  }
  return count;
}

}  // namespace deforest::text
