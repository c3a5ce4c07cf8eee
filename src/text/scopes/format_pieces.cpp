#include "text/scopes/format_pieces.hpp"

#include <algorithm>

namespace deforest::text {
namespace {

constexpr int widest = 10000;

class FormatReader {
 public:
  FormatReader(std::u32string_view format, std::optional<FormatError>& error)
      : rest_(format), error_(error) {}

  std::vector<FormatPiece> run() {
    std::u32string text;
    while (!rest_.empty() && !error_) {
      const char32_t c = take();
      if (c != U'%') {
        text += c;
      } else if (!rest_.empty() && rest_.front() == U'%') {
        text += take();
      } else {
        flush(text);
        pieces_.push_back(conversion());
      }
    }
    flush(text);
    return std::move(pieces_);
  }

 private:
  char32_t take() {
    const char32_t c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  bool takeIf(char32_t wanted) {
    const bool found = !rest_.empty() && rest_.front() == wanted;
    if (found) take();
    return found;
  }

  void flush(std::u32string& text) {
    if (text.empty()) return;
    pieces_.emplace_back();
    pieces_.back().text = std::move(text);
    text.clear();
  }

  int number() {
    int value = 0;
    while (!rest_.empty() && rest_.front() >= U'0' && rest_.front() <= U'9') {
      value = std::min(value * 10 + static_cast<int>(take() - U'0'), widest + 1);
    }
    if (value > widest) fail("a format wider than any line", "write a smaller number");
    return value;
  }

  void flags(FormatPiece& piece) {
    while (!rest_.empty()) {
      if (takeIf(U'-')) {
        piece.fill = 1;
      } else if (takeIf(U'0')) {
        if (piece.fill == 0) piece.fill = 2;
      } else if (takeIf(U'+')) {
        piece.sign = U"+";
      } else if (takeIf(U' ')) {
        if (piece.sign.empty()) piece.sign = U" ";
      } else if (takeIf(U'#')) {
        piece.prefixed = true;
      } else {
        return;
      }
    }
  }

  FormatPiece conversion() {
    FormatPiece piece;
    flags(piece);
    piece.width = number();
    if (takeIf(U'.')) piece.precision = number();
    if (rest_.empty()) {
      fail("the format ends behind `%`", "write `%%` for a percent sign");
      return piece;
    }
    const char32_t c = take();
    if (c == U'*') {
      fail("a width that is an argument, `*`, is not supported yet", "write the number");
    } else if (c == U'h' || c == U'l' || c == U'L') {
      fail("sizes of numbers in a format, `h` and `l`, are not supported yet",
           "leave them out: the type says the size");
    } else if (c > U'z' || std::string_view("dixXobucsfFeEgGv").find(static_cast<char>(c)) ==
                               std::string_view::npos) {
      fail("the format has a conversion that `printf` does not know",
           "there are %d %i %x %X %o %b %u %c %s %f %e %g %v and %%");
    } else {
      piece.conversion = static_cast<char>(c);
    }
    if (piece.prefixed && std::string_view("xXob").find(piece.conversion) == std::string_view::npos)
      fail("`#` is supported for %x, %X, %o and %b alone", "leave it out");
    return piece;
  }

  void fail(std::string what, std::string hint) {
    if (!error_) error_ = FormatError{std::move(what), std::move(hint)};
  }

  std::u32string_view rest_;
  std::optional<FormatError>& error_;
  std::vector<FormatPiece> pieces_;
};

}  // namespace

std::vector<FormatPiece> formatPieces(std::u32string_view format,
                                      std::optional<FormatError>& error) {
  return FormatReader(format, error).run();
}

}  // namespace deforest::text
