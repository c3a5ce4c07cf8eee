// Text is built from its end: every function takes what follows.
//
//     data T = Leaf | T :+: Int                         infixl 6 :+:
//
//     showsPrecT d t s = case t of
//       Leaf -> 'L' : 'e' : 'a' : 'f' : s
//       l :+: n -> openIf b (showsPrecT 7 l (' ' : ':' : '+' : ':' : ' ' : showsInt 7 n (closeIf b
//       s)))
//         where b = d > 6
#include "text/lowering/show.hpp"

#include <algorithm>
#include <set>

#include "ir/primitives.hpp"
#include "support/check.hpp"
#include "text/lexing/characters.hpp"
#include "text/printing/lexicon.hpp"

namespace deforest::text {
namespace {

using ir::Atom;
using ir::TypeKind;

// Function application binds stronger than every operator.
constexpr int applicationPrecedence = 10;

class ShowWriter {
 public:
  ShowWriter(ProgramBuilder& builder, BodyWriter& writer, ir::Position position)
      : builder_(builder), writer_(writer), position_(position) {}

  [[nodiscard]] ir::TypeId scalar(TypeKind kind) const { return builder_.types.scalar(kind); }
  [[nodiscard]] ir::TypeId textType() const {
    return builder_.types.apply(builder_.module.types.listCon, {scalar(TypeKind::Char)});
  }

  Atom call(ir::FunId callee, std::vector<Atom> arguments, const std::string& name) {
    return writer_.bindOne(ir::Call{callee, std::move(arguments)}, textType(),
                           name.empty() ? "cs" : name, position_);
  }
  Atom prelude(std::string_view function, std::vector<Atom> arguments, const std::string& name,
               std::vector<ir::TypeId> types = {}) {
    const auto found = builder_.module.showFunctions.find(function);
    support::check(found != builder_.module.showFunctions.end(), "a part of `show` is missing");
    return call(*builder_.instance({found->second, std::move(types), {}}), std::move(arguments),
                name);
  }

  Atom cons(char32_t c, const Atom& rest, const std::string& name = {}) {
    const ir::TypeId text = textType();
    const ir::CtorId ctor = builder_.types.constructor(text, builder_.module.types.consCon);
    return writer_.bindOne(ir::Construct{ctor, {ir::charLiteral(c), rest}}, text,
                           name.empty() ? "cs" : name, position_);
  }
  Atom prefix(const std::string& text, Atom rest) {
    const std::u32string characters = codePointsOf(text);
    for (std::size_t i = characters.size(); i-- > 0;) rest = cons(characters[i], rest);
    return rest;
  }
  Atom nothing() {
    const ir::TypeId text = textType();
    const ir::CtorId ctor = builder_.types.constructor(text, builder_.module.types.nilCon);
    return writer_.bindOne(ir::Construct{ctor, {}}, text, "cs", position_);
  }

  [[nodiscard]] bool isText(const ir::Type& type) const {
    return type.shape == ir::DataShape::List && type.kind == TypeKind::Data &&
           type.arguments[0] == scalar(TypeKind::Char);
  }

  Atom show(ir::TypeId id, const Atom& value, const std::string& name) {
    if (const auto own = builder_.ownMethod(Class::Show, "show", id)) {
      return call(*own, {value}, name);
    }
    const ir::Type& type = builder_.program.type(id);
    switch (type.kind) {
      case TypeKind::Int:
        return prelude("showInt", {value}, name);
      case TypeKind::Word:
        return prelude("showWord", {value}, name);
      case TypeKind::Integer:
        return prelude("showInteger", {value}, name);
      case TypeKind::Bool:
        return prelude("showBool", {value}, name);
      case TypeKind::Double:
        return prelude("showDouble", {value}, name);
      case TypeKind::Float:
        return prelude("showFloat", {value}, name);
      case TypeKind::Data:
        if (type.shape == ir::DataShape::List) break;
        return call(builder_.derived(DerivedKind::Show, id), {value}, name);
      default:
        break;
    }
    return showsPrec(id, ir::intLiteral(0), value, nothing(), name);
  }

  Atom showsPrec(ir::TypeId id, const Atom& precedence, const Atom& value, const Atom& rest,
                 const std::string& name) {
    if (const auto own = builder_.ownMethod(Class::Show, "showsPrec", id)) {
      return call(*own, {precedence, value, rest}, name);
    }
    const ir::Type& type = builder_.program.type(id);
    switch (type.kind) {
      case TypeKind::Int:
        return prelude("showsInt", {precedence, value, rest}, name);
      case TypeKind::Word:
        return prelude("showsWord", {precedence, value, rest}, name);
      case TypeKind::Integer:
        return prelude("showsInteger", {precedence, value, rest}, name);
      case TypeKind::Bool:
        return prelude("showsBool", {precedence, value, rest}, name);
      case TypeKind::Char:
        return prelude("showsChar", {precedence, value, rest}, name);
      case TypeKind::Double:
        return prelude("showsDouble", {precedence, value, rest}, name);
      case TypeKind::Float:
        return prelude("showsFloat", {precedence, value, rest}, name);
      case TypeKind::Data:
        break;
    }
    if (isText(type)) return prelude("showsText", {value, rest}, name);
    if (type.shape == ir::DataShape::List) {
      const ir::TypeId element = type.arguments[0];
      if (const auto own = builder_.ownMethod(Class::Show, "showList", element)) {
        return call(*own, {value, rest}, name);
      }
      return prelude("showListOf", {value, rest}, name, {element});
    }
    return call(builder_.derived(DerivedKind::ShowsPrec, id), {precedence, value, rest}, name);
  }

  // ---------------------------------------------------------------------- the derived functions

  Atom shape(ir::TypeId id, const Atom& precedence, const Atom& value, const Atom& rest) {
    const std::vector<ir::CtorId> ctors = builder_.program.type(id).constructors;
    if (ctors.empty()) {
      return writer_.bindOne(ir::Fail{"a value of a type without values"}, textType(), "cs",
                             position_);
    }
    if (ctors.size() == 1) {
      const std::vector<ir::VarId> fields = freshFields(ctors[0]);
      if (!fields.empty()) writer_.bindTo(fields, ir::Unpack{ctors[0], value}, position_);
      return alternative(ctors[0], fields, precedence, rest);
    }
    ir::Case made;
    made.scrutinee = value;
    for (const ir::CtorId ctor : ctors) {
      const std::vector<ir::VarId> fields = freshFields(ctor);
      ir::Block body =
          writer_.nested([&] { return Atoms{alternative(ctor, fields, precedence, rest)}; });
      made.alternatives.push_back({ctor, fields, std::move(body)});
    }
    return writer_.bindOne(std::move(made), textType(), "cs", position_);
  }

  std::vector<ir::VarId> freshFields(ir::CtorId ctor) {
    std::vector<ir::VarId> fields;
    for (const ir::Field& field : builder_.program.constructor(ctor).fields) {
      fields.push_back(writer_.function.fresh(field.type, field.label.empty() ? "x" : field.label));
    }
    return fields;
  }

  Atom alternative(ir::CtorId id, const std::vector<ir::VarId>& fields, const Atom& precedence,
                   const Atom& rest) {
    const ir::Constructor ctor = builder_.program.constructor(id);
    if (builder_.program.type(ctor.type).shape == ir::DataShape::Tuple)
      return tuple(ctor, fields, rest);
    const std::string plain(unqualified(ctor.name));
    const bool symbolic = plain.starts_with(':');
    const std::string name = symbolic ? "(" + plain + ")" : plain;
    if (fields.empty()) return prefix(name, rest);
    const bool record = !ctor.fields[0].label.empty();
    const bool infix = ctor.infix && fields.size() == 2;
    const int own = infix ? precedenceOf(ctor.name) : applicationPrecedence;
    const Atom isOperand =
        writer_.bindOne(ir::Primitive{ir::PrimOp::Gt, {precedence, ir::intLiteral(own)}},
                        scalar(TypeKind::Bool), "b", position_);
    Atom text = prelude("closeIf", {isOperand, rest}, {});
    const auto field = [&](std::size_t i, int around) {
      text = showsPrec(ctor.fields[i].type, ir::intLiteral(around), fields[i], text, {});
    };
    if (infix) {
      const std::string quote = symbolic ? "" : "`";
      field(1, own + 1);
      text = prefix(" " + quote + plain + quote + " ", text);
      field(0, own + 1);
    } else if (record) {
      text = cons('}', text);
      for (std::size_t i = fields.size(); i-- > 0;) {
        field(i, 0);
        const std::string& label = ctor.fields[i].label;
        text = prefix(
            (i == 0 ? " {" : ", ") + (isSymbolic(label) ? "(" + label + ")" : label) + " = ", text);
      }
      text = prefix(name, text);
    } else {
      for (std::size_t i = fields.size(); i-- > 0;) {
        field(i, own + 1);
        text = cons(' ', text);
      }
      text = prefix(name, text);
    }
    return prelude("openIf", {isOperand, text}, {});
  }

  Atom tuple(const ir::Constructor& ctor, const std::vector<ir::VarId>& fields, const Atom& rest) {
    Atom text = cons(')', rest);
    for (std::size_t i = fields.size(); i-- > 0;) {
      text = showsPrec(ctor.fields[i].type, ir::intLiteral(0), fields[i], text, {});
      text = cons(i == 0 ? '(' : ',', text);
    }
    return fields.empty() ? cons('(', text) : text;
  }

 private:
  [[nodiscard]] int precedenceOf(const std::string& name) const {
    const auto& declared = builder_.module.precedences;
    const auto found = declared.find(name);
    return found == declared.end() ? 9 : found->second;
  }

  ProgramBuilder& builder_;
  BodyWriter& writer_;
  ir::Position position_;
};

}  // namespace

ir::Function makeShow(ProgramBuilder& builder, DerivedKind kind, ir::TypeId type) {
  BodyWriter writer;
  const ir::Position position = builder.program.type(type).position;
  writer.function.position = position;
  ShowWriter shown(builder, writer, position);
  writer.function.resultTypes = {shown.textType()};
  if (kind == DerivedKind::Show) {
    const Atom value = writer.addParameter(type, "a");
    writer.function.body.results = {
        shown.showsPrec(type, ir::intLiteral(0), value, shown.nothing(), {})};
  } else {
    const Atom precedence = writer.addParameter(shown.scalar(TypeKind::Int), "d");
    const Atom value = writer.addParameter(type, "a");
    const Atom rest = writer.addParameter(shown.textType(), "cs");
    writer.function.body.results = {shown.shape(type, precedence, value, rest)};
  }
  return std::move(writer.function);
}

ir::Atom writeShow(ProgramBuilder& builder, BodyWriter& writer, ir::TypeId type,
                   const ir::Atom& value, const std::string& name, ir::Position position) {
  return ShowWriter(builder, writer, position).show(type, value, name);
}

ir::Atom writeShowsPrec(ProgramBuilder& builder, BodyWriter& writer, ir::TypeId type,
                        const ir::Atom& precedence, const ir::Atom& value, const ir::Atom& rest,
                        const std::string& name, ir::Position position) {
  return ShowWriter(builder, writer, position).showsPrec(type, precedence, value, rest, name);
}

bool showsOwn(const ProgramBuilder& builder, ir::TypeId type) {
  std::set<ir::TypeId> seen{type};
  std::vector<ir::TypeId> waiting{type};
  while (!waiting.empty()) {
    const ir::TypeId next = waiting.back();
    waiting.pop_back();
    if (builder.declaredInstance(classSet(Class::Show), next)) return true;
    // Their constructors have other names in the program.
    if (builder.types.generalised(next) != nullptr) return true;
    for (const ir::CtorId ctor : builder.program.type(next).constructors) {
      for (const ir::Field& field : builder.program.constructor(ctor).fields) {
        if (seen.insert(field.type).second) waiting.push_back(field.type);
      }
    }
  }
  return false;
}

}  // namespace deforest::text
