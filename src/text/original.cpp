// Ranges come from the lexemes: a declaration has the positions of its first and its last.
#include "text/original.hpp"

#include <algorithm>
#include <optional>

#include "support/match.hpp"
#include "text/lexing/lexer.hpp"

namespace deforest::text {
namespace {

using support::Span;

// A comment or pragma between two lexemes.
struct Remark {
  std::size_t begin;
  std::size_t end;
  bool pragma;
  bool region;  // passed through untouched
};

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

class Table {
 public:
  Table(const ast::Module& source, std::string_view text)
      : source_(source), lexemes_(lex(text)), text_(text) {
    original_.text = std::string(text);
    original_.extensions = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  }

  Original run() {
    original_.inBraces = openingBrace().has_value();
    original_.editable = true;
    original_.unboxedTuples = std::ranges::find(lexemes_.tokens, TokenKind::OpenUnboxed,
                                                &Token::kind) != lexemes_.tokens.end();
    for (const ast::Declaration& declaration : source_.declarations) add(declaration);
    collectRemarks();
    for (Piece& piece : original_.pieces) extendOverPragmas(piece);
    addPragmas();
    std::ranges::stable_sort(original_.pieces, {}, &Piece::begin);
    for (Piece& piece : original_.pieces) {
      attachComments(piece);
      collectMentions(piece);
    }
    findHead();
    checkLines();
    addParts();
    original_.exportsAll = !source_.exportsListed;
    for (const ast::Export& exported : source_.exports) {
      if (exported.text.starts_with("module ") && exported.name == source_.name) {
        original_.exportsAll = true;
      }
      original_.exported.push_back(withoutQualifier(exported.name));
    }
    const auto& untouched = source_.untouchedIdentifiers;
    original_.exported.insert(original_.exported.end(), untouched.begin(), untouched.end());
    return std::move(original_);
  }

 private:
  [[nodiscard]] std::size_t beginOf(const Token& token) const {
    return static_cast<std::size_t>(token.text.data() - text_.data());
  }
  [[nodiscard]] std::size_t endOf(const Token& token) const {
    return beginOf(token) + token.text.size();
  }
  // Without the `End`.
  [[nodiscard]] std::size_t tokenCount() const { return lexemes_.tokens.size() - 1; }

  // The lexeme with which the module's head ends, if it has one.
  [[nodiscard]] std::optional<std::size_t> headWhere() const {
    if (source_.name.empty()) return std::nullopt;
    for (std::size_t i = 0; i < tokenCount(); ++i) {
      if (lexemes_.tokens[i].kind == TokenKind::Where) return i;
    }
    return std::nullopt;
  }

  // The lexeme that opens the module's braces, if it stands in some.
  [[nodiscard]] std::optional<std::size_t> openingBrace() const {
    const std::optional<std::size_t> where = headWhere();
    const std::size_t first = where ? *where + 1 : 0;
    const bool opens = first < tokenCount() && lexemes_.tokens[first].kind == TokenKind::OpenBrace;
    return opens ? std::optional(first) : std::nullopt;
  }

  // Behind the semicolon that follows, if one does on the line.
  [[nodiscard]] std::size_t behindSemicolon(std::size_t at) const {
    const std::size_t next = text_.find_first_not_of(" \t", at);
    const bool ends = next != std::string_view::npos && text_[next] == ';';
    return original_.inBraces && ends ? next + 1 : at;
  }

  // ------------------------------------------------------------------------------------- pieces

  void add(const ast::Declaration& declaration) {
    Piece piece;
    const std::size_t first = lexemes_.tokenAt(declaration.span.begin);
    const std::size_t behind = lexemes_.tokenAt(declaration.span.end);
    piece.begin = beginOf(lexemes_.tokens[first]);
    piece.end = endOf(lexemes_.tokens[behind - 1]);
    const bool wanted = support::match(
        declaration.node,
        [&](const ast::Signature& signature) {
          piece.kind = Piece::Kind::Signature;
          piece.names = signature.names;
          return true;
        },
        [&](const ast::Clause& clause) {
          piece.names = {clause.name};
          return true;
        },
        // The language has none outside of functions.
        [](const ast::PatternBinding&) { return false; },
        [&](const ast::Fixity& fixity) {
          piece.kind = Piece::Kind::Fixity;
          piece.names = fixity.operators;
          return true;
        },
        [](const ast::DataDeclaration&) { return false; },
        [](const ast::TypeSynonym&) { return false; },
        [&](const ast::ClassDeclaration&) { return mentionedAlways(piece); },
        [&](const ast::InstanceDeclaration&) { return mentionedAlways(piece); },
        [](const ast::DerivingDeclaration&) { return false; });
    if (!wanted) return;
    if (piece.kind == Piece::Kind::Definition) {
      original_.defined.insert(piece.names.begin(), piece.names.end());
      // The equations of one function are neighbours.
      if (!original_.pieces.empty()) {
        Piece& last = original_.pieces.back();
        if (last.kind == piece.kind && last.names == piece.names) {
          last.end = piece.end;
          return;
        }
      }
    }
    original_.pieces.push_back(std::move(piece));
  }

  // Equations of one function are one declaration.
  void addPart(Span span, DeclarationPart part) {
    part.tokens = lexemes_.tokenAt(span.end) - lexemes_.tokenAt(span.begin);
    std::vector<DeclarationPart>& parts = original_.declarations;
    if (!parts.empty() && part.function && parts.back().name == part.name) {
      parts.back().tokens += part.tokens;
      return;
    }
    parts.push_back(std::move(part));
  }

  void addParts() {
    for (const ast::Declaration& declaration : source_.declarations) {
      const support::Position begin = declaration.span.begin;
      if (const auto* clause = std::get_if<ast::Clause>(&declaration.node)) {
        addPart(declaration.span, {clause->name, true, "", begin});
      } else if (!std::holds_alternative<ast::Signature>(declaration.node) &&
                 !std::holds_alternative<ast::Fixity>(declaration.node)) {
        addPart(declaration.span, {beginOf(declaration.span), false, "", begin});
      }
    }
    for (const ast::OpaqueDeclaration& declaration : source_.opaque) {
      const bool named = declaration.types.empty() && !declaration.names.empty();
      addPart(declaration.span, {named ? declaration.names.front() : beginOf(declaration.span),
                                 named, declaration.reason.message, declaration.reason.span.begin});
    }
    std::ranges::stable_sort(original_.declarations, {}, &DeclarationPart::position);
  }

  // How a declaration begins that has no name: `instance Monad Parser`.
  [[nodiscard]] std::string beginOf(Span span) const {
    constexpr std::size_t most = 5;
    std::string words;
    std::size_t token = lexemes_.tokenAt(span.begin);
    const std::size_t end = std::min(lexemes_.tokenAt(span.end), token + most);
    for (; token < end; ++token) {
      const Token& next = lexemes_.tokens[token];
      if (next.kind == TokenKind::Where || next.kind == TokenKind::Equals) break;
      words += (words.empty() ? "" : " ") + std::string(next.text);
    }
    return words;
  }

  // Classes and instances always stay, and with them what they mention.
  bool mentionedAlways(const Piece& piece) {
    const std::vector<std::string> mentioned = wordsIn(piece);
    original_.exported.insert(original_.exported.end(), mentioned.begin(), mentioned.end());
    return false;
  }

  void collectMentions(Piece& piece) const {
    if (piece.kind == Piece::Kind::Definition) piece.mentions = wordsIn(piece);
  }

  [[nodiscard]] std::vector<std::string> wordsIn(const Piece& piece) const {
    std::set<std::string> found;
    const auto end = lexemes_.tokens.begin() + static_cast<std::ptrdiff_t>(tokenCount());
    auto token = std::ranges::lower_bound(lexemes_.tokens.begin(), end, piece.begin, {},
                                          [&](const Token& at) { return beginOf(at); });
    for (; token != end && beginOf(*token) < piece.end; ++token) {
      if (token->kind == TokenKind::Variable || token->kind == TokenKind::VariableOperator) {
        found.insert(withoutQualifier(token->text));
      }
    }
    return {found.begin(), found.end()};
  }

  // ----------------------------------------------------------------------------------- comments

  void collectRemarks() {
    std::size_t at = original_.extensions;
    for (std::size_t i = 0; i < tokenCount(); ++i) {
      scanGap(at, beginOf(lexemes_.tokens[i]));
      at = endOf(lexemes_.tokens[i]);
    }
    scanGap(at, text_.size());
  }

  [[nodiscard]] std::size_t lineEndFrom(std::size_t at) const {
    return std::min(text_.find('\n', at), text_.size());
  }

  void scanGap(std::size_t at, std::size_t end) {
    while (at < end) {
      const std::string_view rest = text_.substr(at, end - at);
      if (isBlank(rest[0])) {
        ++at;
        continue;
      }
      std::size_t next = at + 1;
      const bool pragma = rest.starts_with("{-#");
      const bool region = rest.starts_with("-- deforest: off");
      if (region) {
        const std::size_t on = text_.find("-- deforest: on", at);
        next = lineEndFrom(on == std::string_view::npos ? end : on);
      } else if (rest.starts_with("--")) {
        next = lineEndFrom(at);
        if (next > at && text_[next - 1] == '\r') --next;
      } else if (rest.starts_with("{-")) {
        next = behindNested(at, end);
      }
      next = std::min(next, end);
      remarks_.push_back({at, next, pragma, region});
      at = next;
    }
  }

  [[nodiscard]] std::size_t behindNested(std::size_t at, std::size_t end) const {
    int depth = 0;
    while (at < end) {
      const std::string_view here = text_.substr(at, 2);
      if (here == "{-") {
        ++depth;
        at += 2;
      } else if (here == "-}") {
        at += 2;
        if (--depth == 0) break;
      } else {
        ++at;
      }
    }
    return at;
  }

  [[nodiscard]] std::size_t columnOf(std::size_t at) const {
    const std::size_t line = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return at - (line == std::string_view::npos ? 0 : line + 1);
  }

  // A pragma at the end of local definitions is part of them, though no lexeme follows it:
  //
  //     f n = g xs
  //       where xs = ...
  //             {-# NOINLINE xs #-}
  void extendOverPragmas(Piece& piece) const {
    std::size_t at = piece.end;
    for (const Remark& remark : remarks_) {
      if (remark.begin < at) continue;
      const std::string_view between = text_.substr(at, remark.begin - at);
      if (remark.region || !std::ranges::all_of(between, isBlank)) break;
      at = remark.end;
      if (remark.pragma && columnOf(remark.begin) > columnOf(piece.begin)) piece.end = at;
    }
  }

  // Pragmas that name functions: INLINE, SPECIALISE and the like.
  void addPragmas() {
    constexpr std::string_view words[] = {"INLINE",     "NOINLINE",   "NOTINLINE",
                                          "INLINABLE",  "INLINEABLE", "OPAQUE",
                                          "SPECIALIZE", "SPECIALISE", "CONLIKE"};
    for (const Remark& remark : remarks_) {
      if (!remark.pragma) continue;
      const std::string_view inside = text_.substr(remark.begin, remark.end - remark.begin);
      if (inside.size() < 6) continue;
      const Lexemes tokens = lex(inside.substr(3, inside.size() - 6));
      Piece piece;
      piece.kind = Piece::Kind::Pragma;
      mentionInRule(tokens);
      bool known = false;
      for (const Token& token : tokens.tokens) {
        if (token.kind == TokenKind::DoubleColon) break;
        const bool word = std::ranges::find(words, token.text) != std::end(words);
        known = known || word;
        const bool name =
            token.kind == TokenKind::Variable || token.kind == TokenKind::VariableOperator;
        if (known && !word && name && original_.defines(std::string(token.text))) {
          piece.names.emplace_back(token.text);
        }
      }
      // One in the middle of a function's equations goes where they go.
      const auto within = [&](const Piece& other) {
        return remark.begin > other.begin && remark.begin < other.end;
      };
      if (piece.names.empty() || std::ranges::any_of(original_.pieces, within)) continue;
      piece.begin = remark.begin;
      piece.end = remark.end;
      original_.pieces.push_back(std::move(piece));
    }
  }

  // What other pragmas mention stays: RULES, ANN, DEPRECATED, COMPLETE, ...
  void mentionInRule(const Lexemes& pragma) {
    constexpr std::string_view words[] = {"RULES", "ANN", "DEPRECATED", "WARNING"};
    const std::string_view first = pragma.tokens.front().text;
    if (std::ranges::find(words, first) == std::end(words)) return;
    for (const Token& token : pragma.tokens) {
      if (token.kind != TokenKind::Variable && token.kind != TokenKind::VariableOperator) continue;
      original_.exported.push_back(withoutQualifier(token.text));
    }
  }

  [[nodiscard]] std::size_t breaksBetween(std::size_t begin, std::size_t end) const {
    return static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(begin),
                                               text_.begin() + static_cast<std::ptrdiff_t>(end),
                                               '\n'));
  }

  [[nodiscard]] bool beginsLine(std::size_t at) const {
    while (at > original_.extensions && text_[at - 1] != '\n') {
      if (text_[at - 1] != ' ' && text_[at - 1] != '\t') return false;
      --at;
    }
    return true;
  }

  void attachComments(Piece& piece) const {
    piece.comments = piece.begin;
    for (auto remark = remarks_.rbegin(); remark != remarks_.rend(); ++remark) {
      if (remark->end > piece.comments) continue;
      const std::string_view comment =
          text_.substr(remark->begin, std::min<std::size_t>(remark->end - remark->begin, 6));
      const bool back =
          comment.starts_with("-- ^") || comment.starts_with("{-^") || comment.starts_with("{- ^");
      if (remark->pragma || remark->region || back || !beginsLine(remark->begin)) break;
      const auto blank = [](char c) { return isBlank(c); };
      const std::string_view between = text_.substr(remark->end, piece.comments - remark->end);
      if (!std::ranges::all_of(between, blank)) break;
      if (breaksBetween(remark->end, piece.comments) > 1) break;
      piece.comments = remark->begin;
    }
    piece.lineEnd = behindSemicolon(piece.end);
    piece.ended = piece.lineEnd != piece.end;
    for (const Remark& remark : remarks_) {
      if (remark.begin < piece.lineEnd || remark.region || remark.pragma) continue;
      if (breaksBetween(piece.lineEnd, remark.begin) > 0) break;
      piece.lineEnd = remark.end;
    }
  }

  // --------------------------------------------------------------------------------------- head

  void findHead() {
    std::optional<std::size_t> last;
    const std::optional<std::size_t> where = headWhere();
    const std::optional<std::size_t> brace = openingBrace();
    if (where) last = endOf(lexemes_.tokens[brace.value_or(*where)]);
    if (!source_.imports.empty()) {
      last = endOf(lexemes_.tokens[lexemes_.tokenAt(source_.imports.back().span.end) - 1]);
    }
    original_.hasHead = last.has_value();
    if (last) {
      Piece head;
      head.begin = head.end = *last;
      attachComments(head);
      original_.imports = head.lineEnd;
      const std::size_t line = lineEndFrom(head.lineEnd);
      const auto blank = [](char c) { return isBlank(c); };
      const bool clear =
          std::ranges::all_of(text_.substr(head.lineEnd, line - head.lineEnd), blank);
      original_.editable = original_.editable && clear;
      return;
    }
    if (tokenCount() == 0) return;
    original_.editable = original_.editable && !original_.inBraces;
    Piece first;
    first.begin = first.end = beginOf(lexemes_.tokens[0]);
    attachComments(first);
    original_.imports = first.comments;
    original_.editable = original_.editable && beginsLine(first.comments);
  }

  // Every piece must begin a line, and nothing else may stand on its last.
  void checkLines() {
    for (const Piece& piece : original_.pieces) {
      const std::size_t line = lineEndFrom(piece.lineEnd);
      const auto blank = [](char c) { return isBlank(c); };
      if (!beginsLine(piece.begin) || !beginsLine(piece.comments) ||
          !std::ranges::all_of(text_.substr(piece.lineEnd, line - piece.lineEnd), blank)) {
        original_.editable = false;
      }
    }
  }

  const ast::Module& source_;
  Lexemes lexemes_;
  std::string_view text_;
  std::vector<Remark> remarks_;
  Original original_;
};

}  // namespace

bool Original::hasOpaque() const {
  return std::ranges::any_of(declarations,
                             [](const DeclarationPart& part) { return !part.opaque.empty(); });
}

bool Original::isOpaque(std::string_view declaration) const {
  return std::ranges::any_of(declarations, [&](const DeclarationPart& part) {
    return part.name == declaration && !part.opaque.empty();
  });
}

Original originalOf(const ast::Module& source, std::string_view text) {
  return Table(source, text).run();
}

}  // namespace deforest::text
