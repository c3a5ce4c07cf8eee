#include "backends/cpp/show_array.hpp"

#include <string>
#include <vector>

namespace deforest::backends {
namespace {

using ir::CtorId;
using ir::TypeId;
using ir::TypeKind;

class ArrayShower {
 public:
  ArrayShower(const ir::Program& program, const CppLayout& layout, const ir::Type& type,
              CppText& out)
      : program_(program), layout_(layout), type_(type), out_(out) {}

  void run() {
    const CtorId array = type_.constructors.front();
    const std::vector<ir::Field>& fields = program_.constructor(array).fields;
    const std::string value = accessOf(program_.constructor(array).type, "value");
    const auto part = [&](std::size_t i) { return value + layout_[array].fields[i]; };
    const TypeId index = fields[0].type;
    const bool known = gather(index, part(0), part(1));
    out_.line("if (precedence > 10) out += '(';");
    out_.line(std::string("out += \"") + (known ? "array (\";" : "listArray (\";"));
    show(index, part(0));
    out_.line("out += ',';");
    show(index, part(1));
    out_.line("out += \") [\";");
    out_.line("const char* separator = \"\";");
    out_.open("for (std::int64_t place = 0; place < " + part(2) + "; ++place) {");
    find(fields[3].type, part(3), part(2));
    out_.line("out += separator;");
    out_.line("separator = \",\";");
    if (known) {
      places();
      out_.line("out += '(';");
      showIndex(index);
      out_.line("out += ',';");
    }
    const CtorId one = program_.type(fields[3].type).constructors[1];
    show(program_.constructor(one).fields[0].type,
         "static_cast<const " + layout_[one].cell + "&>(*cells)." + layout_[one].fields[0]);
    if (known) out_.line("out += ')';");
    out_.close();
    out_.line("out += ']';");
    out_.line("if (precedence > 10) out += ')';");
  }

 private:
  // A part of the index that is counted, between two values.
  struct Counted {
    TypeId type;
    std::string low;
    std::string high;
  };

  [[nodiscard]] std::string accessOf(TypeId type, const std::string& value) const {
    return value + (layout_[type].form == CppForm::Pointer ? "->" : ".");
  }

  [[nodiscard]] static std::string number(const std::string& value) {
    return "static_cast<std::int64_t>(" + value + ")";
  }

  // False if it is not known how the type is counted.
  bool gather(TypeId id, const std::string& low, const std::string& high) {
    const ir::Type& type = program_.type(id);
    switch (type.kind) {
      case TypeKind::Int:
      case TypeKind::Word:
      case TypeKind::Char:
      case TypeKind::Bool:
        counted_.push_back({id, low, high});
        return true;
      case TypeKind::Data:
        break;
      default:
        return false;
    }
    if (layout_[id].form == CppForm::Enumeration) {
      counted_.push_back({id, low, high});
      return true;
    }
    if (type.shape != ir::DataShape::Tuple) return false;
    const CtorId tuple = type.constructors[0];
    for (std::size_t i = 0; i < program_.constructor(tuple).fields.size(); ++i) {
      const std::string& field = layout_[tuple].fields[i];
      if (!gather(program_.constructor(tuple).fields[i].type, accessOf(id, low) + field,
                  accessOf(id, high) + field)) {
        return false;
      }
    }
    return true;
  }

  // Goes down to the cell of the element; there may be none.
  void find(TypeId tree, const std::string& root, const std::string& count) {
    const std::vector<CtorId>& ctors = program_.type(tree).constructors;
    const std::string tag = layout_[tree].name + "::Tag::";
    out_.line("auto cells = " + root + ";");
    out_.line("std::int64_t size = " + count + ";");
    out_.line("std::int64_t rest = place;");
    out_.open("while (cells->tag == " + tag + layout_[ctors[2]].name + ") {");
    out_.line("const auto& two = static_cast<const " + layout_[ctors[2]].cell + "&>(*cells);");
    out_.open("if (rest < size / 2) {");
    out_.line("cells = two." + layout_[ctors[2]].fields[0] + ";");
    out_.line("size /= 2;");
    out_.outdent();
    out_.open("} else {");
    out_.line("cells = two." + layout_[ctors[2]].fields[1] + ";");
    out_.line("rest -= size / 2;");
    out_.line("size -= size / 2;");
    out_.close();
    out_.close();
    out_.line("if (cells->tag != " + tag + layout_[ctors[1]].name + ") continue;");
  }

  // Where each part of the index is, the last one first.
  void places() {
    out_.line("rest = place;");
    for (std::size_t i = counted_.size(); i-- > 0;) {
      const std::string at = std::to_string(i);
      const Counted& part = counted_[i];
      out_.line("const auto first" + at + " = " + number(part.low) + ";");
      out_.line("const auto last" + at + " = " + number(part.high) + ";");
      out_.line("const std::int64_t size" + at + " = last" + at + " - first" + at + " + 1;");
      out_.line("const std::int64_t place" + at + " = first" + at + " + rest % size" + at + ";");
      out_.line("rest /= size" + at + ";");
    }
    next_ = 0;
  }

  void showIndex(TypeId id) {
    const ir::Type& type = program_.type(id);
    if (type.kind == TypeKind::Data && layout_[id].form != CppForm::Enumeration) {
      out_.line("out += '(';");
      const auto& fields = program_.constructor(type.constructors[0]).fields;
      for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i > 0) out_.line("out += ',';");
        showIndex(fields[i].type);
      }
      out_.line("out += ')';");
      return;
    }
    show(id, "static_cast<" + layout_[id].type + ">(place" + std::to_string(next_++) + ")");
  }

  void show(TypeId type, const std::string& value) {
    const std::string space = program_.type(type).kind == TypeKind::Data ? "" : "deforest::";
    out_.line(space + "show(out, 0, " + value + ");");
  }

  const ir::Program& program_;
  const CppLayout& layout_;
  const ir::Type& type_;
  CppText& out_;
  std::vector<Counted> counted_;
  std::size_t next_ = 0;
};

}  // namespace

void emitArrayShow(const ir::Program& program, const CppLayout& layout, const ir::Type& type,
                   CppText& out) {
  ArrayShower(program, layout, type, out).run();
}

}  // namespace deforest::backends
