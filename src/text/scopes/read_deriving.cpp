// Instances of `Read` that are derived.
#include "text/scopes/read_deriving.hpp"

#include <algorithm>

#include "support/operator_symbols.hpp"
#include "text/parsing/ast.hpp"
#include "text/scopes/shown_name.hpp"

namespace deforest::text {
namespace {

constexpr int ofApplication = 10;
constexpr int ofRecords = 11;

std::string preludeName(std::string_view name) {
  return std::string(ast::preludeQualifier) + "." + std::string(name);
}

std::string inQuotes(std::string_view text) {
  std::string made = "\"";
  for (const char c : text) made += (c == '\\' ? "\\" : "") + std::string(1, c);
  return made + "\"";
}

bool isWord(std::string_view name) {
  return !name.empty() && support::operatorSymbols.find(name[0]) == std::string_view::npos;
}

// The parses of one constructor: a comprehension that goes through the text from left to right.
class ConstructorReader {
 public:
  explicit ConstructorReader(const SourceConstructor& constructor) : source_(constructor) {}

  std::string made(const std::map<std::string, int>& precedences) {
    const std::string name = shownName(source_.name);
    const std::size_t count = source_.fields.size();
    if (count == 0) {
      word(name);
      return parses(0);
    }
    if (source_.infix && count == 2) {
      const auto declared = precedences.find(name);
      const int own = declared == precedences.end() ? 9 : declared->second;
      field(own + 1);
      between(name);
      field(own + 1);
      return parses(own);
    }
    word(name);
    if (source_.fields[0].label.empty()) {
      for (std::size_t i = 0; i < count; ++i) field(ofApplication + 1);
      return parses(ofApplication);
    }
    mark("{");
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) mark(",");
      word(shownName(source_.fields[i].label));
      step(preludeName("readSymbol") + " \"=\"");
      field(0);
    }
    mark("}");
    return parses(ofRecords);
  }

 private:
  [[nodiscard]] std::string rest() const {
    return steps_ == 0 ? "t" : "r" + std::to_string(steps_ - 1);
  }

  void add(const std::string& pattern, const std::string& parses) {
    const std::string from = rest();
    ++steps_;
    text_ += (steps_ == 1 ? " | " : ", ") +
             (pattern.empty() ? rest() : "(" + pattern + ", " + rest() + ")") + " <- " + parses +
             " " + from;
  }
  void step(const std::string& parses) { add("", parses); }
  void mark(const std::string& c) { step(preludeName("readMark") + " '" + c + "'"); }
  void field(int precedence) {
    add("x" + std::to_string(fields_++),
        preludeName("readsPrec") + " " + std::to_string(precedence));
  }

  // A name by itself: an operator stands in parentheses.
  void word(const std::string& name) {
    if (isWord(name)) return step(preludeName("readWord") + " " + inQuotes(name));
    mark("(");
    step(preludeName("readSymbol") + " " + inQuotes(name));
    mark(")");
  }

  // A name between two operands: a word stands in backquotes.
  void between(const std::string& name) {
    if (!isWord(name)) return step(preludeName("readSymbol") + " " + inQuotes(name));
    mark("`");
    step(preludeName("readWord") + " " + inQuotes(name));
    mark("`");
  }

  [[nodiscard]] std::string parses(int precedence) const {
    std::string value = isWord(source_.name) ? source_.name : "(" + source_.name + ")";
    for (std::size_t i = 0; i < fields_; ++i) value += " x" + std::to_string(i);
    const std::string all = "[(" + value + ", " + rest() + ")" + text_ + "]";
    if (precedence == 0 && fields_ == 0) return all;
    return "(if p " + preludeName(">") + " " + std::to_string(precedence) + " then [] else " + all +
           ")";
  }

  const SourceConstructor& source_;
  std::string text_;
  std::size_t steps_ = 0;
  std::size_t fields_ = 0;
};

}  // namespace

std::set<TypeConId> readableTypes(const TypeTable& types, const std::vector<TypeConId>& declared,
                                  Classes reads) {
  std::set<TypeConId> found;
  for (const TypeConId id : declared) {
    const TypeCon& con = types.con(id);
    const bool derives = std::ranges::find(con.deriving, "Read") != con.deriving.end();
    if (derives && con.hidden == 0) found.insert(id);
  }
  const auto isReadable = [&](auto&& self, TypeRef type) -> bool {
    type = types.prune(type);
    if (!type->con.valid()) return true;
    const TypeCon& con = types.con(type->con);
    const bool head =
        found.contains(type->con) || (con.instances & reads) != 0 || con.narrow.contains(reads);
    return head && type->con != types.applyCon &&
           std::ranges::all_of(type->arguments, [&](TypeRef part) { return self(self, part); });
  };
  const auto hasUnreadable = [&](TypeConId id) {
    return std::ranges::any_of(types.con(id).constructors, [&](ConId constructor) {
      return std::ranges::any_of(
          types.constructor(constructor).fields,
          [&](const SourceField& field) { return !isReadable(isReadable, field.type); });
    });
  };
  while (std::erase_if(found, hasUnreadable) > 0) {
  }
  return found;
}

std::string readInstance(const TypeTable& types, const TypeCon& con,
                         const std::map<std::string, int>& precedences) {
  std::string context;
  std::string type = con.name;
  for (const TypeRef parameter : con.parameters) {
    context += (context.empty() ? "(Read " : ", Read ") + parameter->name;
    type += " " + parameter->name;
  }
  const std::string head =
      "instance " + (context.empty() ? "" : context + ") => ") + "Read (" + type + ") where\n";
  const bool enumeration =
      con.parameters.empty() && std::ranges::all_of(con.constructors, [&](ConId id) {
        return types.constructor(id).fields.empty() && isWord(types.constructor(id).name);
      });
  if (enumeration) {
    std::string known;
    for (const ConId id : con.constructors) {
      const std::string& name = types.constructor(id).name;
      known += (known.empty() ? "(" : ", (") + inQuotes(shownName(name)) + ", " + name + ")";
    }
    return head + "  readsPrec _ s = " + preludeName("maybeToList") + " (" +
           preludeName("constructorFrom") + " [" + known + "] s)\n";
  }
  std::string all;
  for (const ConId id : con.constructors) {
    if (!all.empty()) all += " " + preludeName("++") + " ";
    all += ConstructorReader(types.constructor(id)).made(precedences);
  }
  return head + "  readsPrec d s = " + preludeName("readOperand") + " (\\p t -> " + all + ") d s\n";
}

}  // namespace deforest::text
