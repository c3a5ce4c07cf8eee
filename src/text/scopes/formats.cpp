// `printf`. The format is a literal and read here: what is left are texts one behind the other, and
// a call of the Prelude's for each conversion (prelude/format_source.cpp), which says by its type
// what may be converted so.
//
//     printf "%s: %5d\n" name n     =>     name ++ ": " ++ printfWhole 0 5 "" (-1) n ++ "\n"
//
// With fewer arguments than the format takes it is a function of the others.
#include <algorithm>

#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

std::size_t argumentsOf(const std::vector<FormatPiece>& pieces) {
  return static_cast<std::size_t>(std::ranges::count_if(
      pieces, [](const FormatPiece& piece) { return piece.conversion != 0; }));
}

}  // namespace

// The text of a literal, or of several with `++` between them.
std::optional<std::u32string> Resolver::literalText(const ast::Expr& source) {
  if (const auto* literal = std::get_if<ast::LiteralExpr>(&source.node)) {
    const auto* text = std::get_if<ast::StringLiteral>(&literal->literal);
    return text == nullptr ? std::nullopt : std::optional(text->value);
  }
  const auto* apply = std::get_if<ast::Apply>(&source.node);
  if (apply == nullptr || apply->arguments.size() != 2) return std::nullopt;
  if (!isPreludeName(*apply->function, "++")) return std::nullopt;
  std::optional<std::u32string> first = literalText(apply->arguments[0]);
  const std::optional<std::u32string> second = literalText(apply->arguments[1]);
  if (!first || !second) return std::nullopt;
  return *first + *second;
}

// Whether it is a call of `printf`.
bool Resolver::isFormatted(const ast::Expr& source) {
  const Spine spine = spineOf(source, {});
  return spine.section.empty() && !spine.operands.empty() && isPreludeName(*spine.head, "printf");
}

// None: it has been reported why not.
std::optional<std::vector<FormatPiece>> Resolver::formatOf(Span nameSpan,
                                                           const Operands& operands) {
  if (source_.keepsOpaque) {
    reporter_.error(nameSpan, "formats of `printf` stay as they are written");
    return std::nullopt;
  }
  const ast::Expr* source =
      operands.empty() || !operands[0].arguments.empty() ? nullptr : operands[0].expr;
  const std::optional<std::u32string> format =
      source == nullptr ? std::nullopt : literalText(*source);
  if (!format) {
    reporter_.error(source == nullptr ? nameSpan : source->span,
                    "the format of `printf` is computed, which is not supported",
                    "write it as a literal: `printf \"%d\\n\" n`");
    return std::nullopt;
  }
  std::optional<FormatError> error;
  std::vector<FormatPiece> pieces = formatPieces(*format, error);
  if (error) {
    reporter_.error(source->span, error->what, error->hint);
    return std::nullopt;
  }
  const std::size_t wanted = argumentsOf(pieces);
  if (operands.size() > wanted + 1) {
    reporter_.error(source->span,
                    "this format takes " + counted(wanted, "argument") +
                        ", and `printf` is given " + std::to_string(operands.size() - 1),
                    "drop what is too much, or convert it in the format");
    return std::nullopt;
  }
  return pieces;
}

void Resolver::applyFormat(Span nameSpan, const Operands& operands, Term& shell) {
  const std::optional<std::vector<FormatPiece>> pieces = formatOf(nameSpan, operands);
  if (!pieces) {
    resolveOperands(operands);
    return;
  }
  const Operands arguments(operands.begin() + 1, operands.end());
  applyExactly(
      argumentsOf(*pieces), nameSpan, arguments,
      [&](const Operands& own, Term& inner) {
        inner = formatted(*pieces, 0, own.data(), nameSpan);
      },
      shell);
}

// As a line that is printed.
Term Resolver::formatText(const Operands& operands, Span span) {
  const std::optional<std::vector<FormatPiece>> pieces = formatOf(span, operands);
  if (!pieces) {
    resolveOperands(operands);
    return close(open(span));
  }
  const std::size_t wanted = argumentsOf(*pieces);
  if (operands.size() < wanted + 1) {
    reporter_.error(operands[0].expr->span,
                    "this format takes " + counted(wanted, "argument") +
                        ", and `printf` is given " + std::to_string(operands.size() - 1),
                    "give it what it converts");
    resolveOperands(operands);
    return close(open(span));
  }
  return formatted(*pieces, 0, operands.data() + 1, span);
}

Term Resolver::formatted(const std::vector<FormatPiece>& pieces, std::size_t from,
                         const Operand* next, Span span) {
  if (from == pieces.size()) return textLiteral({}, span);
  const FormatPiece& piece = pieces[from];
  const auto first = [&] {
    return piece.conversion == 0 ? textLiteral(piece.text, span) : converted(piece, *next, span);
  };
  if (from + 1 == pieces.size()) return first();
  Term made = open(span);
  const FunctionId append = preludeFunction("append");
  noteFunction(append, made.begin);
  std::vector<Term> parts;
  parts.push_back(first());
  parts.push_back(formatted(pieces, from + 1, piece.conversion == 0 ? next : next + 1, span));
  made.node = resolved::FunctionCall{append, std::move(parts), {}};
  return close(std::move(made));
}

Term Resolver::converted(const FormatPiece& piece, const Operand& value, Span span) {
  const char kind = piece.conversion;
  if (kind == 's' && piece.isPlain()) return operand(value);
  const bool isUpper = kind == 'F' || kind == 'E' || kind == 'G';
  Term made = open(span);
  const auto call = [&](std::string_view function) {
    const FunctionId id = preludeFunction(function);
    noteFunction(id, made.begin);
    made.node = resolved::FunctionCall{id, {}, {}};
    return &std::get<resolved::FunctionCall>(made.node).arguments;
  };
  if (isUpper) {
    FormatPiece lower = piece;
    lower.conversion = kind == 'F' ? 'f' : kind == 'E' ? 'e' : 'g';
    call("printfUpper")->push_back(converted(lower, value, span));
    return close(std::move(made));
  }
  if (piece.isPlain() && (kind == 'd' || kind == 'i')) {
    call("printfShown")->push_back(operand(value));
    return close(std::move(made));
  }
  const auto number = [&](int n) {
    Term literal = open(span);
    literal.node = resolved::LiteralTerm{
        resolved::NumberLiteral{std::to_string(n < 0 ? -n : n), false, n < 0}};
    return close(std::move(literal));
  };
  const auto truth = [&](bool b) {
    Term constant = open(span);
    constant.node = resolved::ConstructTerm{b ? module_.types.trueCon : module_.types.falseCon, {}};
    return close(std::move(constant));
  };
  // Zeros would fill what the precision leaves.
  const bool whole = kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' ||
                     kind == 'o' || kind == 'b';
  const int fill = whole && piece.precision >= 0 && piece.fill == 2 ? 0 : piece.fill;
  std::vector<Term>* arguments = nullptr;
  const auto start = [&](std::string_view function) {
    arguments = call(function);
    arguments->push_back(number(fill));
    arguments->push_back(number(piece.width));
  };
  switch (kind) {
    case 'd':
    case 'i':
      start("printfWhole");
      arguments->push_back(textLiteral(piece.sign, span));
      arguments->push_back(number(piece.precision));
      break;
    case 'x':
    case 'X':
    case 'o':
    case 'b':
    case 'u': {
      start("printfUnsigned");
      const int base = kind == 'u' ? 10 : kind == 'o' ? 8 : kind == 'b' ? 2 : 16;
      arguments->push_back(number(base));
      const std::u32string before = kind == 'x'   ? U"0x"
                                    : kind == 'X' ? U"0X"
                                    : kind == 'b' ? U"0b"
                                                  : U"0";
      arguments->push_back(textLiteral(piece.prefixed ? before : U"", span));
      arguments->push_back(number(piece.precision));
      arguments->push_back(truth(kind == 'X'));
      break;
    }
    case 'c':
      start("printfChar");
      break;
    case 's':
      start("printfText");
      arguments->push_back(number(piece.precision));
      break;
    default: {
      const std::string_view function = kind == 'f'   ? "printfFixed"
                                        : kind == 'e' ? "printfExponent"
                                        : kind == 'g' ? "printfGeneral"
                                                      : "printfValue";
      start(function);
      arguments->push_back(textLiteral(piece.sign, span));
      arguments->push_back(number(piece.precision));
      break;
    }
  }
  arguments->push_back(operand(value));
  return close(std::move(made));
}

}  // namespace deforest::text
