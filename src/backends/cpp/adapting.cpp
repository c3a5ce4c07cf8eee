// How a host's types hold values of ours: what deforest/adapt.hpp has to know of both.
#include <algorithm>
#include <cctype>

#include "backends/cpp/function.hpp"
#include "backends/cpp/types.hpp"
#include "support/check.hpp"

namespace deforest::backends {
namespace {

using ir::CtorId;
using ir::TypeId;
using Form = CppHostType::Form;

// An object of the host, as text, and how its members are named.
struct HostObject {
  std::string name;
  bool isPointer = false;

  [[nodiscard]] std::string member(const std::string& member) const {
    if (member.empty()) return (isPointer ? "*" : "") + name;
    return name + (isPointer ? "->" : ".") + member;
  }
};

class Adapters {
 public:
  Adapters(const ir::Program& program, CppLayout& layout, const CppHosts& hosts,
           const CppAdapting& how, CppText& out)
      : program_(program),
        layout_(layout),
        hosts_(hosts),
        how_(how),
        space_(how.nameSpace + "::"),
        hasCells_(typesWithCells(program, layout)),
        out_(out) {}

  void run() {
    if (!out_.str().empty()) out_.blank();
    for (const TypeId id : layout_.order()) shape(id);
    for (const CppHostType& host : hosts_.types) {
      if (host.form != Form::Known && !host.inPlace && find(host.name))
        adapter(host, *find(host.name));
    }
    out_.line("namespace " + how_.nameSpace + " {");
    out_.blank();
    for (const CppHostType& host : hosts_.types) {
      if (const auto id = find(host.name); id && !host.inPlace) entries(host, *id);
    }
    out_.line("}  // namespace " + how_.nameSpace);
  }

 private:
  // The type, if emitted functions still know it.
  [[nodiscard]] std::optional<TypeId> find(const std::string& name) const {
    for (const TypeId id : layout_.order()) {
      if (program_.type(id).name == name) return id;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool isKnown(const std::string& name) const {
    return std::ranges::any_of(hosts_.types, [&](const CppHostType& host) {
      return host.name == name && host.form == Form::Known;
    });
  }

  // ------------------------------------------------------------------------- lists and the like

  // The constructor with fields, where the other one is null.
  [[nodiscard]] std::optional<CtorId> besidesNull(TypeId id) const {
    const auto& ctors = program_.type(id).constructors;
    if (!layout_[id].null) return std::nullopt;
    return ctors[0] == *layout_[id].null ? ctors[1] : ctors[0];
  }

  void shape(TypeId id) {
    const ir::Type& type = program_.type(id);
    const bool tuple =
        type.shape == ir::DataShape::Tuple && layout_[id].form != CppForm::Enumeration;
    const bool list = type.shape == ir::DataShape::List;
    const bool maybe = type.shape == ir::DataShape::Builtin && type.name.starts_with("Maybe ");
    if (!tuple && !list && !maybe && !isKnown(type.name)) return;
    const CtorId ctor = tuple ? type.constructors[0] : besidesNull(id).value();
    const auto& fields = program_.constructor(ctor).fields;
    const auto& names = layout_[ctor].fields;
    const bool isMaybe = !tuple && fields.size() == 1;
    const std::string name = space_ + layout_[id].name;
    out_.line("template <>");
    out_.open("struct deforest::Shape<" + name + "> {");
    out_.line(std::string("static constexpr auto kind = deforest::ShapeKind::") + (tuple ? "Tuple;"
                                                                                   : isMaybe
                                                                                       ? "Maybe;"
                                                                                       : "List;"));
    if (layout_[id].form == CppForm::Pointer) {
      out_.line("static " + name + "* make(deforest::Worker& worker) { return " + space_ +
                cppBuilderName(layout_, program_, ctor) + "(worker); }");
    }
    const auto part = [&](const std::string& what, const std::string& field) {
      out_.line("static auto& " + what + "(auto& cell) { return cell." + field + "; }");
    };
    if (tuple) {
      std::string all;
      for (const std::string& field : names) all += (all.empty() ? "cell." : ", cell.") + field;
      out_.line("static auto parts(auto& cell) { return std::tie(" + all + "); }");
    } else if (isMaybe) {
      part("value", names[0]);
    } else {
      const std::size_t tail = fields[1].type == id ? 1 : 0;
      part("head", names[1 - tail]);
      part("tail", names[tail]);
    }
    out_.close("};");
    out_.blank();
  }

  // ----------------------------------------------------------------------------------- adapters

  [[nodiscard]] static std::string hostClass(const CppHostCtor& ctor) {
    return ctor.cpp.empty() ? "Host" : "deforest::Pointee<" + ctor.cpp + ">";
  }

  [[nodiscard]] const CppHostCtor& hostCtor(const CppHostType& host, CtorId ctor) const {
    const auto found =
        std::ranges::find(host.constructors, program_.constructor(ctor).name, &CppHostCtor::name);
    support::check(found != host.constructors.end(), "a constructor is not described");
    return *found;
  }

  void adapter(const CppHostType& host, TypeId id) {
    const std::string ours = space_ + layout_[id].name;
    const bool pointer = layout_[id].form == CppForm::Pointer;
    out_.comment("`" + host.name + "` as `" + host.cpp + "`.", "///");
    out_.line("template <>");
    out_.open("struct deforest::Adapter<" + ours + ", deforest::Pointee<" + host.cpp + ">> {");
    out_.line("using Host = deforest::Pointee<" + host.cpp + ">;");
    out_.line(std::string("static constexpr bool hasCells = ") +
              (hasCells_[id.value] ? "true;" : "false;"));
    out_.blank();
    const std::string variable = (pointer ? "const " + ours + "*" : ours) + "& ";
    for (const CtorId ctor : program_.type(id).constructors) {
      if (!hostCtor(host, ctor).isNull) continue;
      CppText body = emptyBody();
      (void)construct(ctor, body);
      method("template <class In>", "static void none(", {{"In& ", "in"}, {variable, "to"}}, body);
    }
    CppText building = emptyBody();
    build(host, id, building);
    method("template <class In>", "static void build(",
           {{"In& ", "in"}, {"const Host& ", "from"}, {variable, "to"}}, building);
    CppText writing = emptyBody();
    write(host, id, writing);
    const std::string passed = pointer                              ? "const " + ours + "* "
                               : layout_[id].form == CppForm::Value ? "const " + ours + "& "
                                                                    : ours + " ";
    method("template <class Out, class Holder>", "static void write(",
           {{"Out& ", "out"}, {passed, "at"}, {"Holder& ", "to"}}, writing);
    out_.close("};");
    out_.blank();
  }

  // What stands in a method of a struct.
  [[nodiscard]] static CppText emptyBody() {
    CppText body;
    body.indent();
    body.indent();
    return body;
  }

  // Parameters that the body does not name have no name.
  void method(const std::string& head, const std::string& start,
              const std::vector<std::pair<std::string, std::string>>& parameters,
              const CppText& body) {
    std::string text;
    for (const auto& [type, name] : parameters) {
      std::string words = type + name;
      if (!mentions(body.str(), name)) {
        words = type;
        while (words.ends_with(' ')) words.pop_back();
      }
      text += (text.empty() ? "" : ", ") + words;
    }
    out_.line(head);
    out_.open(start + text + ") {");
    out_.append(body.str());
    out_.close();
  }

  [[nodiscard]] static bool mentions(const std::string& text, const std::string& name) {
    const auto isWord = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if ((at == 0 || !isWord(text[at - 1])) && (end == text.size() || !isWord(text[end]))) {
        return true;
      }
    }
    return false;
  }

  // ----------------------------------------------------------------------------------- building

  // Makes `to` a value of the constructor; what stands before its fields.
  std::string construct(CtorId ctor, CppText& out) const {
    const TypeId id = program_.constructor(ctor).type;
    const CppType& layout = layout_[id];
    if (layout.form == CppForm::Value) return "to.";
    if (layout.form == CppForm::Enumeration) {
      out.line("to = " + space_ + layout.name + "::" + layout_[ctor].name + ";");
    } else if (layout.null == ctor) {
      out.line("to = nullptr;");
    } else if (!layout_.allocates(ctor)) {
      out.line("to = &" + space_ + layout_[ctor].constant + ";");
    } else {
      out.line("auto* cell = " + space_ + cppBuilderName(layout_, program_, ctor) +
               "(in.worker());");
      out.line("to = cell;");
    }
    return "cell->";
  }

  void buildCtor(const CppHostCtor& host, CtorId ctor, const HostObject& object,
                 CppText& out) const {
    const std::string place = construct(ctor, out);
    for (std::size_t i = 0; i < host.fields.size(); ++i) {
      out.line("in.field(" + object.member(host.fields[i].get) + ", " + place +
               layout_[ctor].fields[i] + ");");
    }
  }

  void build(const CppHostType& host, TypeId id, CppText& out) const {
    const auto& ctors = program_.type(id).constructors;
    const std::string refusal =
        "in.refuse(" + cppString("an object is no `" + host.name + "` that is described") + ");";
    if (host.form == Form::Enumeration) {
      out.open("switch (from) {");
      for (const CtorId ctor : ctors) {
        out.open("case " + hostCtor(host, ctor).tag + ":");
        (void)construct(ctor, out);
        out.line("return;");
        out.outdent();
      }
      out.open("default:");
      out.line(refusal);
      out.outdent();
      return out.close();
    }
    if (host.form == Form::Variant) {
      out.line("auto& choice = " + HostObject{"from"}.member(host.variant) + ";");
    } else if (host.form == Form::Class && !host.tag.empty()) {
      out.line("const auto tag = " + HostObject{"from"}.member(host.tag) + ";");
    }
    for (const CtorId ctor : ctors) {
      const CppHostCtor& described = hostCtor(host, ctor);
      if (described.isNull) continue;
      if (host.form == Form::Struct) return buildCtor(described, ctor, {"from"}, out);
      buildIf(host, described, ctor, out);
    }
    out.line(refusal);
  }

  // If the object is of that constructor.
  void buildIf(const CppHostType& host, const CppHostCtor& described, CtorId ctor,
               CppText& out) const {
    HostObject object{"host", true};
    const bool reads = !described.fields.empty();
    if (host.form == Form::Variant) {
      out.open("if (const auto* held = std::get_if<" + described.cpp + ">(&choice)) {");
      out.line("const auto* host = in.object(*held);");
      out.line("if (host == nullptr) return;");
    } else if (host.tag.empty()) {
      const std::string cast = "dynamic_cast<const " + described.cpp + "*>(&from)";
      out.open(reads ? "if (const auto* host = " + cast + ") {" : "if (" + cast + " != nullptr) {");
    } else {
      out.open("if (tag == " + described.tag + ") {");
      object = described.cpp.empty() ? HostObject{"from"} : HostObject{"host"};
      if (reads && !described.cpp.empty()) {
        out.line("const auto& host = static_cast<const " + described.cpp + "&>(from);");
      }
    }
    buildCtor(described, ctor, object, out);
    out.line("return;");
    out.close();
  }

  // ------------------------------------------------------------------------------------ writing

  void write(const CppHostType& host, TypeId id, CppText& out) const {
    const CppType& layout = layout_[id];
    const auto& ctors = program_.type(id).constructors;
    if (layout.form == CppForm::Value) return writeCtor(host, ctors[0], "at.", out);
    if (layout.form == CppForm::Enumeration && ctors.size() == 1) {
      return writeCtor(host, ctors[0], "", out);
    }
    if (layout.form == CppForm::Enumeration || layout.tagged) {
      const std::string tags = space_ + layout.name + (layout.tagged ? "::Tag::" : "::");
      out.open(layout.tagged ? "switch (at->tag) {" : "switch (at) {");
      for (const CtorId ctor : ctors) {
        out.open("case " + tags + layout_[ctor].name + ": {");
        if (layout_.allocates(ctor)) {
          out.line("const auto* cell = static_cast<const " + space_ + layout_[ctor].cell +
                   "*>(at);");
        }
        writeCtor(host, ctor, "cell->", out);
        out.line("break;");
        out.close();
      }
      return out.close();
    }
    for (const CtorId ctor : ctors) {
      const bool null = layout.null == ctor;
      if (layout.null) out.open(std::string("if (at ") + (null ? "==" : "!=") + " nullptr) {");
      writeCtor(host, ctor, "at->", out);
      if (layout.null) out.close();
    }
  }

  void writeCtor(const CppHostType& type, CtorId ctor, const std::string& place,
                 CppText& out) const {
    const CppHostCtor& host = hostCtor(type, ctor);
    if (host.isNull) return out.line("out.none(to);");
    if (type.form == Form::Enumeration) return out.line("out.place(to, " + host.tag + ");");
    if (!host.make.empty()) return writeMade(host, ctor, place, out);
    const std::string object = hostClass(host);
    const bool changes = !host.fields.empty() || (!type.tag.empty() && host.cpp.empty());
    if (type.form == Form::Variant) {
      out.line("Host& whole = out.template make<Host>(to);");
      out.line("auto& held = " + HostObject{"whole"}.member(type.variant) + ".template emplace<" +
               host.cpp + ">();");
      out.line((changes ? object + "& host = " : "") + "out.template make<" + object + ">(held);");
    } else {
      out.line((changes ? object + "& host = " : "") + "out.template make<" + object + ">(to);");
    }
    if (!type.tag.empty() && host.cpp.empty())
      out.line("host." + type.tag + " = " + host.tag + ";");
    for (std::size_t i = 0; i < host.fields.size(); ++i) {
      writeField(host, i, place + layout_[ctor].fields[i], out);
    }
  }

  [[nodiscard]] static std::string typeOf(const CppHostCtor& host, std::size_t i) {
    const CppHostField& field = host.fields[i];
    if (!field.type.empty()) return field.type;
    return "std::remove_cvref_t<decltype(" +
           HostObject{"std::declval<const " + hostClass(host) + "&>()"}.member(field.get) + ")>";
  }

  static void writeField(const CppHostCtor& host, std::size_t i, const std::string& from,
                         CppText& out) {
    const CppHostField& field = host.fields[i];
    if (field.set.empty()) {
      out.line("out.field(" + from + ", " + HostObject{"host"}.member(field.get) + ");");
      return;
    }
    const std::string part = "part" + std::to_string(i + 1);
    out.line("auto& " + part + " = out.template frame<" + typeOf(host, i) + ">();");
    out.line("out.field(" + from + ", " + part + ".template to<0>());");
    out.open("out.finish(" + part + ", host, [](Out&, auto& part, auto& object) {");
    out.line("object." + field.set + "(part.template get<0>());");
    out.close("});");
  }

  // An object that a function makes of all its parts.
  void writeMade(const CppHostCtor& host, CtorId ctor, const std::string& place,
                 CppText& out) const {
    if (host.fields.empty()) return out.line("out.place(to, " + host.make + "());");
    std::string types;
    std::string parts;
    for (std::size_t i = 0; i < host.fields.size(); ++i) {
      types += (i == 0 ? "" : ", ") + typeOf(host, i);
      parts += (i == 0 ? "" : ", ") + ("parts.template get<" + std::to_string(i) + ">()");
    }
    out.line("auto& parts = out.template frame<" + types + ">();");
    for (std::size_t i = 0; i < host.fields.size(); ++i) {
      out.line("out.field(" + place + layout_[ctor].fields[i] + ", parts.template to<" +
               std::to_string(i) + ">());");
    }
    out.open("out.finish(parts, to, [](Out& out, auto& parts, Holder& to) {");
    out.line("out.place(to, " + host.make + "(" + parts + "));");
    out.close("});");
  }

  // ------------------------------------------------------------------------------ for the host

  void entries(const CppHostType& host, TypeId id) {
    const CppType& type = layout_[id];
    // Templates, since a host may have what can be read and not be made.
    const std::string head = "template <class Host = " + host.cpp + ">";
    const auto wrapped = [&](const std::string& result) {
      return how_.errors == CppErrors::Expected ? "deforest::Result<" + result + ">" : result;
    };
    const auto call = [&](const std::string& result) {
      switch (how_.errors) {
        case CppErrors::Throw:
          return "return " + result + ".value();";
        case CppErrors::Expected:
          return "return " + result + ";";
        case CppErrors::Exit:
          break;
      }
      return "return deforest::detail::valueOrExit(" + result + ");";
    };
    out_.comment("`" + host.name + "` of the host's object, in the region.", "///");
    out_.line(head);
    out_.open("[[nodiscard]] " + wrapped(type.type) + " " +
              layout_.names().unique("build" + type.name) +
              "(deforest::Region& region, const std::type_identity_t<Host>& host) {");
    out_.line(call("deforest::build<" + type.type + ">(region, host)"));
    out_.close();
    out_.blank();
    out_.comment("The host's object of `" + host.name + "`.", "///");
    out_.line(head);
    out_.open("[[nodiscard]] " + wrapped("Host") + " " +
              layout_.names().unique("write" + type.name) + "(" + cppParameter(type) + " tree) {");
    out_.line(call("deforest::write<Host>(tree)"));
    out_.close();
    out_.blank();
  }

  const ir::Program& program_;
  CppLayout& layout_;
  const CppHosts& hosts_;
  const CppAdapting& how_;
  const std::string space_;
  const std::vector<bool> hasCells_;
  CppText& out_;
};

}  // namespace

void emitAdapters(const ir::Program& program, CppLayout& layout, const CppHosts& hosts,
                  const CppAdapting& how, CppText& out) {
  Adapters(program, layout, hosts, how, out).run();
}

}  // namespace deforest::backends
