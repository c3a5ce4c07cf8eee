// Functions that show values. A list is shown by a loop, everything else by recursion.
#include <algorithm>
#include <map>
#include <sstream>

#include "backends/cpp/function.hpp"
#include "backends/cpp/show_array.hpp"
#include "backends/cpp/types.hpp"
#include "ir/library_calls.hpp"
#include "text/printing/lexicon.hpp"

namespace deforest::backends {
namespace {

using ir::CtorId;
using ir::TypeId;
using ir::TypeKind;

constexpr int applicationPrecedence = 10;
constexpr int defaultPrecedence = 9;

// The precedences that the module declares for operators.
std::map<std::string, int> precedences(const ir::Program& program) {
  std::map<std::string, int> found;
  for (std::string declaration : program.module.types) {
    std::replace_if(
        declaration.begin(), declaration.end(), [](char c) { return c == ',' || c == '`'; }, ' ');
    std::istringstream words(declaration);
    std::string word;
    words >> word;
    if (word != "infixl" && word != "infixr" && word != "infix") continue;
    int precedence = defaultPrecedence;
    while (words >> word) {
      if (word.size() == 1 && word[0] >= '0' && word[0] <= '9') {
        precedence = word[0] - '0';
      } else {
        found[word] = precedence;
      }
    }
  }
  return found;
}

class Shower {
 public:
  Shower(const ir::Program& program, const CppLayout& layout, std::string prefix, CppText& out)
      : program_(program),
        layout_(layout),
        prefix_(std::move(prefix)),
        precedences_(precedences(program)),
        out_(out),
        wanted_(program.types.size()) {}

  void run(const std::vector<TypeId>& types) {
    for (const TypeId type : types) want(type);
    for (const TypeId type : order_) out_.line(head(type, false) + ";");
    if (!order_.empty()) out_.blank();
    for (const TypeId type : order_) define(type);
  }

 private:
  void want(TypeId id) {
    if (wanted_[id.value] || program_.type(id).kind != TypeKind::Data) return;
    wanted_[id.value] = true;
    for (const CtorId ctor : program_.type(id).constructors) {
      for (const auto& field : program_.constructor(ctor).fields) want(field.type);
    }
    order_.push_back(id);
  }

  // Whether the text of the type's values depends on the precedence of the context.
  [[nodiscard]] bool usesPrecedence(TypeId id) const {
    const ir::Type& type = program_.type(id);
    if (type.shape == ir::DataShape::Library) return true;
    if (type.shape == ir::DataShape::List || type.shape == ir::DataShape::Tuple) return false;
    return std::any_of(type.constructors.begin(), type.constructors.end(),
                       [&](CtorId ctor) { return !program_.constructor(ctor).fields.empty(); });
  }

  // Whether showing a value looks at it.
  [[nodiscard]] bool usesValue(TypeId id) const {
    const ir::Type& type = program_.type(id);
    return type.constructors.size() > 1 || layout_[id].form != CppForm::Enumeration;
  }

  [[nodiscard]] std::string head(TypeId id, bool named) const {
    std::string text = prefix_ + "void show(std::string& out, int";
    if (named && usesPrecedence(id)) text += " precedence";
    text += ", " + cppParameter(layout_[id]);
    if (named && usesValue(id)) text += " value";
    return text + ")";
  }

  void put(const std::string& text) {
    if (text.size() == 1) {
      out_.line(std::string("out += '") + (text == "'" ? "\\'" : text) + "';");
    } else {
      out_.line("out += " + cppString(text) + ";");
    }
  }

  void define(TypeId id) {
    const ir::Type& type = program_.type(id);
    out_.open(head(id, true) + " {");
    if (type.shape == ir::DataShape::List) {
      list(type);
    } else if (ir::isArray(type)) {
      emitArrayShow(program_, layout_, type, out_);
    } else if (type.shape == ir::DataShape::Library) {
      tree(type);
    } else if (layout_[id].form == CppForm::Pointer && type.constructors.size() > 1) {
      branches(id, type);
    } else if (layout_[id].form == CppForm::Enumeration) {
      enumeration(id, type);
    } else {
      constructor(type.constructors[0],
                  layout_[id].form == CppForm::Pointer ? "value->" : "value.");
    }
    out_.close();
    out_.blank();
  }

  void list(const ir::Type& type) {
    const bool string = program_.type(type.arguments[0]).kind == TypeKind::Char;
    if (string) {
      put("\"");
      out_.line("char32_t previous = U' ';");
      out_.open("for (; value != nullptr; value = value->tail) {");
      out_.line("deforest::showInString(out, value->head, previous);");
      out_.line("previous = value->head;");
      out_.close();
      put("\"");
      return;
    }
    put("[");
    out_.line("const char* separator = \"\";");
    out_.open("for (; value != nullptr; value = value->tail) {");
    out_.line("out += separator;");
    field(type.arguments[0], 0, "value->head");
    out_.line("separator = \",\";");
    out_.close();
    put("]");
  }

  // `fromList [...]` of the entries of a search tree: Tip | Bin size key value left right.
  void tree(const ir::Type& type) {
    const ir::Constructor& node = program_.constructor(type.constructors.back());
    const CppCtor& layout = layout_[type.constructors.back()];
    const std::size_t fields = node.fields.size();
    const auto parenthesis = [&](char which) {
      out_.line("if (precedence > " + std::to_string(applicationPrecedence) + ") out += '" + which +
                "';");
    };
    parenthesis('(');
    put("fromList [");
    out_.line("const char* separator = \"\";");
    out_.open("const auto each = [&](const auto& self, auto tree) -> void {");
    out_.line("if (tree == nullptr) return;");
    out_.line("self(self, tree->" + layout.fields[fields - 2] + ");");
    out_.line("out += separator;");
    out_.line("separator = \",\";");
    if (fields > 4) put("(");
    for (std::size_t i = 1; i + 2 < fields; ++i) {
      if (i > 1) put(",");
      field(node.fields[i].type, 0, "tree->" + layout.fields[i]);
    }
    if (fields > 4) put(")");
    out_.line("self(self, tree->" + layout.fields[fields - 1] + ");");
    out_.close("};");
    out_.line("each(each, value);");
    put("]");
    parenthesis(')');
  }

  void enumeration(TypeId id, const ir::Type& type) {
    if (type.constructors.size() == 1) {
      put(program_.constructor(type.constructors[0]).name);
      return;
    }
    out_.open("switch (value) {");
    for (const CtorId ctor : type.constructors) {
      out_.open("case " + layout_[id].name + "::" + layout_[ctor].name + ":");
      put(shownName(program_.constructor(ctor).name));
      out_.line("break;");
      out_.outdent();
    }
    out_.close();
  }

  void branches(TypeId id, const ir::Type& type) {
    const CppType& layout = layout_[id];
    if (!layout.tagged) {
      const CtorId full = type.constructors[*layout.null == type.constructors[0] ? 1 : 0];
      out_.open("if (value == nullptr) {");
      put(shownName(program_.constructor(*layout.null).name));
      out_.line("return;");
      out_.close();
      constructor(full, "value->");
      return;
    }
    out_.open("switch (value->tag) {");
    for (const CtorId ctor : type.constructors) {
      out_.open("case " + layout.name + "::Tag::" + layout_[ctor].name + ": {");
      if (layout_.allocates(ctor)) {
        out_.line("const auto& cell = static_cast<const " + layout_[ctor].cell + "&>(*value);");
      }
      constructor(ctor, "cell.");
      out_.line("break;");
      out_.close();
    }
    out_.close();
  }

  void field(TypeId type, int precedence, const std::string& value) {
    const std::string space = program_.type(type).kind == TypeKind::Data ? "" : "deforest::";
    out_.line(space + "show(out, " + std::to_string(precedence) + ", " + value + ");");
  }

  // Operators stand in parentheses, as constructors and as labels.
  static std::string shownName(const std::string& name) {
    return text::isSymbolic(name) ? "(" + name + ")" : name;
  }

  void constructor(CtorId id, const std::string& access) {
    const ir::Constructor& ctor = program_.constructor(id);
    const CppCtor& layout = layout_[id];
    const auto read = [&](std::size_t i, int precedence) {
      field(ctor.fields[i].type, precedence, access + layout.fields[i]);
    };
    if (program_.type(ctor.type).shape == ir::DataShape::Tuple) {
      for (std::size_t i = 0; i < ctor.fields.size(); ++i) {
        put(i == 0 ? "(" : ",");
        read(i, 0);
      }
      put(")");
      return;
    }
    if (ctor.fields.empty()) {
      put(shownName(ctor.name));
      return;
    }
    const bool record = !ctor.fields[0].label.empty();
    const bool symbolic = ctor.name[0] == ':';
    const bool infix = ctor.infix && ctor.fields.size() == 2;
    int own = applicationPrecedence;
    if (infix) {
      const auto found = precedences_.find(ctor.name);
      own = found == precedences_.end() ? defaultPrecedence : found->second;
    }
    out_.line("if (precedence > " + std::to_string(own) + ") out += '(';");
    if (infix) {
      read(0, own + 1);
      put(symbolic ? " " + ctor.name + " " : " `" + ctor.name + "` ");
      read(1, own + 1);
    } else {
      for (std::size_t i = 0; i < ctor.fields.size(); ++i) {
        const std::string name = i == 0 ? shownName(ctor.name) : "";
        if (record) {
          put((i == 0 ? name + " {" : ", ") + shownName(ctor.fields[i].label) + " = ");
          read(i, 0);
        } else {
          put(name + " ");
          read(i, own + 1);
        }
      }
      if (record) put("}");
    }
    out_.line("if (precedence > " + std::to_string(own) + ") out += ')';");
  }

  const ir::Program& program_;
  const CppLayout& layout_;
  std::string prefix_;
  std::map<std::string, int> precedences_;
  CppText& out_;
  std::vector<bool> wanted_;
  std::vector<TypeId> order_;
};

}  // namespace

void emitShow(const ir::Program& program, const CppLayout& layout, const std::vector<TypeId>& types,
              const std::string& prefix, CppText& out) {
  Shower(program, layout, prefix, out).run(types);
}

}  // namespace deforest::backends
