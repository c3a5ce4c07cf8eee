#include "text/scopes/newtype_deriving.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

// A method, and what it takes and results in: `t` the type, `l` a list of it, `.` another type.
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
  static constexpr DerivedMethod semigroup[] = {{"<>", "ttt"}};
  static constexpr DerivedMethod monoid[] = {{"mempty", "t"}};
  if (className == "Num") return num;
  if (className == "Enum") return enumeration;
  if (className == "Bounded") return bounded;
  if (className == "Real") return real;
  if (className == "Fractional") return fractional;
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
  for (const TypeRef parameter : con.parameters) {
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

}  // namespace deforest::text
