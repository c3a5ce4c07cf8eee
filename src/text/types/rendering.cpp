// Types as Haskell writes them.
#include <algorithm>

#include "text/types/types.hpp"

namespace deforest::text {
namespace {

// Names the variables of one type in order of occurrence.
class TypeRenderer {
 public:
  explicit TypeRenderer(const TypeTable& types) : types_(types) {}

  std::string render(TypeRef type, bool argument) {
    if (++nodes_ > 400) return "...";
    type = types_.prune(type);
    if (!type->con.valid()) return variable(type);
    if (type->con == types_.applyCon) return applied(type, argument);
    if (type->arguments.size() < types_.con(type->con).parameters.size()) {
      return partial(type, argument);
    }
    const TypeCon& head = types_.con(type->con);
    switch (head.shape) {
      case TypeShape::List:
        return types_.prune(type->arguments[0])->con == types_.charCon
                   ? "String"
                   : "[" + render(type->arguments[0], false) + "]";
      case TypeShape::Tuple:
        return "(" + commas(type->arguments) + ")";
      case TypeShape::Unboxed:
        return "(# " + commas(type->arguments) + " #)";
      case TypeShape::Function: {
        const bool nested = types_.isArrow(type->arguments[0]);
        const std::string from = render(type->arguments[0], false);
        const std::string arrow =
            (nested ? "(" + from + ")" : from) + " -> " + render(type->arguments[1], false);
        return argument ? "(" + arrow + ")" : arrow;
      }
      case TypeShape::Scalar:
      case TypeShape::Data:
      case TypeShape::Builtin:
      case TypeShape::Library:
        break;
    }
    if (const std::string number = natural(type); !number.empty()) return number;
    if (type->arguments.size() == head.hidden) return head.name;
    std::string text = head.name;
    for (std::size_t i = head.hidden; i < type->arguments.size(); ++i) {
      text += " " + render(type->arguments[i], true);
    }
    return argument ? "(" + text + ")" : text;
  }

 private:
  std::string commas(const std::vector<TypeRef>& parts) {
    std::string text;
    for (const TypeRef part : parts) text += (text.empty() ? "" : ", ") + render(part, false);
    return text;
  }

  // The number that the type stands for (prelude/type_naturals_source.cpp); empty: none.
  std::string natural(TypeRef type) const {
    std::string digits;
    for (; type->arguments.size() == 1; type = types_.prune(type->arguments[0])) {
      const std::string& name = types_.con(type->con).name;
      if (name.size() != 6 || !name.starts_with("Digit")) return {};
      digits.insert(digits.begin(), name.back());
      if (!types_.prune(type->arguments[0])->con.valid()) return {};
    }
    if (types_.con(type->con).name != "NoDigit") return {};
    return digits.empty() ? "0" : digits;
  }

  std::string applied(TypeRef type, bool argument) {
    const std::string text =
        render(type->arguments[0], false) + " " + render(type->arguments[1], true);
    return argument ? "(" + text + ")" : text;
  }

  // A type constructor: `Maybe`, `Either e`, `(,) a`.
  std::string partial(TypeRef type, bool argument) {
    const TypeCon& head = types_.con(type->con);
    std::string text = head.shape == TypeShape::Function ? "(->)" : head.name;
    for (const TypeRef part : type->arguments) text += " " + render(part, true);
    return argument && !type->arguments.empty() ? "(" + text + ")" : text;
  }

  std::string variable(TypeRef type) {
    if (type->rigid && !type->name.empty()) return type->name;
    if ((type->classes & numberClasses) != 0) {
      return "a number";
    }
    const auto found = std::ranges::find(variables_, type);
    const auto index = static_cast<std::size_t>(found - variables_.begin());
    if (found == variables_.end()) variables_.push_back(type);
    const std::string letter(1, static_cast<char>('a' + index % 26));
    return index < 26 ? letter : letter + std::to_string(index / 26);
  }

  const TypeTable& types_;
  std::vector<TypeRef> variables_;
  std::size_t nodes_ = 0;
};

}  // namespace

std::string TypeTable::render(TypeRef type) const {
  return TypeRenderer(*this).render(type, false);
}

std::string TypeTable::renderArgument(TypeRef type) const {
  return TypeRenderer(*this).render(type, true);
}

}  // namespace deforest::text
