#include "text/scopes/newtype_deriving.hpp"

#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>

#include "support/match.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

// A method, and what it takes and results in: `t` the type, `l` a list of it, `p` a pair of it, `r`
// a pair of another type and it, `.` another type.
struct DerivedMethod {
  std::string_view name;
  std::string_view signature;
};

std::span<const DerivedMethod> derivedMethods(std::string_view className) {
  static constexpr DerivedMethod num[] = {{"+", "ttt"},         {"-", "ttt"},  {"*", "ttt"},
                                          {"negate", "tt"},     {"abs", "tt"}, {"signum", "tt"},
                                          {"fromInteger", ".t"}};
  static constexpr DerivedMethod enumeration[] = {
      {"succ", "tt"},        {"pred", "tt"},
      {"toEnum", ".t"},      {"fromEnum", "t."},
      {"enumFrom", "tl"},    {"enumFromThen", "ttl"},
      {"enumFromTo", "ttl"}, {"enumFromThenTo", "tttl"}};
  static constexpr DerivedMethod bounded[] = {{"minBound", "t"}, {"maxBound", "t"}};
  static constexpr DerivedMethod real[] = {{"toRational", "t."}};
  static constexpr DerivedMethod fractional[] = {
      {"/", "ttt"}, {"recip", "tt"}, {"fromRational", ".t"}};
  static constexpr DerivedMethod integral[] = {
      {"quot", "ttt"},    {"rem", "ttt"},    {"div", "ttt"},     {"mod", "ttt"},
      {"quotRem", "ttp"}, {"divMod", "ttp"}, {"toInteger", "t."}};
  static constexpr DerivedMethod realFrac[] = {{"properFraction", "tr"},
                                               {"truncate", "t."},
                                               {"round", "t."},
                                               {"ceiling", "t."},
                                               {"floor", "t."}};
  static constexpr DerivedMethod floating[] = {
      {"pi", "t"},        {"exp", "tt"},   {"log", "tt"},  {"sqrt", "tt"}, {"**", "ttt"},
      {"logBase", "ttt"}, {"sin", "tt"},   {"cos", "tt"},  {"tan", "tt"},  {"asin", "tt"},
      {"acos", "tt"},     {"atan", "tt"},  {"sinh", "tt"}, {"cosh", "tt"}, {"tanh", "tt"},
      {"asinh", "tt"},    {"acosh", "tt"}, {"atanh", "tt"}};
  static constexpr DerivedMethod semigroup[] = {{"<>", "ttt"}};
  static constexpr DerivedMethod monoid[] = {{"mempty", "t"}};
  if (className == "Num") return num;
  if (className == "Enum") return enumeration;
  if (className == "Bounded") return bounded;
  if (className == "Real") return real;
  if (className == "Integral") return integral;
  if (className == "Fractional") return fractional;
  if (className == "RealFrac") return realFrac;
  if (className == "Floating") return floating;
  if (className == "Semigroup") return semigroup;
  if (className == "Monoid") return monoid;
  return {};
}

std::string constructorText(const SourceConstructor& constructor) {
  return constructor.name.starts_with(":") ? "(" + constructor.name + ")" : constructor.name;
}

std::string equationOf(const DerivedMethod& method, const SourceConstructor& constructor) {
  const std::string con = constructorText(constructor);
  const std::string qualified = std::string(ast::preludeQualifier) + "." + std::string(method.name);
  const bool symbolic = method.name.find_first_of("+-*/<") == 0;
  std::vector<std::string> patterns;
  std::vector<std::string> operands;
  for (std::size_t i = 0; i + 1 < method.signature.size(); ++i) {
    operands.push_back("x" + std::to_string(i));
    const bool wrapped = method.signature[i] == 't';
    patterns.push_back(wrapped ? "(" + con + " " + operands[i] + ")" : operands[i]);
  }
  std::string left(method.name);
  std::string value = qualified;
  if (symbolic) {
    left = patterns[0] + " " + left + " " + patterns[1];
    value = operands[0] + " " + qualified + " " + operands[1];
  } else {
    for (const std::string& pattern : patterns) left += " " + pattern;
    for (const std::string& operand : operands) value += " " + operand;
  }
  const char result = method.signature.back();
  if (result == 't' && patterns.empty()) {  // of each field
    std::string made = con;
    for (std::size_t i = 0; i < constructor.fields.size(); ++i) made += " " + value;
    value = made;
  } else if (result == 't') {
    value = con + " (" + value + ")";
  } else if (result == 'p' || result == 'r') {
    const std::string first = result == 'p' ? con + " q" : "q";
    value = "case " + value + " of (q, r) -> (" + first + ", " + con + " r)";
  } else if (result == 'l') {
    value = std::string(ast::preludeQualifier) + ".map " + con + " (" + value + ")";
  }
  return "  " + left + " = " + value + "\n";
}

}  // namespace

std::optional<std::string> instanceOfField(const TypeTable& types, const TypeCon& con,
                                           const std::string& className) {
  const std::span<const DerivedMethod> methods = derivedMethods(className);
  if (methods.empty() || con.constructors.size() != 1) return std::nullopt;
  const SourceConstructor& constructor = types.constructor(con.constructors[0]);
  if (constructor.fields.empty() || (!con.isNewtype && className != "Bounded")) return std::nullopt;
  std::string context;
  std::string type = con.name;
  for (std::size_t i = con.hidden; i < con.parameters.size(); ++i) {
    const TypeRef parameter = con.parameters[i];
    type += " " + parameter->name;
    const bool isField = std::ranges::any_of(constructor.fields, [&](const SourceField& field) {
      return types.prune(field.type) == types.prune(parameter);
    });
    if (isField) context += (context.empty() ? "" : ", ") + className + " " + parameter->name;
  }
  std::string text = "instance " + (context.empty() ? "" : "(" + context + ") => ") + className +
                     " (" + type + ") where\n";
  for (const DerivedMethod& method : methods) text += equationOf(method, constructor);
  return text;
}

namespace {

std::string textOf(const ast::TypeExpr& type) {
  const auto all = [](const std::vector<ast::TypeExpr>& types, std::string_view between) {
    std::string text;
    for (const ast::TypeExpr& each : types) {
      text += (text.empty() ? "" : std::string(between)) + textOf(each);
    }
    return text;
  };
  return support::match(
      type.node, [](const ast::TypeVariable& node) { return node.name; },
      [](const ast::TypeName& node) { return node.name; },
      [&](const ast::TypeApply& node) {
        return "(" + textOf(*node.head) + " " + all(node.arguments, " ") + ")";
      },
      [](const ast::TypeList& node) { return "[" + textOf(*node.element) + "]"; },
      [&](const ast::TypeTuple& node) { return "(" + all(node.elements, ", ") + ")"; },
      [](const ast::TypeArrow& node) {
        return "(" + textOf(*node.from) + " -> " + textOf(*node.to) + ")";
      },
      [](const ast::TypeForall& node) {
        std::string text = "(forall";
        for (const std::string& variable : node.variables) text += " " + variable;
        return text + ". " + textOf(*node.type) + ")";
      });
}

// A method's signature does not say how its values are those of the field.
struct NotByField {};

class ByField {
 public:
  ByField(const std::string& constructor, const std::string& variable)
      : constructor_(constructor), variable_(variable) {}

  // `value` is of the type for the field; the same for the newtype.
  std::string wrapped(const ast::TypeExpr& type, const std::string& value) {
    return converted(type, value, true);
  }
  std::string unwrapped(const ast::TypeExpr& type, const std::string& value) {
    return converted(type, value, false);
  }

 private:
  [[nodiscard]] bool isOfClass(const ast::TypeExpr& type) const {
    const auto* apply = std::get_if<ast::TypeApply>(&type.node);
    const auto* variable =
        std::get_if<ast::TypeVariable>(apply == nullptr ? &type.node : &apply->head->node);
    return variable != nullptr && variable->name == variable_;
  }

  [[nodiscard]] bool mentions(const ast::TypeExpr& type) const {
    const auto any = [&](const std::vector<ast::TypeExpr>& types) {
      return std::ranges::any_of(types, [&](const auto& each) { return mentions(each); });
    };
    if (isOfClass(type)) return true;
    return support::match(
        type.node, [](const ast::TypeVariable&) { return false; },
        [](const ast::TypeName&) { return false; },
        [&](const ast::TypeApply& node) { return any(node.arguments); },
        [&](const ast::TypeList& node) { return mentions(*node.element); },
        [&](const ast::TypeTuple& node) { return any(node.elements); },
        [&](const ast::TypeArrow& node) { return mentions(*node.from) || mentions(*node.to); },
        [&](const ast::TypeForall& node) { return mentions(*node.type); });
  }

  std::string converted(const ast::TypeExpr& type, const std::string& value, bool wraps) {
    if (!mentions(type)) return value;
    if (isOfClass(type)) {
      if (wraps) return "(" + constructor_ + " " + value + ")";
      const std::string inner = fresh();
      return "(case " + value + " of " + constructor_ + " " + inner + " -> " + inner + ")";
    }
    const std::string item = fresh();
    if (const auto* arrow = std::get_if<ast::TypeArrow>(&type.node)) {
      const std::string given = converted(*arrow->from, item, !wraps);
      return "(\\" + item + " -> " + converted(*arrow->to, "(" + value + " " + given + ")", wraps) +
             ")";
    }
    const ast::TypeExpr* within = nullptr;
    if (const auto* list = std::get_if<ast::TypeList>(&type.node)) within = list->element.get();
    const auto* apply = std::get_if<ast::TypeApply>(&type.node);
    if (apply != nullptr && std::none_of(apply->arguments.begin(), apply->arguments.end() - 1,
                                         [&](const auto& each) { return mentions(each); })) {
      within = &apply->arguments.back();
    }
    if (within == nullptr) throw NotByField{};
    return "(" + std::string(ast::preludeQualifier) + ".fmap (\\" + item + " -> " +
           converted(*within, item, wraps) + ") " + value + ")";
  }

  std::string fresh() { return "y" + std::to_string(next_++); }

  const std::string& constructor_;
  const std::string& variable_;
  std::size_t next_ = 0;
};

// What is made of other methods of the Prelude's classes.
bool hasDefault(std::string_view method) {
  constexpr std::string_view names[] = {"liftA3", "liftA4", "liftA5", "many", "some", "return"};
  return std::ranges::find(names, method) != std::end(names);
}

}  // namespace

std::optional<std::string> instanceByField(const TypeTable& types, const TypeCon& con,
                                           const ast::ClassDeclaration& declared,
                                           const std::vector<ast::TypeExpr>& others,
                                           std::size_t missing, std::string_view qualifier,
                                           const std::string& context) {
  if (!con.isNewtype || con.constructors.size() != 1 || missing > con.parameters.size()) {
    return std::nullopt;
  }
  std::string type = con.name;
  for (std::size_t i = con.hidden; i + missing < con.parameters.size(); ++i) {
    type += " " + con.parameters[i]->name;
  }
  std::string text = "instance " + context + declared.name;
  for (std::size_t i = 0; i <= others.size(); ++i) {
    if (i == declared.place) text += " (" + type + ")";
    if (i < others.size()) text += " " + textOf(others[i]);
  }
  text += " where\n";
  const std::string constructor = constructorText(types.constructor(con.constructors[0]));
  ByField byField(constructor, declared.variable);
  try {
    for (const ast::Declaration& declaration : declared.declarations) {
      const auto* signature = std::get_if<ast::Signature>(&declaration.node);
      if (signature == nullptr) continue;
      for (const std::string& name : signature->names) {
        if (!qualifier.empty() && hasDefault(name)) continue;
        const bool symbolic =
            !(std::isalpha(static_cast<unsigned char>(name[0])) || name[0] == '_');
        const std::string written = symbolic ? "(" + name + ")" : name;
        std::string left = written;
        std::string value =
            symbolic ? "(" + std::string(qualifier) + name + ")" : std::string(qualifier) + name;
        const ast::TypeExpr* rest = &signature->type;
        for (int i = 0; std::holds_alternative<ast::TypeArrow>(rest->node); ++i) {
          const auto& arrow = std::get<ast::TypeArrow>(rest->node);
          const std::string parameter = "x" + std::to_string(i);
          left += " " + parameter;
          value += " " + byField.unwrapped(*arrow.from, parameter);
          rest = arrow.to.get();
        }
        text += "  " + left + " = " + byField.wrapped(*rest, "(" + value + ")") + "\n";
      }
    }
  } catch (const NotByField&) {
    return std::nullopt;
  }
  return text;
}

}  // namespace deforest::text
