#include "driver/preprocessed_text.hpp"

#include <algorithm>
#include <string_view>

#include "text/lexing/lexer.hpp"

namespace deforest::driver {
namespace {

constexpr std::string_view separators = " \t\r\n,";

// The end of the word that begins at `at`.
std::size_t wordEnd(const std::string& text, std::size_t at, std::size_t end) {
  return std::min(text.find_first_of(separators, at), end);
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
  }
}

// Between `begin` and `end` are options, separated by blanks.
void blankOptions(std::string& text, std::size_t begin, std::size_t end) {
  bool argument = false;
  for (std::size_t at = begin; at < end;) {
    at = std::min(text.find_first_not_of(separators, at), end);
    const std::size_t next = wordEnd(text, at, end);
    const std::string_view word = std::string_view(text).substr(at, next - at);
    const bool takesNext = word == "-pgmF" || word == "-optF";
    const bool ours = argument || takesNext || word == "-F" || word.starts_with("-pgmF") ||
                      word.starts_with("-optF");
    argument = !argument && takesNext;
    if (ours) blank(text, at, next);
    at = next;
  }
}

}  // namespace

// Among the pragmas of the header, in letters of either case, only OPTIONS begin with an O.
std::string withoutPreprocessorOptions(std::string text) {
  const std::string lexed = text;
  for (const std::string_view pragma : text::lex(lexed).headerPragmas) {
    const auto begin = static_cast<std::size_t>(pragma.data() - lexed.data());
    const std::size_t word = pragma.find_first_not_of(separators, 3);
    if (word == std::string_view::npos || (pragma[word] != 'O' && pragma[word] != 'o')) continue;
    const std::size_t end = begin + pragma.size() - 3;
    blankOptions(text, wordEnd(text, begin + word, end), end);
  }
  return text;
}

std::string withLinePragma(const std::string& text, const std::string& file) {
  const bool marked = text.starts_with("\xEF\xBB\xBF");
  std::size_t at = marked ? 3 : 0;
  std::size_t line = 1;
  if (text.compare(at, 2, "#!") == 0) {
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
    line = 2;
  }
  return text.substr(0, at) + "{-# LINE " + std::to_string(line) + " \"" + file + "\" #-}\n" +
         text.substr(at);
}

// On a line of its own it would move what follows. Behind the last of the header it stands where a
// `-Wall` of the module has been read.
std::string withoutNewWarnings(std::string text, const std::string& file) {
  const std::string options =
      "{-# OPTIONS_GHC -Wno-unused-top-binds -Wno-unused-imports -Wno-name-shadowing #-}";
  const std::string lexed = text;
  const auto pragmas = text::lex(lexed).headerPragmas;
  if (pragmas.empty()) {
    const std::string lines = withLinePragma(text, file);
    const std::size_t at = lines.find("{-# LINE ");
    return lines.substr(0, at) + options + "\n" + lines.substr(at);
  }
  const std::string_view last = pragmas.back();
  const auto end = static_cast<std::size_t>(last.data() - lexed.data()) + last.size();
  const std::size_t next = lexed.find_first_not_of(" \t\r", end);
  const bool alone = next == std::string::npos || lexed[next] == '\n';
  if (alone || lexed.compare(next, 7, "module ") == 0) text.insert(end, " " + options);
  return text;
}

}  // namespace deforest::driver
