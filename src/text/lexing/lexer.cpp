// One pass over the bytes. A cursor keeps the line, the column in characters, which messages
// speak of, and the column of the layout rule, which counts a tab as up to eight.
#include "text/lexing/lexer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "text/lexing/characters.hpp"
#include "text/lexing/literals.hpp"

namespace deforest::text {
namespace {

using support::Position;
using support::Span;

constexpr std::size_t errorLimit = 100;

constexpr std::array<std::pair<std::string_view, TokenKind>, 23> reservedWords{{
    {"case", TokenKind::Case},
    {"class", TokenKind::Class},
    {"data", TokenKind::Data},
    {"default", TokenKind::Default},
    {"deriving", TokenKind::Deriving},
    {"do", TokenKind::Do},
    {"else", TokenKind::Else},
    {"foreign", TokenKind::Foreign},
    {"if", TokenKind::If},
    {"import", TokenKind::Import},
    {"in", TokenKind::In},
    {"infix", TokenKind::Infix},
    {"infixl", TokenKind::Infixl},
    {"infixr", TokenKind::Infixr},
    {"instance", TokenKind::Instance},
    {"let", TokenKind::Let},
    {"module", TokenKind::Module},
    {"newtype", TokenKind::Newtype},
    {"of", TokenKind::Of},
    {"then", TokenKind::Then},
    {"type", TokenKind::Type},
    {"where", TokenKind::Where},
    {"_", TokenKind::Underscore},
}};

constexpr std::array<std::pair<std::string_view, TokenKind>, 14> reservedOperators{{
    {"..", TokenKind::DotDot},
    {"::", TokenKind::DoubleColon},
    {"=", TokenKind::Equals},
    {"\\", TokenKind::Backslash},
    {"|", TokenKind::Bar},
    {"<-", TokenKind::LeftArrow},
    {"->", TokenKind::RightArrow},
    {"@", TokenKind::At},
    {"~", TokenKind::Tilde},
    {"=>", TokenKind::DoubleArrow},
    {"\u2237", TokenKind::DoubleColon},
    {"\u2190", TokenKind::LeftArrow},
    {"\u2192", TokenKind::RightArrow},
    {"\u21D2", TokenKind::DoubleArrow},
}};

template <std::size_t Size>
TokenKind lookUp(const std::array<std::pair<std::string_view, TokenKind>, Size>& table,
                 std::string_view text, TokenKind otherwise) {
  for (const auto& [word, kind] : table) {
    if (word == text) return kind;
  }
  return otherwise;
}

// A place in the source, moved forward only.
class Cursor {
 public:
  explicit Cursor(std::string_view source) : source_(source) {
    if (source_.starts_with("\xEF\xBB\xBF")) offset_ = 3;
  }

  [[nodiscard]] bool atEnd() const { return offset_ >= source_.size(); }
  [[nodiscard]] std::size_t offset() const { return offset_; }
  [[nodiscard]] std::string_view source() const { return source_; }
  [[nodiscard]] std::string_view rest() const { return source_.substr(offset_); }
  [[nodiscard]] Position position() const { return {line_, column_}; }
  [[nodiscard]] std::uint32_t indent() const { return indent_; }
  // The byte `ahead` bytes on, or 0 past the end.
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return offset_ + ahead < source_.size() ? source_[offset_ + ahead] : '\0';
  }

  void advance(std::size_t bytes) {
    for (const std::size_t end = offset_ + bytes; offset_ < end; ++offset_) step(source_[offset_]);
  }

 private:
  void step(char byte) {
    if (byte == '\n') {
      ++line_;
      column_ = indent_ = 1;
    } else if (byte == '\t') {
      ++column_;
      indent_ = (indent_ - 1) / 8 * 8 + 9;
    } else if (beginsCodePoint(byte)) {
      ++column_;
      ++indent_;
    }
  }

  std::string_view source_;
  std::size_t offset_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
  std::uint32_t indent_ = 1;
};

class Lexer {
 public:
  explicit Lexer(std::string_view source) : cursor_(source) {}

  Lexemes run() {
    if (cursor_.rest().starts_with("#!")) cursor_.advance(lineLength());
    while (!cursor_.atEnd()) lexeme();
    begin();
    emit(TokenKind::End, 0);
    return std::move(result_);
  }

 private:
  void begin() {
    start_ = cursor_.position();
    startIndent_ = cursor_.indent();
  }

  // Makes a token of the next `bytes` bytes.
  void emit(TokenKind kind, std::size_t bytes) {
    Token token;
    token.kind = kind;
    token.startsLine = atLineStart_;
    token.spaceBefore = afterSpace_;
    token.indent = startIndent_;
    token.text = cursor_.rest().substr(0, bytes);
    cursor_.advance(bytes);
    token.span = {start_, cursor_.position()};
    const char next = cursor_.peek();
    token.spaceAfter = cursor_.atEnd() || next == ' ' || (next >= '\t' && next <= '\r');
    result_.tokens.push_back(token);
    atLineStart_ = afterSpace_ = openComment_ = false;
  }

  void error(Span span, std::string message, std::string hint) {
    if (result_.diagnostics.size() >= errorLimit) return;
    result_.diagnostics.push_back({span, std::move(message), std::move(hint)});
  }

  // A diagnostic for the next `bytes` bytes, and a token that stands for them.
  void invalid(std::size_t bytes, std::string message, std::string hint) {
    emit(TokenKind::Invalid, bytes);
    error(result_.tokens.back().span, std::move(message), std::move(hint));
  }

  [[nodiscard]] std::size_t lineLength() const {
    return std::min(cursor_.rest().find('\n'), cursor_.rest().size());
  }

  void lexeme() {
    begin();
    const CodePoint point = decodeUtf8(cursor_.source(), cursor_.offset());
    if (point.length == 0) return notUtf8();
    switch (classify(point.value)) {
      case CharacterClass::Space:
        return space(point);
      case CharacterClass::Lower:
      case CharacterClass::Upper:
        return name();
      case CharacterClass::Digit:
        return number();
      case CharacterClass::Suffix:
        if (point.value == '\'') return characterLiteral();
        return other(point);
      case CharacterClass::Symbol:
        return symbols();
      case CharacterClass::Special:
        return special(static_cast<char>(point.value));
      case CharacterClass::Other:
        return other(point);
    }
  }

  void space(const CodePoint& point) {
    if (point.value == '\n') atLineStart_ = true;
    cursor_.advance(point.length);
    afterSpace_ = true;
  }

  void notUtf8() {
    std::size_t bytes = 1;
    while (bytes < cursor_.rest().size() &&
           decodeUtf8(cursor_.source(), cursor_.offset() + bytes).length == 0) {
      ++bytes;
    }
    invalid(bytes, "this is not UTF-8", "save the file as UTF-8");
  }

  void other(const CodePoint& point) {
    std::string hint;
    if (point.value >= 0x201C && point.value <= 0x201F) hint = "strings are quoted with `\"`";
    if (point.value >= 0x2018 && point.value <= 0x201B) hint = "characters are quoted with `'`";
    std::size_t bytes = point.length;
    // A run of the same character is one mistake.
    const std::string_view rest = cursor_.rest();
    while (rest.substr(bytes, point.length) == rest.substr(0, point.length)) bytes += point.length;
    invalid(bytes, "unexpected character " + codePointName(point.value), hint);
  }

  // ------------------------------------------------------------------------------------- names

  // Bytes of what is `within` from byte `ahead` of the rest on.
  template <typename Within>
  [[nodiscard]] std::size_t lengthOf(std::size_t ahead, const Within& within) const {
    const std::string_view text = cursor_.rest();
    std::size_t end = ahead;
    while (end < text.size()) {
      const CodePoint point = decodeUtf8(text, end);
      if (point.length == 0 || !within(point.value)) break;
      end += point.length;
    }
    return end - ahead;
  }

  // Bytes of the name at byte `ahead` of the rest; 0 if there is none.
  [[nodiscard]] std::size_t nameLength(std::size_t ahead) const {
    return lengthOf(ahead, [](char32_t c) { return continuesName(c); });
  }

  [[nodiscard]] std::size_t symbolsLength(std::size_t ahead) const {
    return lengthOf(ahead, [](char32_t c) { return classify(c) == CharacterClass::Symbol; });
  }

  [[nodiscard]] CharacterClass classAt(std::size_t ahead) const {
    if (ahead >= cursor_.rest().size()) return CharacterClass::Other;
    const CodePoint point = decodeUtf8(cursor_.rest(), ahead);
    return point.length == 0 ? CharacterClass::Other : classify(point.value);
  }

  // A name, or a constructor that turns out to be a qualifier: M.N.f, M.Tree, M.+
  void name() {
    std::size_t last = 0;
    while (true) {
      const std::size_t length = nameLength(last);
      const std::string_view word = cursor_.rest().substr(last, length);
      if (classAt(last) != CharacterClass::Upper) {
        const TokenKind kind = lookUp(reservedWords, word, TokenKind::Variable);
        if (last == 0 || kind == TokenKind::Variable) return emit(kind, last + length);
        return emit(TokenKind::Constructor, last - 1);
      }
      const std::size_t end = last + length;
      if (cursor_.peek(end) != '.') return emit(TokenKind::Constructor, end);
      const CharacterClass next = classAt(end + 1);
      if (next == CharacterClass::Symbol) {
        const std::size_t symbol = symbolsLength(end + 1);
        return emit(cursor_.peek(end + 1) == ':' ? TokenKind::ConstructorOperator
                                                 : TokenKind::VariableOperator,
                    end + 1 + symbol);
      }
      if (next != CharacterClass::Upper && next != CharacterClass::Lower) {
        return emit(TokenKind::Constructor, end);
      }
      last = end + 1;
    }
  }

  void symbols() {
    const std::size_t length = symbolsLength(0);
    const std::string_view text = cursor_.rest().substr(0, length);
    if (length >= 2 && text.find_first_not_of('-') == std::string_view::npos) return lineComment();
    if (text == "#" && cursor_.peek(1) == ')' && unboxedDepth_ > 0 && !afterOpenParen()) {
      --unboxedDepth_;
      return emit(TokenKind::CloseUnboxed, 2);
    }
    if (text[0] == '#' && atLineStart_ && startIndent_ == 1 && nameLength(length) > 0) {
      return invalid(lineLength(), "preprocessor directives are not in the language",
                     "run the C preprocessor first and pass its output");
    }
    const TokenKind kind =
        text[0] == ':' ? TokenKind::ConstructorOperator : TokenKind::VariableOperator;
    emit(lookUp(reservedOperators, text, kind), length);
  }

  // Whether the last token is a `(` right before the cursor.
  [[nodiscard]] bool afterOpenParen() const {
    return !result_.tokens.empty() && result_.tokens.back().kind == TokenKind::OpenParen &&
           result_.tokens.back().span.end == cursor_.position();
  }

  void special(char c) {
    switch (c) {
      case '(':
        if (cursor_.peek(1) == '#' && classAt(2) != CharacterClass::Symbol &&
            cursor_.peek(2) != ')') {
          ++unboxedDepth_;
          emit(TokenKind::OpenUnboxed, 2);
        } else {
          emit(TokenKind::OpenParen, 1);
        }
        break;
      case ')':
        return emit(TokenKind::CloseParen, 1);
      case '[':
        emit(TokenKind::OpenBracket, 1);
        break;
      case ']':
        return emit(TokenKind::CloseBracket, 1);
      case '{':
        if (cursor_.peek(1) == '-') return blockComment();
        emit(TokenKind::OpenBrace, 1);
        break;
      case '}':
        return emit(TokenKind::CloseBrace, 1);
      case ',':
        emit(TokenKind::Comma, 1);
        break;
      case ';':
        emit(TokenKind::Semicolon, 1);
        break;
      case '`':
        return emit(TokenKind::Backquote, 1);
      default:
        return stringLiteral();
    }
    // What follows an opening bracket or a separator may be a prefix: (!x, ~y).
    afterSpace_ = true;
  }

  // ---------------------------------------------------------------------------------- literals

  void number() {
    const std::string_view text = cursor_.rest();
    const NumberExtent extent = measureNumber(text);
    if (const std::size_t letters = nameLength(extent.length); letters != 0) {
      return invalid(extent.length + letters, "a letter follows a number directly",
                     "put a blank between them");
    }
    emit(extent.fractional ? TokenKind::Fractional : TokenKind::Integer, extent.length);
  }

  void characterLiteral() {
    const std::string_view text = cursor_.rest();
    if (text.starts_with("''")) {
      return invalid(2, "empty character literal", "an empty string is written `\"\"`");
    }
    const Element element = text.size() < 2 ? Element{} : readElement(text, 1, false);
    if (element.length == 0 && element.problem != nullptr) {
      const std::size_t close = text.substr(0, 16).find_first_of("'\n", 2);
      const bool closed = close != std::string_view::npos && text[close] == '\'';
      return invalid(closed ? close + 1 : std::min<std::size_t>(2, text.size()), element.problem,
                     element.hint);
    }
    const std::size_t end = 1 + element.length;
    if (element.length != 0 && end < text.size() && text[end] == '\'') {
      return emit(TokenKind::Character, end + 1);
    }
    const char next = text.size() > 1 ? text[1] : ' ';
    if ((next >= 'A' && next <= 'Z') || next == '[' || next == ':') return emit(TokenKind::Tick, 1);
    invalid(1, unclosedCharacter.first, unclosedCharacter.second);
  }

  void stringLiteral() {
    const std::string_view text = cursor_.rest();
    std::size_t offset = 1;
    const char* problem = nullptr;
    const char* hint = "";
    std::size_t where = 0;
    while (offset < text.size() && text[offset] != '"' && text[offset] != '\n') {
      if (text[offset] == '\r' && offset + 1 < text.size() && text[offset + 1] == '\n') break;
      const Element element = readElement(text, offset, true);
      if (element.length == 0 && problem == nullptr) {
        problem = element.problem;
        hint = element.hint;
        where = offset;
      }
      // After a wrong escape, go on behind its backslash and the character that follows.
      const bool escaped = text[offset] == '\\' && offset + 1 < text.size() &&
                           text[offset + 1] != '\n' && text[offset + 1] != '\r';
      offset += element.length != 0 ? element.length : escaped ? 2 : 1;
    }
    if (problem == nullptr && offset < text.size() && text[offset] == '"') {
      return emit(TokenKind::String, offset + 1);
    }
    if (problem != nullptr) {
      const bool closed = offset < text.size() && text[offset] == '"';
      Cursor inside = cursor_;
      inside.advance(where);
      const Position begin = inside.position();
      inside.advance(std::min<std::size_t>(2, text.size() - where));
      const Position end = inside.position();
      emit(TokenKind::Invalid, closed ? offset + 1 : offset);
      return error({begin, end.line == begin.line ? end : begin}, problem, hint);
    }
    emit(TokenKind::Invalid, offset);
    error({start_, {start_.line, start_.column + 1}}, "unclosed string",
          "close it with `\"` on the same line");
  }

  // ---------------------------------------------------------------------------------- comments

  void lineComment() {
    const std::size_t length = lineLength();
    std::string_view text = cursor_.rest().substr(0, length);
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ' || text.back() == '\t')) {
      text.remove_suffix(1);
    }
    const bool wholeLine = atLineStart_ && startIndent_ == 1;
    if (wholeLine && text == "-- deforest: off") return untouchedRegion();
    if (wholeLine && text == "-- deforest: on") {
      error({start_, {start_.line, start_.column + 15}}, "nothing was switched off here",
            "a region that is to be kept as it is begins with the line `-- deforest: off`");
    }
    if (wholeLine) {
      addMarked(text, "-- deforest: sample", result_.samples, "a sample without a call",
                "write a call that is typical of the program: `-- deforest: sample f 10 [1, 2]`");
      addMarked(text, "-- deforest: tuned", result_.tuned, "no settings",
                "write what `deforest tune` found: `-- deforest: tuned price 0.2, width 3`");
      addMarked(text, "-- deforest: keep", result_.kept, "no names",
                "name the functions whose text is to stay: `-- deforest: keep main report`");
    }
    const std::size_t mark = text.find_first_not_of(' ', 2);
    const bool opens = mark != std::string_view::npos && text[2] != '-' &&
                       (text[mark] == '|' || text[mark] == '^');
    if (opens) {
      addComment(text, text[mark] == '^');
      openComment_ = true;
    } else if (openComment_ && atLineStart_ && start_.line == lastCommentLine_ + 1) {
      result_.comments.back().text += '\n';
      result_.comments.back().text += text;
    } else {
      openComment_ = false;
    }
    lastCommentLine_ = start_.line;
    cursor_.advance(length);
    afterSpace_ = true;
  }

  // `-- deforest: samples` and the like are comments.
  void addMarked(std::string_view text, std::string_view mark, std::vector<Sample>& into,
                 const std::string& missing, const std::string& hint) {
    if (!text.starts_with(mark)) return;
    const std::size_t begin = text.find_first_not_of(" \t", mark.size());
    if (begin == mark.size()) return;
    if (begin == std::string_view::npos) {
      const auto end = start_.column + static_cast<std::uint32_t>(text.size());
      error({start_, {start_.line, end}}, missing, hint);
      return;
    }
    into.push_back(
        {text.substr(begin), {start_.line, start_.column + static_cast<std::uint32_t>(begin)}});
  }

  void addComment(std::string_view text, bool refersBack) {
    DocComment comment;
    comment.nextToken = result_.tokens.size();
    comment.startsLine = atLineStart_;
    comment.refersBack = refersBack;
    for (const char c : text) {
      if (c != '\r') comment.text += c;
    }
    result_.comments.push_back(std::move(comment));
  }

  void blockComment() {
    const std::string_view text = cursor_.rest();
    std::size_t depth = 1;
    std::size_t offset = 2;
    bool nested = false;
    for (; offset < text.size() && depth > 0; ++offset) {
      const char next = offset + 1 < text.size() ? text[offset + 1] : '\0';
      if (text[offset] == '{' && next == '-') {
        ++depth;
        ++offset;
        nested = true;
      } else if (text[offset] == '-' && next == '}') {
        --depth;
        ++offset;
      }
    }
    if (depth > 0) {
      error({start_, {start_.line, start_.column + 2}}, "unclosed comment",
            !nested ? "close it with `-}`"
                    : "close it with `-}`; a `{-` inside it needs one of its own");
    }
    const std::string_view comment = text.substr(0, offset);
    if (comment.starts_with("{-#")) {
      pragma(comment);
    } else if (depth == 0) {
      const std::size_t mark = comment.find_first_not_of(' ', 2);
      if (comment[mark] == '|' || comment[mark] == '^') addComment(comment, comment[mark] == '^');
    }
    openComment_ = false;
    if (comment.find('\n') != std::string_view::npos) atLineStart_ = true;
    cursor_.advance(offset);
    afterSpace_ = true;
  }

  void pragma(std::string_view comment) {
    if (!result_.tokens.empty()) {
      return result_.laterPragmas.push_back({result_.tokens.size(), comment});
    }
    const std::size_t begin = comment.find_first_not_of(" \t\r\n", 3);
    if (begin == std::string_view::npos) return;
    std::string word;
    for (const char c : comment.substr(begin, 8)) {
      word += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    if (word.starts_with("LANGUAGE") || word.starts_with("OPTIONS")) {
      result_.headerPragmas.push_back(comment);
    }
  }

  void untouchedRegion() {
    const Position opened = start_;
    const auto skipLine = [&] {
      cursor_.advance(lineLength());
      if (!cursor_.atEnd()) cursor_.advance(1);
    };
    skipLine();
    const std::string_view region = cursor_.rest();
    const std::size_t begin = cursor_.offset();
    while (!cursor_.atEnd()) {
      std::string_view line = cursor_.rest().substr(0, lineLength());
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
        line.remove_suffix(1);
      }
      if (line == "-- deforest: on") {
        result_.untouched.push_back(region.substr(0, cursor_.offset() - begin));
        skipLine();
        atLineStart_ = afterSpace_ = true;
        return;
      }
      skipLine();
    }
    error({opened, {opened.line, opened.column + 16}}, "this region does not end",
          "end it with the line `-- deforest: on`");
  }

  Cursor cursor_;
  Lexemes result_;
  Position start_;
  std::uint32_t startIndent_ = 1;
  bool atLineStart_ = true;
  bool afterSpace_ = true;
  // The last comment is a Haddock comment, or goes on with one.
  bool openComment_ = false;
  std::uint32_t lastCommentLine_ = 0;
  std::size_t unboxedDepth_ = 0;
};

}  // namespace

Lexemes lex(std::string_view source) {
  return Lexer(source).run();
}

std::size_t Lexemes::tokenAt(support::Position position) const {
  const auto found = std::ranges::lower_bound(tokens, position, {},
                                              [](const Token& token) { return token.span.begin; });
  return static_cast<std::size_t>(found - tokens.begin());
}

std::string withoutQualifier(std::string_view name) {
  while (!name.empty() && name[0] >= 'A' && name[0] <= 'Z' &&
         name.find('.') != std::string_view::npos) {
    name.remove_prefix(name.find('.') + 1);
  }
  return std::string(name);
}

bool isConstructorName(std::string_view name) {
  while (!name.empty() && classify(decodeUtf8(name, 0).value) == CharacterClass::Upper) {
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return true;
    name.remove_prefix(dot + 1);
  }
  return name.starts_with(':');
}

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::End:
      return "end of file";
    case TokenKind::String:
      return "string";
    default:
      break;
  }
  constexpr std::size_t shown = 40;
  if (token.text.size() <= shown) return "`" + std::string(token.text) + "`";
  std::size_t end = shown;
  while (end > 0 && !beginsCodePoint(token.text[end])) --end;
  return "`" + std::string(token.text.substr(0, end)) + "...`";
}

}  // namespace deforest::text
