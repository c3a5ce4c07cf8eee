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
    piece.widthGiven = takeIf(U'*');
    if (!piece.widthGiven) piece.width = number();
    if (takeIf(U'.')) {
      piece.precisionGiven = takeIf(U'*');
      if (!piece.precisionGiven) piece.precision = number();
    }
    if (rest_.empty()) {
      fail("the format ends behind `%`", "write `%%` for a percent sign");
      return piece;
    }
    const char32_t c = take();
    if (c == U'h' || c == U'l' || c == U'L') {
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

// The argument is `x`, and the width and the precision, if they are arguments, `w` and `p`.
struct Conversion {
  std::string_view classes;  // of the argument's type; the type is `a` if there are some
  std::string_view type;
  std::string call;
};

Conversion conversionOf(const FormatPiece& piece) {
  const char kind = piece.conversion;
  const bool whole = std::string_view("dixXobu").find(kind) != std::string_view::npos;
  // Zeros would fill what the precision leaves.
  const bool precise = piece.precision >= 0 || piece.precisionGiven;
  const std::string fill = std::to_string(whole && precise && piece.fill == 2 ? 0 : piece.fill);
  const std::string places = piece.widthGiven
                                 ? " (if w < 0 then 1 else " + fill + ") (abs (fromIntegral w))"
                                 : " " + fill + " " + std::to_string(piece.width);
  const std::string precision =
      piece.precisionGiven ? " (fromIntegral p)" : " (" + std::to_string(piece.precision) + ")";
  const std::string sign = piece.sign.empty() ? " \"\"" : piece.sign == U"+" ? " \"+\"" : " \" \"";
  switch (kind) {
    case 'd':
    case 'i':
      return {"Integral a, Show a", "a", "printfWhole" + places + sign + precision + " x"};
    case 'x':
    case 'X':
    case 'o':
    case 'b':
    case 'u': {
      const std::string_view base = kind == 'u'   ? " 10"
                                    : kind == 'o' ? " 8"
                                    : kind == 'b' ? " 2"
                                                  : " 16";
      const std::string_view before = !piece.prefixed ? " \"\""
                                      : kind == 'x'   ? " \"0x\""
                                      : kind == 'X'   ? " \"0X\""
                                      : kind == 'b'   ? " \"0b\""
                                                      : " \"0\"";
      return {"Integral a", "a",
              "printfUnsigned" + places + std::string(base) + std::string(before) + precision +
                  (kind == 'X' ? " True x" : " False x")};
    }
    case 'c':
      return {"", "Char", "printfChar" + places + " x"};
    case 's':
      return {"", "String", "printfText" + places + precision + " x"};
    case 'f':
      return {"Fractional a", "a", "printfFixed" + places + sign + precision + " x"};
    case 'e':
      return {"Fractional a", "a", "printfExponent" + places + sign + precision + " x"};
    case 'g':
      return {"Fractional a", "a", "printfGeneral" + places + sign + precision + " x"};
    case 'F':
    case 'E':
    case 'G': {
      FormatPiece lower = piece;
      lower.conversion = static_cast<char>(kind - 'A' + 'a');
      const Conversion found = conversionOf(lower);
      return {found.classes, found.type, "printfUpper (" + found.call + ")"};
    }
    default:
      return {"PrintfAny a", "a", "printfValue" + places + sign + precision + " x"};
  }
}

}  // namespace

std::string FormatPiece::written() const {
  std::string text = fill == 1 ? "%-" : fill == 2 ? "%0" : "%";
  if (!sign.empty()) text += static_cast<char>(sign.front());
  if (prefixed) text += '#';
  if (width > 0) text += std::to_string(width);
  if (widthGiven) text += '*';
  if (precision >= 0) text += "." + std::to_string(precision);
  if (precisionGiven) text += ".*";
  return text + conversion;
}

std::string conversionSource(const FormatPiece& piece, const std::string& name) {
  const Conversion found = conversionOf(piece);
  std::string classes(found.classes);
  std::string types(found.type);
  std::string parameters = "x";
  const auto give = [&](const std::string& variable) {
    classes = "Integral " + variable + (classes.empty() ? "" : ", ") + classes;
    types = variable + " -> " + types;
    parameters = variable + " " + parameters;
  };
  if (piece.precisionGiven) give("p");
  if (piece.widthGiven) give("w");
  const std::string context = classes.empty() ? "" : "(" + classes + ") => ";
  return name + " :: " + context + types + " -> String\n" + name + " " + parameters + " = " +
         found.call + "\n";
}

std::vector<FormatPiece> formatPieces(std::u32string_view format,
                                      std::optional<FormatError>& error) {
  return FormatReader(format, error).run();
}

}  // namespace deforest::text
