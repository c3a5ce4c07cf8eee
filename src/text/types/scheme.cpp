// Reads the schemes of builtins: `Num a, Integral b: a (a, b) -> b`.
#include <cctype>
#include <map>

#include "support/check.hpp"
#include "text/types/machine.hpp"

namespace deforest::text {
namespace {

class SchemeReader {
 public:
  SchemeReader(TypeTable& types, std::string_view scheme, unsigned level)
      : types_(types), rest_(scheme), level_(level) {}

  std::vector<TypeRef> read() {
    if (const auto colon = rest_.find(':'); colon != std::string_view::npos) {
      readContexts(rest_.substr(0, colon));
      rest_.remove_prefix(colon + 1);
    }
    std::vector<TypeRef> parts;
    while (true) {
      skipBlanks();
      if (rest_.starts_with("->")) {
        rest_.remove_prefix(2);
        parts.push_back(readType());
        return parts;
      }
      parts.push_back(readType());
    }
  }

  [[nodiscard]] const std::vector<TypeRef>& variables() const { return order_; }

 private:
  void skipBlanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == ',')) rest_.remove_prefix(1);
  }

  std::string_view word(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && std::isalpha(static_cast<unsigned char>(text[length])) != 0) {
      ++length;
    }
    support::check(length > 0, "a scheme that cannot be read");
    const std::string_view found = text.substr(0, length);
    text.remove_prefix(length);
    return found;
  }

  void readContexts(std::string_view text) {
    while (!text.empty()) {
      const auto known = classNamed(word(text));
      support::check(known.has_value() && text.starts_with(" "), "a context that cannot be read");
      text.remove_prefix(1);
      variable(word(text))->classes |= classSet(*known);
      while (!text.empty() && (text[0] == ' ' || text[0] == ',')) text.remove_prefix(1);
    }
  }

  TypeRef variable(std::string_view name) {
    TypeRef& found = variables_[std::string(name)];
    if (found == nullptr) {
      found = types_.fresh(level_);
      order_.push_back(found);
    }
    return found;
  }

  TypeRef readType() {
    skipBlanks();
    if (rest_.starts_with("(")) {
      rest_.remove_prefix(1);
      std::vector<TypeRef> elements;
      while (!rest_.starts_with(")")) {
        elements.push_back(readType());
        skipBlanks();
      }
      rest_.remove_prefix(1);
      const TypeConId con = types_.tupleCon(elements.size());
      return types_.apply(con, std::move(elements));
    }
    if (rest_.starts_with("[")) {
      rest_.remove_prefix(1);
      const TypeRef element = readType();
      rest_.remove_prefix(1);
      return types_.list(element);
    }
    const std::string_view name = word(rest_);
    if (std::islower(static_cast<unsigned char>(name[0])) != 0) return variable(name);
    if (name == "String") return types_.list(types_.apply(types_.charCon));
    for (const TypeConId con : {types_.intCon, types_.floatCon, types_.charCon, types_.boolCon,
                                types_.integerCon, types_.orderingCon}) {
      if (types_.con(con).name == name) return types_.apply(con);
    }
    support::fail("a type in a scheme that cannot be read");
  }

  TypeTable& types_;
  std::string_view rest_;
  unsigned level_;
  std::map<std::string, TypeRef> variables_;
  std::vector<TypeRef> order_;
};

}  // namespace

std::vector<TypeRef> instantiateScheme(TypeTable& types, std::string_view scheme, unsigned level,
                                       std::vector<TypeRef>* variables) {
  SchemeReader reader(types, scheme, level);
  std::vector<TypeRef> read = reader.read();
  if (variables != nullptr) *variables = reader.variables();
  return read;
}

}  // namespace deforest::text
