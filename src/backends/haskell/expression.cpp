#include "backends/haskell/expression.hpp"

#include <algorithm>

#include "ir/primitives.hpp"
#include "support/check.hpp"
#include "support/match.hpp"
#include "text/printing/lexicon.hpp"
#include "text/printing/library_calls.hpp"
#include "text/printing/literal.hpp"
#include "text/printing/module.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::PrimOp;
using text::ResultForm;

constexpr int consPrecedence = 5;

bool isComparison(PrimOp op) {
  return op >= PrimOp::Eq && op <= PrimOp::Ge;
}
bool isLogic(PrimOp op) {
  return op == PrimOp::And || op == PrimOp::Or;
}

// Operators whose precedence everybody knows.
bool isFamiliar(PrimOp op) {
  return op == PrimOp::Add || op == PrimOp::Sub || op == PrimOp::Mul || op == PrimOp::FDiv ||
         isComparison(op) || isLogic(op);
}

// Whether `a op1 b op2 c` may stand for `(a op1 b) op2 c` in the eyes of a reader.
bool isChain(PrimOp inner, PrimOp outer) {
  const auto additive = [](PrimOp op) { return op == PrimOp::Add || op == PrimOp::Sub; };
  return inner == outer || (additive(inner) && additive(outer));
}

std::string inParentheses(const std::string& text) {
  return "(" + text + ")";
}

// As an operand of an operator that binds less than application.
std::string tight(const Piece& piece) {
  return piece.precedence >= Piece::application ? piece.text : inParentheses(piece.text);
}

// Whether a call shows a value that is no operand: its last argument but one, before the last.
bool isShownFirst(std::string_view module, std::string_view name, const ir::Call& call) {
  if (module != "Prelude") return false;
  if (name == "shows") return call.arguments.size() == 2;
  return name == "showsPrec" && call.arguments.size() == 3 &&
         call.arguments[0] == Atom(ir::intLiteral(0));
}

}  // namespace

Piece ExpressionPrinter::piece(const Atom& atom) {
  if (const auto* variable = std::get_if<ir::VarId>(&atom)) {
    const ir::Binding* binding = plan_.inlined[variable->value];
    if (binding == nullptr) return {names_[*variable], Piece::atom, {}};
    return operation(*binding, ResultForm::Boxed);
  }
  const auto& literal = std::get<ir::Literal>(atom);
  const std::string text = text::literalText(literal);
  if (literal.kind == ir::TypeKind::Bool) return {scope_.prelude(text), Piece::atom, {}};
  if (!ascriptions_.literals.contains(&atom)) return {text, Piece::atom, {}};
  const std::string type = scope_.prelude(ir::kindName(literal.kind));
  return {inParentheses(text + " :: " + type), Piece::atom, {}};
}

std::string ExpressionPrinter::argument(const Atom& atom) {
  const Piece piece = this->piece(atom);
  return piece.precedence == Piece::atom ? piece.text : inParentheses(piece.text);
}

std::string ExpressionPrinter::results(const std::vector<Atom>& atoms, ResultForm form) {
  std::vector<std::string> texts;
  for (const auto& atom : atoms) texts.push_back(piece(atom).text);
  return text::tupleText(texts, form);
}

std::string ExpressionPrinter::operand(const Piece& piece, PrimOp op, bool left) {
  const auto fixity = *ir::info(op).fixity;
  bool bare = piece.precedence > fixity.precedence;
  if (piece.op) {
    const bool side =
        fixity.associativity == (left ? ir::Associativity::Left : ir::Associativity::Right);
    const bool looser = isFamiliar(*piece.op) && isFamiliar(op);
    bare = (bare && (looser || isComparison(op) || isLogic(op))) ||
           (piece.precedence == fixity.precedence && side && isChain(*piece.op, op));
  }
  return bare ? piece.text : inParentheses(piece.text);
}

Piece ExpressionPrinter::primitive(const ir::Primitive& primitive) {
  const auto& info = ir::info(primitive.op);
  const std::string name = scope_.primitive(primitive.op);
  if (info.fixity && primitive.op != PrimOp::Seq) {
    const std::string sign = info.symbolic ? name : "`" + name + "`";
    return {operand(piece(primitive.arguments[0]), primitive.op, true) + " " + sign + " " +
                operand(piece(primitive.arguments[1]), primitive.op, false),
            info.fixity->precedence, primitive.op};
  }
  std::string text = name;
  for (const auto& atom : primitive.arguments) text += " " + argument(atom);
  return {text, Piece::application, {}};
}

Piece ExpressionPrinter::logic(PrimOp op, const Piece& left, const Piece& right) {
  return {operand(left, op, true) + " " + scope_.primitive(op) + " " + operand(right, op, false),
          ir::info(op).fixity->precedence, op};
}

Piece ExpressionPrinter::negation(const Piece& piece) {
  const std::string argument =
      piece.precedence == Piece::atom ? piece.text : inParentheses(piece.text);
  return {scope_.primitive(PrimOp::Not) + " " + argument, Piece::application, {}};
}

const ir::Construct* ExpressionPrinter::inlinedConstruct(const Atom& atom) const {
  const auto* variable = std::get_if<ir::VarId>(&atom);
  const ir::Binding* binding = variable == nullptr ? nullptr : plan_.inlined[variable->value];
  return binding == nullptr ? nullptr : std::get_if<ir::Construct>(&binding->operation);
}

namespace {

// The characters that the elements are, if that is what they are.
std::optional<std::u32string> stringOf(const std::vector<const Atom*>& elements) {
  std::u32string string;
  for (const auto* element : elements) {
    const auto* literal = std::get_if<ir::Literal>(element);
    if (literal == nullptr || literal->kind != ir::TypeKind::Char) return std::nullopt;
    string += static_cast<char32_t>(literal->bits);
  }
  return string;
}

}  // namespace

namespace {

// Whether a text without a type beside it may be of several types.
bool overloadsTexts(const ir::Program& program) {
  return std::ranges::any_of(program.module.pragmas, [](const std::string& pragma) {
    return pragma.find("OverloadedStrings") != std::string::npos;
  });
}

}  // namespace

// A chain of cells: a string, a list, or elements in front of another list. Where the type of one
// of the cells is to be stated, it is stated of them all.
Piece ExpressionPrinter::cons(const ir::Construct& cell) {
  std::vector<const Atom*> elements;
  const ir::Construct* at = &cell;
  const Atom* rest = nullptr;
  bool ascribed = false;
  while (at != nullptr && at->fields.size() == 2) {
    elements.push_back(&at->fields[0]);
    rest = &at->fields[1];
    at = inlinedConstruct(*rest);
    ascribed = ascribed || (at != nullptr && ascriptions_.bindings.contains(
                                                 plan_.inlined[std::get<ir::VarId>(*rest).value]));
  }
  const auto stated = [&](std::string text, int precedence) -> Piece {
    if (!ascribed) return {std::move(text), precedence, {}};
    return {
        text + " :: " + types_.type(program_.constructor(cell.ctor).type), Piece::ascription, {}};
  };
  if (at == nullptr) {
    if (const auto begin = stringOf(elements); begin && elements.size() > 1) {
      return append({text::stringText(*begin)}, piece(*rest));
    }
    std::string text;
    for (const auto* element : elements) {
      const Piece piece = this->piece(*element);
      text += piece.precedence >= Piece::application ? piece.text : inParentheses(piece.text);
      text += " : ";
    }
    const Piece last = piece(*rest);
    text += last.precedence >= Piece::application ? last.text : inParentheses(last.text);
    return stated(text, consPrecedence);
  }
  if (const auto string = stringOf(elements)) {
    ascribed = ascribed || overloadsTexts(program_);
    return stated(text::stringText(*string), Piece::atom);
  }
  std::string text = "[";
  for (std::size_t i = 0; i < elements.size(); ++i) {
    text += (i > 0 ? ", " : "") + piece(*elements[i]).text;
  }
  return stated(text + "]", Piece::atom);
}

Piece ExpressionPrinter::construct(const ir::Construct& construct) {
  const auto& ctor = program_.constructor(construct.ctor);
  const auto shape = program_.type(ctor.type).shape;
  if (shape == ir::DataShape::List && construct.fields.size() == 2) return cons(construct);
  std::vector<std::string> fields;
  for (const auto& field : construct.fields) {
    fields.push_back(shape == ir::DataShape::Tuple ? piece(field).text : argument(field));
  }
  const std::string text = types_.construct(construct.ctor, fields);
  if (types_.isAtomic(construct.ctor)) return {text, Piece::atom, {}};
  // A constructor written infix has a precedence of the module's own: in parentheses anywhere.
  const bool infix = text::isSymbolic(ctor.name) && fields.size() == 2;
  return {text, infix ? 0 : Piece::application, {}};
}

Piece ExpressionPrinter::call(const ir::Call& call) {
  using Kind = text::Provenance::Kind;
  if (const auto& library = program_.function(call.callee).library) {
    return libraryCall(*library, call);
  }
  const text::Provenance* outside = callees_.find(call.callee);
  std::string name = program_.function(call.callee).name;
  const bool derived =
      outside != nullptr && (outside->kind == Kind::Derived || outside->kind == Kind::Method);
  if (derived && outside->name == "==") {
    return primitive({PrimOp::Eq, call.arguments});
  }
  if (outside != nullptr) {
    if (isShownFirst(outside->module, outside->name, call)) {
      return shows(call, outside->kind == Kind::Method);
    }
    name =
        outside->module.empty() ? outside->name : scope_.imported(outside->module, outside->name);
    const bool library = outside->kind == Kind::Library;
    if (library && (outside->name == "++" || outside->name == "!!")) return infixCall(name, call);
    if (library && outside->name == "enumFromTo") {
      const bool toLast = call.arguments[1] == Atom(ir::intLiteral(INT64_MAX));
      const std::string last = toLast ? "" : " " + piece(call.arguments[1]).text;
      return {"[" + piece(call.arguments[0]).text + " .." + last + "]", Piece::atom};
    }
  }
  std::string text = text::prefixName(name);
  for (const auto& atom : call.arguments) text += " " + argument(atom);
  return {text, call.arguments.empty() ? Piece::atom : Piece::application};
}

Piece ExpressionPrinter::libraryCall(const ir::LibraryName& library, const ir::Call& call) {
  if (library.name == "==" && library.module == "Prelude") {
    return primitive({PrimOp::Eq, call.arguments});
  }
  if (isShownFirst(library.module, library.name, call)) return shows(call, false);
  const std::string name = scope_.library(library.module, library.name);
  if (text::isSymbolic(text::unqualified(library.name)) && call.arguments.size() == 2) {
    return {tight(piece(call.arguments[0])) + " " + name + " " + tight(piece(call.arguments[1])),
            0};
  }
  std::vector<std::string> arguments;
  for (const Atom& atom : call.arguments) arguments.push_back(argument(atom));
  const auto nameOf = [&](ir::FunId function) { return calleeName(function); };
  return {text::LibraryCalls(program_, scope_, nameOf).call(library, arguments),
          library.arguments.empty() ? Piece::atom : Piece::application};
}

// showsPrec 0 x s    =>    shows x s
// showsPrec 0 x ""   =>    show x        but for instances that may define both
Piece ExpressionPrinter::shows(const ir::Call& call, bool declared) {
  const Atom& last = call.arguments.back();
  const ir::Construct* rest = inlinedConstruct(last);
  const bool all = !declared && rest != nullptr && rest->fields.empty();
  std::string text = text::prefixName(scope_.prelude(all ? "show" : "shows")) + " " +
                     argument(call.arguments[call.arguments.size() - 2]);
  if (!all) text += " " + argument(last);
  return {std::move(text), Piece::application};
}

// As the head of an application.
std::string ExpressionPrinter::calleeName(ir::FunId function) {
  const text::Provenance* outside = callees_.find(function);
  if (outside == nullptr) return text::prefixName(program_.function(function).name);
  return text::prefixName(
      outside->module.empty() ? outside->name : scope_.imported(outside->module, outside->name));
}

// Operators of the library on lists: infixr 5 ++, infixl 9 !!.
Piece ExpressionPrinter::infixCall(const std::string& name, const ir::Call& call) {
  const Piece left = piece(call.arguments[0]);
  const Piece right = piece(call.arguments[1]);
  if (text::unqualified(name) == "++") return append(left, right);
  return {tight(left) + " " + name + " " + tight(right), 9};
}

Piece ExpressionPrinter::append(const Piece& left, const Piece& right) {
  Piece made{
      tight(left) + " " + scope_.prelude("++") + " " + (right.append ? right.text : tight(right)),
      consPrecedence};
  made.append = true;
  return made;
}

Piece ExpressionPrinter::operation(const ir::Binding& binding, ResultForm form) {
  Piece made = support::match(
      binding.operation,
      [&](const ir::Copy& copy) -> Piece {
        return {results(copy.atoms, form), copy.atoms.size() == 1 ? 0 : Piece::atom, {}};
      },
      [&](const ir::Primitive& primitive) { return this->primitive(primitive); },
      [&](const ir::Construct& construct) { return this->construct(construct); },
      [&](const ir::Call& call) { return this->call(call); },
      [&](const ir::Unpack& unpack) { return piece(unpack.scrutinee); },
      [&](const ir::Fail& failure) -> Piece {
        const std::string message = failure.arguments.empty() ? text::stringText(failure.message)
                                                              : argument(failure.arguments[0]);
        return {scope_.prelude(text::errorName(failure)) + " " + message, Piece::application, {}};
      },
      [&](const ir::Foreign& foreign) -> Piece {
        std::string text = foreign.name;
        for (const Atom& atom : foreign.arguments) text += " " + argument(atom);
        return {text, foreign.arguments.empty() ? Piece::atom : Piece::application, {}};
      },
      [&](const ir::Conditional&) -> Piece { support::fail("a conditional in an expression"); },
      [&](const ir::Case&) -> Piece { support::fail("a case in an expression"); });
  if (!ascriptions_.bindings.contains(&binding) || made.precedence == Piece::ascription) {
    return made;
  }
  std::vector<ir::TypeId> types;
  for (const auto result : binding.results) {
    types.push_back(function_.variables[result.value].type);
  }
  return {made.text + " :: " + types_.results(types, form), Piece::ascription, {}};
}

}  // namespace deforest::backends
