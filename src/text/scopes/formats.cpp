// `printf`. The format is a literal and read here: what is left are texts one behind the other, and
// a call of the Prelude's for each conversion (prelude/format_source.cpp), which says by its type
// what may be converted so.
//
//     printf "%s: %5d\n" name n     =>     name ++ ": " ++ printf_5d n ++ "\n"
//
//     printf_5d x = printfWhole 0 5 "" (-1) x        made here; `printf "%5d"` for Haskell
//
// With fewer arguments than the format takes it is a function of the others.
#include <cctype>

#include "support/check.hpp"
#include "text/parsing/parser.hpp"
#include "text/scopes/inside.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

std::size_t argumentsOf(const std::vector<FormatPiece>& pieces) {
  std::size_t count = 0;
  for (const FormatPiece& piece : pieces) count += piece.arguments();
  return count;
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
        const auto text = [&] { return formatted(*pieces, 0, own.data(), nameSpan); };
        if (!module_.hasWorlds) {
          inner = text();
        } else {
          printedOrText(text, inner);
        }
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
    return piece.conversion == 0 ? textLiteral(piece.text, span) : converted(piece, next, span);
  };
  if (from + 1 == pieces.size()) return first();
  Term made = open(span);
  const FunctionId append = preludeFunction("append");
  noteFunction(append, made.begin);
  std::vector<Term> parts;
  parts.push_back(first());
  parts.push_back(formatted(pieces, from + 1, next + piece.arguments(), span));
  made.node = resolved::FunctionCall{append, std::move(parts), {}};
  return close(std::move(made));
}

// The function of the Prelude's kind that does a conversion.
FunctionId Resolver::formatFunction(const FormatPiece& piece) {
  std::string name = "printf";
  for (const char c : piece.written()) {
    name += c == '-'   ? "left"
            : c == '+' ? "plus"
            : c == ' ' ? "blank"
            : c == '#' ? "prefix"
            : c == '*' ? "given"
                       : "";
    if (c == '%' || c == '.') name += '_';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  }
  if (const auto known = prelude_.find(name); known != prelude_.end()) return known->second;
  const Inside inside(*this, nullptr);
  readPrelude();
  support::Result<ast::Module> parsed = parseModule(conversionSource(piece, name));
  support::check(parsed.ok(), "a conversion of a format does not parse");
  derived_.push_back(std::move(*parsed));
  const Definitions definitions = definitionsIn(derived_.back());
  const Equations& equations = definitions.equations.at(name);
  const FunctionId id = declareFunction(equations, definitions.signatures, {});
  prelude_.emplace(name, id);
  preludeWork_.emplace_back(id, equations);
  module_.formats.emplace(id, piece.written());
  return id;
}

Term Resolver::converted(const FormatPiece& piece, const Operand* values, Span span) {
  const Operand& value = *values;
  const char kind = piece.conversion;
  if (kind == 's' && piece.isPlain()) return operand(value);
  Term made = open(span);
  const auto call = [&](FunctionId function) {
    noteFunction(function, made.begin);
    made.node = resolved::FunctionCall{function, {}, {}};
    return &std::get<resolved::FunctionCall>(made.node).arguments;
  };
  if (piece.isPlain() && (kind == 'd' || kind == 'i')) {
    call(preludeFunction("printfShown"))->push_back(operand(value));
    return close(std::move(made));
  }
  const bool fraction = kind == 'f' || kind == 'e' || kind == 'g';
  const bool given = piece.widthGiven || piece.precisionGiven;
  if (fraction && piece.width == 0 && piece.sign.empty() && !given) {
    std::vector<Term>* arguments = call(preludeFunction(kind == 'f'   ? "showFFloat"
                                                        : kind == 'e' ? "showEFloat"
                                                                      : "showGFloat"));
    Term precision = open(span);
    resolved::ConstructTerm places{module_.types.nothingCon, {}};
    if (piece.precision >= 0) {
      places.con = module_.types.justCon;
      Term literal = open(span);
      literal.node = resolved::LiteralTerm{
          resolved::NumberLiteral{std::to_string(piece.precision), false, false}};
      places.fields.push_back(close(std::move(literal)));
    }
    precision.node = std::move(places);
    arguments->push_back(close(std::move(precision)));
    arguments->push_back(operand(value));
    arguments->push_back(textLiteral({}, span));
    return close(std::move(made));
  }
  std::vector<Term>* arguments = call(formatFunction(piece));
  for (std::size_t i = 0; i < piece.arguments(); ++i) arguments->push_back(operand(values[i]));
  return close(std::move(made));
}

}  // namespace deforest::text
