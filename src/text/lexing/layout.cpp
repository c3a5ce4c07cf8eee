#include "text/lexing/layout.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace deforest::text {

const Token& TokenStream::peek() {
  const Token& token = tokens_[index_];
  if (contexts_.empty()) return token;
  const Context& context = contexts_.back();
  if (context.column == 0) return token;
  const auto insert = [&](TokenKind kind) -> const Token& {
    inserted_ = token;
    inserted_.kind = kind;
    return inserted_;
  };
  if (token.kind == TokenKind::End) return insert(TokenKind::VirtualClose);
  if (!token.startsLine || !lineIsOpen_) return token;
  if (token.indent < context.column) return insert(TokenKind::VirtualClose);
  if (token.indent == context.column && context.items) return insert(TokenKind::VirtualSemicolon);
  return token;
}

void TokenStream::advance() {
  const TokenKind next = peek().kind;
  support::check(next != TokenKind::VirtualClose, "the end of a block was taken as a token");
  if (next == TokenKind::VirtualSemicolon) {
    lineIsOpen_ = false;
    return;
  }
  if (tokens_[index_].kind != TokenKind::End) ++index_;
  lineIsOpen_ = true;
}

const Token& TokenStream::raw(std::size_t ahead) const {
  return tokens_[std::min(index_ + ahead, tokens_.size() - 1)];
}

bool TokenStream::endsItem(const Token& token) const {
  if (token.kind == TokenKind::End) return true;
  return token.startsLine && token.indent <= blockColumn();
}

TokenStream::Block TokenStream::beginBlock() {
  const Token& token = tokens_[index_];
  if (token.kind == TokenKind::OpenBrace) {
    ++index_;
    lineIsOpen_ = true;
    beginBraces();
    return Block::Braces;
  }
  if (token.kind == TokenKind::End || token.indent <= blockColumn()) return Block::Empty;
  contexts_.push_back({token.indent, true, token.span.begin});
  lineIsOpen_ = false;
  return Block::Layout;
}

void TokenStream::beginAlternatives() {
  const Token& token = tokens_[index_];
  contexts_.push_back({token.indent, false, token.span.begin});
  lineIsOpen_ = false;
}

void TokenStream::endBlock() {
  support::check(!contexts_.empty(), "a block ends that did not begin");
  if (contexts_.back().column == 0) {
    support::check(tokens_[index_].kind == TokenKind::CloseBrace, "braces end without `}`");
    ++index_;
    lineIsOpen_ = true;
  } else if (tokens_[index_].startsLine && tokens_[index_].indent < contexts_.back().column &&
             dedentIndex_ != index_) {
    // The innermost of several blocks that end here.
    dedentIndex_ = index_;
    dedentedFrom_ = contexts_.back().begin;
  }
  contexts_.pop_back();
}

support::Position TokenStream::dedentedFrom() const {
  const bool here = dedentIndex_ == index_ && tokens_[index_].kind != TokenKind::End;
  return here ? dedentedFrom_ : support::Position{};
}

std::uint32_t TokenStream::blockColumn() const {
  return contexts_.empty() ? 0 : contexts_.back().column;
}

support::Position TokenStream::blockBegin() const {
  return contexts_.empty() ? support::Position{} : contexts_.back().begin;
}

void TokenStream::recover(std::size_t progressFrom) {
  if (contexts_.size() > 1) contexts_.resize(1);
  const std::uint32_t column = std::max<std::uint32_t>(blockColumn(), 1);
  if (index_ == progressFrom && tokens_[index_].kind != TokenKind::End) ++index_;
  while (tokens_[index_].kind != TokenKind::End &&
         !(tokens_[index_].startsLine && tokens_[index_].indent <= column)) {
    ++index_;
  }
  lineIsOpen_ = true;
}

}  // namespace deforest::text
