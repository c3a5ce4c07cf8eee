#include "backends/cpp/types.hpp"

#include <algorithm>

#include "backends/cpp/function.hpp"

namespace deforest::backends {
namespace {

using ir::CtorId;
using ir::TypeId;

class Declarations {
 public:
  Declarations(const ir::Program& program, const CppLayout& layout, CppText& out)
      : program_(program), layout_(layout), out_(out) {}

  void run() {
    bool any = false;
    for (const TypeId id : layout_.order()) {
      if (layout_[id].form == CppForm::Enumeration) continue;
      if (!layout_[id].host.empty()) {
        out_.line("using " + layout_[id].name + " = " + layout_[id].host + ";");
        any = true;
        continue;
      }
      out_.line("struct " + layout_[id].name + ";");
      any = true;
    }
    if (any) out_.blank();
    for (const TypeId id : layout_.order()) {
      declare(id);
      out_.blank();
    }
    for (const auto& [name, types] : layout_.resultStructs()) {
      out_.open("struct " + name + " {");
      for (std::size_t i = 0; i < types.size(); ++i) {
        out_.line(layout_[types[i]].type + " result" + std::to_string(i + 1) + ";");
      }
      out_.close("};");
      out_.blank();
    }
  }

 private:
  void declare(TypeId id) {
    const ir::Type& type = program_.type(id);
    const CppType& layout = layout_[id];
    std::string title = type.name;
    if (type.position.known()) {
      const ir::Place place = program_.placeOf(type.position);
      title += " (" + place.file.substr(place.file.rfind('/') + 1) + ":" +
               std::to_string(place.position.line) + ")";
    }
    if (layout.null) title += "; null is `" + program_.constructor(*layout.null).name + "`";
    out_.comment(title, "///");
    if (!layout.host.empty()) return inPlace(type, layout);
    switch (layout.form) {
      case CppForm::Scalar:
        break;
      case CppForm::Enumeration:
        enumeration("enum class " + layout.name, type, layout.bytes > 1);
        break;
      case CppForm::Value:
        cell("struct " + layout.name + " {", type.constructors[0]);
        break;
      case CppForm::Pointer:
        if (layout.tagged) {
          tagged(type, layout);
        } else {
          for (const CtorId ctor : type.constructors) {
            if (layout_.allocates(ctor)) cell("struct alignas(8) " + layout.name + " {", ctor);
          }
        }
        break;
    }
  }

  // That the host's struct can be ours: cells are copied as they are, and values initialised in the
  // order of their members.
  void inPlace(const ir::Type& type, const CppType& layout) {
    const std::string& name = layout.name;
    out_.line("static_assert(std::is_trivially_copyable_v<" + name + ">);");
    out_.line("static_assert(std::is_standard_layout_v<" + name + ">);");
    if (layout.form == CppForm::Pointer) {
      out_.line("static_assert(sizeof(" + name + ") % 8 == 0 && alignof(" + name + ") <= 8);");
    }
    for (const CtorId id : type.constructors) {
      std::string last;
      for (const std::size_t i : layout_[id].order) {
        const std::string& field = layout_[id].fields[i];
        out_.line("static_assert(std::is_same_v<decltype(" + name + "::" + field + "), " +
                  layout_[program_.constructor(id).fields[i].type].type + ">);");
        if (layout.form == CppForm::Value && !last.empty()) {
          out_.line("static_assert(offsetof(" + name + ", " + last + ") < offsetof(" + name + ", " +
                    field + "));");
        }
        last = field;
      }
    }
  }

  void enumeration(const std::string& head, const ir::Type& type, bool wide) {
    std::string text = head + " : " + (wide ? "std::uint32_t" : "std::uint8_t") + " {";
    std::string names;
    for (const CtorId ctor : type.constructors) {
      names += (names.empty() ? " " : ", ") + layout_[ctor].name;
    }
    if (text.size() + names.size() + 2 * out_.depth() + 3 <= 100) {
      out_.line(text + names + (names.empty() ? "};" : " };"));
      return;
    }
    out_.open(text);
    for (const CtorId ctor : type.constructors) {
      out_.line(layout_[ctor].name + (ctor == type.constructors.back() ? "" : ","));
    }
    out_.close("};");
  }

  void fields(CtorId id) {
    const auto& ctor = program_.constructor(id);
    for (const std::size_t i : layout_[id].order) {
      out_.line(layout_[ctor.fields[i].type].type + " " + layout_[id].fields[i] + ";");
    }
  }

  void cell(const std::string& head, CtorId id) {
    out_.open(head);
    fields(id);
    out_.close("};");
  }

  void tagged(const ir::Type& type, const CppType& layout) {
    out_.open("struct " + layout.name + " {");
    enumeration("enum class Tag", type, type.constructors.size() > 256);
    for (const CtorId ctor : type.constructors) {
      if (layout_.allocates(ctor)) out_.line("struct " + layout_[ctor].name + ";");
    }
    out_.line("Tag tag;");
    out_.close("};");
    for (const CtorId ctor : type.constructors) {
      if (layout_.allocates(ctor)) {
        out_.blank();
        cell("struct alignas(8) " + layout_[ctor].cell + " : " + layout.name + " {", ctor);
      } else {
        out_.line("inline constexpr " + layout.name + " " + layout_[ctor].constant + "{" +
                  layout.name + "::Tag::" + layout_[ctor].name + "};");
      }
    }
  }

  const ir::Program& program_;
  const CppLayout& layout_;
  CppText& out_;
};

}  // namespace

std::string cppBuilderName(const CppLayout& layout, const ir::Program& program, CtorId ctor) {
  const CppType& type = layout[program.constructor(ctor).type];
  if (type.tagged) return "make" + type.name + layout[ctor].name;
  return "make" + type.name;
}

void emitTypes(const ir::Program& program, const CppLayout& layout, CppText& out) {
  Declarations(program, layout, out).run();
}

void emitBuilders(const ir::Program& program, const CppLayout& layout, CppText& out) {
  for (const TypeId id : layout.order()) {
    const CppType& type = layout[id];
    for (const CtorId ctor : program.type(id).constructors) {
      if (!layout.allocates(ctor)) continue;
      const std::string name = cppBuilderName(layout, program, ctor);
      const std::string& cell = layout[ctor].cell;
      out.comment("A `" + program.constructor(ctor).name + "` whose fields are to be set.", "///");
      out.open("inline " + cell + "* " + name + "(deforest::Worker& worker) {");
      if (type.tagged) {
        out.line("auto* made = worker.make<" + cell + ">();");
        out.line("made->tag = " + type.name + "::Tag::" + layout[ctor].name + ";");
        out.line("return made;");
      } else {
        out.line("return worker.make<" + cell + ">();");
      }
      out.close();
      std::string head = "inline " + type.type + " " + name + "(deforest::Worker& worker";
      const auto& fields = program.constructor(ctor).fields;
      for (std::size_t i = 0; i < fields.size(); ++i) {
        head += ", " + cppParameter(layout[fields[i].type]) + " " + layout[ctor].fields[i];
      }
      out.open(head + ") {");
      out.line("auto* made = " + name + "(worker);");
      for (const auto& field : layout[ctor].fields) {
        out.line("made->" + field + " = " + field + ";");
      }
      out.line("return made;");
      out.close();
      out.blank();
    }
  }
}

}  // namespace deforest::backends
