// How trees are saved and loaded: what deforest/cereal.hpp has to know of their types.
#include <set>

#include "backends/cpp/types.hpp"

namespace deforest::backends {
namespace {

using ir::CtorId;
using ir::TypeId;

class Savings {
 public:
  Savings(const ir::Program& program, const CppLayout& layout, std::string nameSpace, CppText& out)
      : program_(program), layout_(layout), space_(std::move(nameSpace) + "::"), out_(out) {}

  void run() {
    for (const TypeId id : layout_.order()) describe(id);
  }

 private:
  void describe(TypeId id) {
    const CppType& layout = layout_[id];
    const auto& ctors = program_.type(id).constructors;
    const bool pointer = layout.form == CppForm::Pointer;
    out_.comment("How `" + program_.type(id).name + "` is saved and loaded.", "///");
    out_.line("template <>");
    out_.open("struct deforest::Saving<" + space_ + layout.name + "> {");
    out_.line("static constexpr std::uint64_t shape = " + std::to_string(shapeOf(id)) + "U;");
    std::string head = "static constexpr std::array<const char*, " + std::to_string(ctors.size()) +
                       "> constructors = {";
    for (std::size_t i = 0; i < ctors.size(); ++i) {
      head += (i == 0 ? "" : ", ") + cppString(program_.constructor(ctors[i]).name);
    }
    out_.line(head + "};");
    out_.blank();
    const std::string type = space_ + layout.name;
    const bool reads = pointer || !fieldsOf(ctors).empty() || ctors.size() > 1;
    out_.line("template <class Out>");
    const std::string passed = pointer                         ? "const " + type + "* "
                               : layout.form == CppForm::Value ? "const " + type + "& "
                                                               : type + " ";
    out_.open("static void write(Out&" + std::string(reads ? " out" : "") + ", " + passed +
              (reads ? "at" : "") + ") {");
    write(id);
    out_.close();
    out_.blank();
    out_.line("template <class In>");
    out_.open("static void read(In& in, " + (pointer ? "const " + type + "*" : type) + "& at) {");
    read(id);
    out_.close();
    out_.close("};");
    out_.blank();
  }

  [[nodiscard]] std::vector<ir::Field> fieldsOf(const std::vector<CtorId>& ctors) const {
    std::vector<ir::Field> all;
    for (const CtorId ctor : ctors) {
      const auto& fields = program_.constructor(ctor).fields;
      all.insert(all.end(), fields.begin(), fields.end());
    }
    return all;
  }

  void write(TypeId id) {
    const CppType& layout = layout_[id];
    const auto& ctors = program_.type(id).constructors;
    if (layout.form == CppForm::Enumeration) {
      if (ctors.size() > 1)
        out_.line("out.constructor(constructors, static_cast<std::size_t>(at));");
    } else if (layout.form == CppForm::Value) {
      fields("out", "at.", ctors[0]);
    } else if (layout.tagged) {
      out_.open("switch (at->tag) {");
      for (std::size_t i = 0; i < ctors.size(); ++i) {
        out_.open("case " + space_ + layout.name + "::Tag::" + layout_[ctors[i]].name + ": {");
        out_.line("out.constructor(constructors, " + std::to_string(i) + ");");
        if (layout_.allocates(ctors[i])) {
          out_.line("const auto* cell = static_cast<const " + space_ + layout_[ctors[i]].cell +
                    "*>(at);");
          fields("out", "cell->", ctors[i]);
        }
        out_.line("break;");
        out_.close();
      }
      out_.close();
    } else {
      for (std::size_t i = 0; i < ctors.size(); ++i) {
        const bool null = layout.null == ctors[i];
        if (layout.null) out_.open(std::string("if (at ") + (null ? "==" : "!=") + " nullptr) {");
        out_.line("out.constructor(constructors, " + std::to_string(i) + ");");
        if (!null) fields("out", "at->", ctors[i]);
        if (layout.null) out_.close();
      }
    }
  }

  void read(TypeId id) {
    const CppType& layout = layout_[id];
    const auto& ctors = program_.type(id).constructors;
    if (layout.form == CppForm::Enumeration) {
      out_.line("at = static_cast<" + space_ + layout.name + ">(in.constructor(constructors));");
      return;
    }
    if (layout.form == CppForm::Value) return fields("in", "at.", ctors[0]);
    if (ctors.size() > 1) out_.open("switch (in.constructor(constructors)) {");
    for (std::size_t i = 0; i < ctors.size(); ++i) {
      if (ctors.size() > 1) out_.open("case " + std::to_string(i) + ": {");
      if (layout.null == ctors[i]) {
        out_.line("at = nullptr;");
      } else if (!layout_.allocates(ctors[i])) {
        out_.line("at = &" + space_ + layout_[ctors[i]].constant + ";");
      } else {
        out_.line("auto* cell = " + space_ + cppBuilderName(layout_, program_, ctors[i]) +
                  "(in.worker());");
        out_.line("at = cell;");
        fields("in", "cell->", ctors[i]);
      }
      if (ctors.size() > 1) {
        out_.line("break;");
        out_.close();
      }
    }
    if (ctors.size() > 1) out_.close();
  }

  void fields(const std::string& archive, const std::string& place, CtorId ctor) {
    if (layout_[ctor].fields.empty()) return;
    std::string text;
    for (const std::string& field : layout_[ctor].fields) {
      text += (text.empty() ? "" : ", ") + place + field;
    }
    out_.line(archive + ".fields(" + text + ");");
  }

  // Of the declarations of a type and of all that its values hold: another number for others.
  [[nodiscard]] std::uint64_t shapeOf(TypeId id) const {
    std::string text;
    std::vector<TypeId> order = {id};
    std::set<TypeId> seen = {id};
    for (std::size_t i = 0; i < order.size(); ++i) {
      const ir::Type& type = program_.type(order[i]);
      text += type.name + "=";
      for (const CtorId ctor : type.constructors) {
        text += program_.constructor(ctor).name;
        for (const ir::Field& field : program_.constructor(ctor).fields) {
          text += " (" + program_.type(field.type).name + ")";
          if (seen.insert(field.type).second) order.push_back(field.type);
        }
        text += "|";
      }
    }
    std::uint64_t hash = 14695981039346656037U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return hash;
  }

  const ir::Program& program_;
  const CppLayout& layout_;
  const std::string space_;
  CppText& out_;
};

}  // namespace

void emitSaving(const ir::Program& program, const CppLayout& layout, const std::string& nameSpace,
                CppText& out) {
  CppText all;
  Savings(program, layout, nameSpace, all).run();
  std::string text = all.str();
  while (text.ends_with("\n\n")) text.pop_back();
  out.append(text);
}

}  // namespace deforest::backends
