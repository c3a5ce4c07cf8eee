// Lexemes: names, literals, comments, and what the lexer keeps of comments.
#include "text/lexing/lexer.hpp"

#include <gtest/gtest.h>

#include "syntax.hpp"

namespace deforest::text {
namespace {

std::string lexed(std::string_view source) {
  std::string out;
  for (const Token& token : lex(source).tokens) {
    if (token.kind == TokenKind::End) break;
    out += (out.empty() ? "" : " ") + std::string(token.text);
  }
  return out;
}

std::string lexErrors(std::string_view source) {
  return errors(lex(source).diagnostics);
}

TEST(Lexer, SplitsNamesAndOperators) {
  const Case cases[] = {
      {"a+b", "a + b"},
      {"M.f.g", "M.f . g"},
      {"M.N.f", "M.N.f"},
      {"M.+x", "M.+ x"},
      {"M..", "M.."},
      {"Just.f", "Just.f"},
      {"f.M.g", "f . M.g"},
      {"M.where", "M . where"},
      {"x'y''", "x'y''"},
      {"a--b", "a"},
      {"a --> b", "a --> b"},
      {"a --| b", "a --| b"},
      {"a |-- b", "a |-- b"},
      {"a ---- b", "a"},
      {"a {- b -} c", "a c"},
      {"a {- {- b -} -} c", "a c"},
      {"a {- -- -} c", "a c"},
      {"[1..5]", "[ 1 .. 5 ]"},
      {"1.5.x", "1.5 . x"},
      {"(#x,y#)", "(# x , y #)"},
      {"(#)", "( # )"},
      {"(##)", "( ## )"},
      {"(# #)", "(# #)"},
      {"x#)", "x # )"},
      {"\\x->x", "\\ x -> x"},
      {"!x", "! x"},
      {"a%1->b", "a % 1 -> b"},
      {"größe ß Ä λ", "größe ß Ä λ"},
      {"x₁", "x₁"},
      {"a ⊕ b", "a ⊕ b"},
      {"a\xC2\xA0"
       "b",
       "a b"},
      {"\xEF\xBB\xBF"
       "a",
       "a"},
      {"a\r\nb\r\n", "a b"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(lexed(c.source), c.expected) << c.source;
    EXPECT_EQ(lexErrors(c.source), "") << c.source;
  }
}

TEST(Lexer, Literals) {
  const Case cases[] = {
      {"0", "0"},
      {"1_000", "1_000"},
      {"0x1F", "0x1F"},
      {"0XfF", "0XfF"},
      {"0o17", "0o17"},
      {"0b101", "0b101"},
      {"1.5", "1.5"},
      {"1e10", "1e10"},
      {"1.5e-3", "1.5e-3"},
      {"2E+7", "2E+7"},
      {"1_0.0_1", "1_0.0_1"},
      {"'a'", "'a'"},
      {"'\\''", "'\\''"},
      {"'\\\\'", "'\\\\'"},
      {"'\"'", "'\"'"},
      {"'\\n'", "'\\10;'"},
      {"'\\x41'", "'A'"},
      {"'\\o101'", "'A'"},
      {"'\\65'", "'A'"},
      {"'\\DEL'", "'\\127;'"},
      {"'\\SOH'", "'\\1;'"},
      {"'\\SO'", "'\\14;'"},
      {"'\\^A'", "'\\1;'"},
      {"'\\^['", "'\\27;'"},
      {"'\u00e4'", "'\\228;'"},
      {"'\U0001F600'", "'\\128512;'"},
      {"\"\"", "\"\""},
      {"\"a\\tb\"", "\"a\\9;b\""},
      {"\"\\SO\\&H\"", "\"\\14;H\""},
      {"\"\\SOH\"", "\"\\1;\""},
      {"\"\\1234\\&5\"", "\"\\1234;5\""},
      {"\"ab\\   \\cd\"", "\"abcd\""},
      {"\"ab\\\n   \\cd\"", "\"abcd\""},
      {"\"-- {- '\"", "\"-- {- '\""},
      {"\"\\x10FFFF\"", "\"\\1114111;\""},
      {"\"\\a\\b\\f\\n\\r\\t\\v\\\\\\\"\\'\"", "\"\\7;\\8;\\12;\\10;\\13;\\9;\\11;\\\\\\\"'\""},
  };
  for (const Case& c : cases) EXPECT_EQ(expr(c.source), c.expected) << c.source;
}

TEST(Lexer, Errors) {
  const Case cases[] = {
      {"a\n  \"bc", "2:3: unclosed string [close it with `\"` on the same line]\n"},
      {"\"a\nb\"",
       "1:1: unclosed string [close it with `\"` on the same line]\n"
       "2:2: unclosed string [close it with `\"` on the same line]\n"},
      {"\"a\\qb\"", "1:3: unknown escape [a backslash itself is written `\\\\`]\n"},
      {"\"a\\x110000\"", "1:3: escape is not a character [the largest character is `\\x10FFFF`]\n"},
      {"\"a\\99999999999999999999\"",
       "1:3: escape is not a character [the largest character is `\\x10FFFF`]\n"},
      {"\"a\\ b\"",
       "1:3: string gap is not closed [a string that goes on after blanks or a line end has `\\` "
       "on both sides of them]\n"},
      {"\"a\tb\"", "1:3: tab in a literal [write `\\t`]\n"},
      {"'ab'",
       "1:1: unclosed character literal [a character is quoted like `'a'`, a string like "
       "`\"ab\"`]\n"},
      {"''", "1:1: empty character literal [an empty string is written `\"\"`]\n"},
      {"'\\q'", "1:1: unknown escape [a backslash itself is written `\\\\`]\n"},
      {"1x", "1:1: a letter follows a number directly [put a blank between them]\n"},
      {"0x", "1:1: a letter follows a number directly [put a blank between them]\n"},
      {"1_", "1:1: a letter follows a number directly [put a blank between them]\n"},
      {"a \x80\xFF b", "1:3: this is not UTF-8 [save the file as UTF-8]\n"},
      {"a \xC0\xAF b", "1:3: this is not UTF-8 [save the file as UTF-8]\n"},
      {"a \xED\xA0\x80 b", "1:3: this is not UTF-8 [save the file as UTF-8]\n"},
      {"\"\xFF\"",
       "1:2: this is not UTF-8 [save the file as UTF-8, or write the character as `\\x..`]\n"},
      {"a \x01\x01 b", "1:3: unexpected character U+0001\n"},
      {"\u201Ca\u201D",
       "1:1: unexpected character U+201C [strings are quoted with `\"`]\n"
       "1:3: unexpected character U+201D [strings are quoted with `\"`]\n"},
      {"a\n {- b\n c", "2:2: unclosed comment [close it with `-}`]\n"},
      {"{- {- -}",
       "1:1: unclosed comment [close it with `-}`; a `{-` inside it needs one of its own]\n"},
      {"{-}", "1:1: unclosed comment [close it with `-}`]\n"},
      {"#if A\n",
       "1:1: preprocessor directives are not in the language [run the C preprocessor first and "
       "pass its output]\n"},
  };
  for (const Case& c : cases) EXPECT_EQ(lexErrors(c.source), c.expected) << c.source;
}

TEST(Lexer, BytesThatAreNotUtf8MayBeInComments) {
  EXPECT_EQ(program("-- \xFF\xFE\n{- \x80 \xC3 -}\nx = 1 -- \xE4\n"), "(x 1)\n");
}

TEST(Lexer, ColumnsAreCharactersAndIndentationCountsTabs) {
  const Lexemes lexemes = lex("äö x\n\ty\n  \tz {-\n-} w");
  const auto& t = lexemes.tokens;
  EXPECT_EQ(t[1].span.begin, (support::Position{1, 4}));
  EXPECT_EQ(t[1].span.end, (support::Position{1, 5}));
  EXPECT_EQ(t[2].span.begin.column, 2U);
  EXPECT_EQ(t[2].indent, 9U);
  EXPECT_EQ(t[3].span.begin.column, 4U);
  EXPECT_EQ(t[3].indent, 9U);
  EXPECT_TRUE(t[4].startsLine);
  EXPECT_EQ(t[4].span.begin, (support::Position{4, 4}));
  EXPECT_EQ(t[5].kind, TokenKind::End);
}

TEST(Lexer, KeepsHeaderPragmas) {
  const Lexemes lexemes =
      lex("{-# LANGUAGE BangPatterns #-}\n-- a\n{-# options_ghc -O2 #-}\n{-# INLINE f #-}\n"
          "module M where\n{-# LANGUAGE Strict #-}\n");
  ASSERT_EQ(lexemes.headerPragmas.size(), 2U);
  EXPECT_EQ(lexemes.headerPragmas[0], "{-# LANGUAGE BangPatterns #-}");
  EXPECT_EQ(lexemes.headerPragmas[1], "{-# options_ghc -O2 #-}");
}

TEST(Lexer, ReportsAtMostAHundredErrors) {
  std::string source;
  for (int i = 0; i < 1000; ++i) source += "x = \x01 y\n";
  EXPECT_EQ(lex(source).diagnostics.size(), 100U);
}

}  // namespace
}  // namespace deforest::text
