// The layout rule. A block after `where`, `let`, `do` or `of` is written in braces, or by
// indentation: then a line that begins at the column of the block begins a new item, and one that
// begins before it ends the block. A block also ends where its next token cannot go on (the rule
// that Haskell calls parse-error(t)): the parser, which alone knows, calls `endBlock` there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/lexing/lexer.hpp"

namespace deforest::text {

/// The tokens of a source with those that the layout rule inserts. Inserted tokens have the span
/// and the text of the token they stand before.
class TokenStream {
 public:
  explicit TokenStream(const std::vector<Token>& tokens) : tokens_(tokens) {}

  /// The next token. At the end of the file it is `End`, again and again.
  [[nodiscard]] const Token& peek();
  [[nodiscard]] TokenKind kind() { return peek().kind; }

  /// Takes the next token. An inserted semicolon is taken; an inserted end of a block is not taken
  /// by this, but by `endBlock`.
  void advance();

  /// The token `ahead` places after the next one, as written: without those of the layout rule.
  [[nodiscard]] const Token& raw(std::size_t ahead = 0) const;
  /// How many tokens, as written, have been taken.
  [[nodiscard]] std::size_t index() const { return index_; }
  /// Goes back to the token of this index, which stands in the same pair of braces.
  void rewind(std::size_t index) { index_ = index; }
  /// The last token taken, as written.
  [[nodiscard]] const Token& previous() const { return tokens_[index_ == 0 ? 0 : index_ - 1]; }
  /// Whether a token as written, not the next one, begins a line at or before the column of the
  /// innermost block: whether the current item ends before it.
  [[nodiscard]] bool endsItem(const Token& token) const;

  enum class Block : std::uint8_t { Braces, Layout, Empty };
  /// Begins a block; the next token is the one after the keyword. `Braces`: a `{` was taken and
  /// the block ends with `}`. `Layout`: it ends by indentation. `Empty`: the next token stands too
  /// far left to be in it, and there is nothing to end.
  Block beginBlock();
  /// Begins a block by indentation at the next token whose lines do not begin new items: the
  /// alternatives of `if | ..`.
  void beginAlternatives();
  /// Begins a pair of braces that are not a block, those of a record; the `{` has been taken.
  void beginBraces() { contexts_.push_back({0, false, {}}); }
  /// Ends the innermost block, of either kind. For one in braces the `}` is the next token.
  void endBlock();

  /// Column and first token of the innermost block by indentation; column 0: in braces.
  [[nodiscard]] std::uint32_t blockColumn() const;
  [[nodiscard]] support::Position blockBegin() const;

  /// Where the block began that the line of the next token has ended by being indented less; not
  /// known if it has ended none.
  [[nodiscard]] support::Position dedentedFrom() const;

  /// Leaves all blocks but the outermost one, and goes on to the next token that begins a line at
  /// or before its column.
  void recover(std::size_t progressFrom);

 private:
  struct Context {
    std::uint32_t column;  // 0: braces
    bool items;            // a line at the column begins an item
    support::Position begin;
  };

  const std::vector<Token>& tokens_;
  std::size_t index_ = 0;
  std::vector<Context> contexts_;
  // The next token begins a line, and it is still open what the layout rule makes of that.
  bool lineIsOpen_ = true;
  Token inserted_;
  // The block that the line of the token of this index has ended.
  std::size_t dedentIndex_ = 0;
  support::Position dedentedFrom_;
};

}  // namespace deforest::text
