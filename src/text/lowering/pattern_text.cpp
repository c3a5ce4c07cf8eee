#include "text/lowering/pattern_text.hpp"

#include <optional>
#include <span>
#include <utility>

#include "support/match.hpp"
#include "support/utf8.hpp"
#include "text/scopes/shown_name.hpp"

namespace deforest::text {
namespace {

// How tightly what is around a pattern holds: what holds less tightly needs parentheses.
enum class Around { Nothing, Operator, Application };

class Writer {
 public:
  explicit Writer(const resolved::Module& module) : module_(module) {}

  std::string text(const resolved::Pattern& pattern, Around around) const {
    return support::match(
        pattern.node, [](const resolved::WildcardPattern&) { return std::string("_"); },
        [&](const resolved::VariablePattern& variable) { return name(variable.local); },
        [&](const resolved::AsPattern& as) {
          return name(as.local) + "@" + text(*as.pattern, Around::Application);
        },
        [&](const resolved::LiteralPattern& literal) { return this->literal(literal.literal); },
        [&](const resolved::ConstructorPattern& made) { return constructed(made, around); },
        [&](const resolved::ViewPattern& view) { return text(*view.pattern, around); },
        [&](const resolved::UnboxedPattern& tuple) {
          return "(# " + separated(tuple.elements) + " #)";
        });
  }

 private:
  std::string name(LocalId local) const { return shownName(module_.local(local).name); }

  std::string constructed(const resolved::ConstructorPattern& pattern, Around around) const {
    const SourceConstructor& constructor = module_.types.constructor(pattern.con);
    const TypeShape shape = module_.types.con(constructor.type).shape;
    if (shape == TypeShape::Tuple) return "(" + separated(pattern.arguments) + ")";
    if (pattern.con == module_.types.nilCon) return "[]";
    if (pattern.con == module_.types.consCon) {
      if (const auto elements = listed(pattern)) return "[" + *elements + "]";
    }
    const std::string called = shownName(constructor.name);
    const bool symbol = called[0] == ':';
    if (pattern.arguments.size() == 2 && (symbol || constructor.infix)) {
      const auto operand = [&](const resolved::Pattern& argument, bool last) {
        const bool chain = last && pattern.con == module_.types.consCon;
        return text(argument, chain ? Around::Nothing : Around::Operator);
      };
      return enclosed(operand(pattern.arguments[0], false) + " " +
                          (symbol ? called : "`" + called + "`") + " " +
                          operand(pattern.arguments[1], true),
                      around != Around::Nothing);
    }
    std::string result = symbol ? "(" + called + ")" : called;
    for (const resolved::Pattern& argument : pattern.arguments) {
      result += " " + text(argument, Around::Application);
    }
    return enclosed(std::move(result), !pattern.arguments.empty() && around == Around::Application);
  }

  // The elements of cells that end in an empty list.
  std::optional<std::string> listed(const resolved::ConstructorPattern& cell) const {
    std::string result = text(cell.arguments[0], Around::Nothing);
    const auto* rest = std::get_if<resolved::ConstructorPattern>(&cell.arguments[1].node);
    if (rest == nullptr) return std::nullopt;
    if (rest->con == module_.types.nilCon) return result;
    const auto others = listed(*rest);
    if (!others) return std::nullopt;
    return result + ", " + *others;
  }

  std::string separated(std::span<const resolved::Pattern> patterns) const {
    std::string result;
    for (const resolved::Pattern& pattern : patterns) {
      result += (result.empty() ? "" : ", ") + text(pattern, Around::Nothing);
    }
    return result;
  }

  static std::string literal(const resolved::Literal& literal) {
    return support::match(
        literal,
        [](const resolved::NumberLiteral& number) {
          return (number.negative ? "-" : "") + number.digits;
        },
        [](const resolved::CharLiteral& character) {
          std::string text = "'";
          support::appendUtf8(text, character.value);
          return text + "'";
        },
        [](const resolved::StringLiteral& string) {
          std::string text = "\"";
          for (const char32_t character : string.value) support::appendUtf8(text, character);
          return text + "\"";
        });
  }

  static std::string enclosed(std::string text, bool parentheses) {
    return parentheses ? "(" + text + ")" : text;
  }

  const resolved::Module& module_;
};

}  // namespace

std::string patternText(const resolved::Module& module, const resolved::Pattern& pattern) {
  return Writer(module).text(pattern, Around::Nothing);
}

}  // namespace deforest::text
