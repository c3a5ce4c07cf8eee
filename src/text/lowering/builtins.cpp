// The operations that the language has without definition.
#include <algorithm>
#include <limits>
#include <numbers>

#include "ir/primitives.hpp"
#include "support/check.hpp"
#include "support/match.hpp"
#include "text/lowering/derived.hpp"
#include "text/lowering/literals.hpp"
#include "text/lowering/machine.hpp"
#include "text/lowering/show.hpp"

namespace deforest::text {
namespace {

using ir::PrimOp;
using ir::TypeKind;

// A condition at most this large is evaluated whole rather than in branches.
constexpr std::size_t largestTotal = 32;

}  // namespace

ir::Atom FunctionElaborator::builtin(const Term& source, const resolved::BuiltinCall& node,
                                     const std::string& name) {
  if (const auto made = ownBuiltin(source, node, name)) return *made;
  switch (node.builtin->kind) {
    case Builtin::Kind::Primitive:
      return primitive(source, node, name);
    case Builtin::Kind::And:
    case Builtin::Kind::Or:
      return junction(source, node, name);
    case Builtin::Kind::Compare:
      return compare(source, node, name);
    case Builtin::Kind::FromEnum:
      return fromEnum(source, node, name);
    case Builtin::Kind::ToEnum:
      return toEnum(source, node, name);
    case Builtin::Kind::DivMod:
    case Builtin::Kind::QuotRem:
      return divide(source, node, name);
    case Builtin::Kind::Fst:
    case Builtin::Kind::Snd:
      return component(source, node, name);
    case Builtin::Kind::MinBound:
    case Builtin::Kind::MaxBound:
      return bound(ground(source.type, source.span), node.builtin->kind == Builtin::Kind::MaxBound,
                   name, source.span.begin);
    case Builtin::Kind::LastFrom:
      return lastFrom(source, node, name);
    case Builtin::Kind::RangeLast:
    case Builtin::Kind::RangeLeast:
    case Builtin::Kind::RangeGreatest:
      return rangeEnd(ground(source.type, source.span), source.span, node.builtin->kind, name);
    case Builtin::Kind::EnumFrom:
    case Builtin::Kind::EnumFromThen:
      return openRange(source, node, name);
    case Builtin::Kind::RealToFrac:
      return realToFrac(source, node, name);
    case Builtin::Kind::Pi: {
      const ir::TypeId type = ground(source.type, source.span);
      return ir::doubleLiteral(std::numbers::pi, builder_.program.type(type).kind);
    }
    case Builtin::Kind::Show:
    case Builtin::Kind::Shows:
    case Builtin::Kind::ShowsPrec:
    case Builtin::Kind::ShowList:
      return show(source, node, name);
  }
  support::fail("a builtin out of range");
}

ir::Atom FunctionElaborator::compare(const Term& source, const resolved::BuiltinCall& node,
                                     const std::string& name) {
  const Atoms values = operands(node.arguments, source.end);
  const ir::TypeId type = ground(node.arguments[0].type, node.arguments[0].span);
  return writeCompare(builder_, frame_->writer, type, values[0], values[1],
                      name.empty() ? "o" : name, source.span.begin);
}

// `fst`, `snd`
ir::Atom FunctionElaborator::component(const Term& source, const resolved::BuiltinCall& node,
                                       const std::string& name) {
  const bool firstOfTwo = node.builtin->kind == Builtin::Kind::Fst;
  if (isHigher(node.arguments[0].type, node.arguments[0].span)) {
    const Goal part{{ground(source.type, source.span)}, {name}, source.span.begin};
    return choose(known(node.arguments[0]), part,
                  [&](const Value& pair) { return partsOf(pair)[firstOfTwo ? 0 : 1].atoms; })[0];
  }
  const ir::Atom pair = value(node.arguments[0]);
  const ir::Type type = builder_.program.type(typeOf(*frame_, pair));
  const Goal parts{
      type.arguments, {firstOfTwo ? name : "", firstOfTwo ? "" : name}, source.span.begin};
  return bind(ir::Unpack{type.constructors[0], pair}, parts)[firstOfTwo ? 0 : 1];
}

// In Gibbon's modules `/` divides whole numbers too, towards zero.
PrimOp FunctionElaborator::operationOf(const Builtin& builtin, ir::TypeId operand) const {
  const bool whole = ir::isIntegral(builder_.program.type(operand).kind);
  return builtin.op == PrimOp::FDiv && whole ? PrimOp::Quot : builtin.op;
}

ir::Atom FunctionElaborator::primitive(const Term& source, const resolved::BuiltinCall& node,
                                       const std::string& name) {
  const ir::Position position = source.span.begin;
  if (node.builtin->op == PrimOp::Seq && isHigher(node.arguments[0].type, source.span)) {
    const Value first =
        before(node.arguments[0].end, source.end, [&] { return known(node.arguments[0]); });
    const ir::Atom second = value(node.arguments[1], name);
    if (first.shape.valid()) return second;
    return forcing(first.atoms[0], {second}, Goal{{}, {}, position})[0];
  }
  Atoms values = operands(node.arguments, source.end);
  const ir::TypeId type = ground(source.type, source.span);
  const PrimOp op = operationOf(*node.builtin, type);
  if (op == PrimOp::IntPow) values[1] = exponent(values[1], position);
  if (op == PrimOp::Seq && !forces(false)) return values[1];
  const std::string wanted = name.empty() ? temporaryName(type) : name;
  if (node.builtin->isComparison()) {
    const ir::TypeId operand = ground(node.arguments[0].type, node.arguments[0].span);
    return writeComparison(builder_, frame_->writer, op, operand, values[0], values[1], wanted,
                           position);
  }
  // Infinities and NaN are written as quotients.
  if (op == PrimOp::FDiv && std::holds_alternative<resolved::LiteralTerm>(node.arguments[0].node) &&
      std::holds_alternative<resolved::LiteralTerm>(node.arguments[1].node)) {
    const auto& dividend = std::get<ir::Literal>(values[0]);
    const auto& divisor = std::get<ir::Literal>(values[1]);
    if (divisor == ir::doubleLiteral(0.0, divisor.kind)) {
      const ir::Literal both[] = {dividend, divisor};
      if (const auto folded = ir::evaluate(op, both, divisor.kind)) return *folded;
    }
  }
  return bindOne(ir::Primitive{op, values}, type, wanted, position);
}

// As `^` takes it: an Int or an Integer.
ir::Atom FunctionElaborator::exponent(const ir::Atom& value, ir::Position position) {
  const ir::TypeId type = typeOf(*frame_, value);
  if (builder_.hasOwnInstance(classSet(Class::Integral), type)) {
    return wholeOf(value, type, position);
  }
  if (type != builder_.types.scalar(TypeKind::Word)) return value;
  return bindOne(ir::Primitive{PrimOp::FromIntegral, {value}},
                 builder_.types.scalar(TypeKind::Integer), "n", position);
}

// Whether evaluating the term now does no harm: variables that have values, literals and primitive
// operations that never fail.
bool FunctionElaborator::isTotalNow(const Term& term) const {
  if (term.end - term.begin > largestTotal) return false;
  if (const auto* use = std::get_if<resolved::LocalUse>(&term.node)) {
    return has(use->local.value);
  }
  if (const auto* literal = std::get_if<resolved::LiteralTerm>(&term.node)) {
    return !std::holds_alternative<resolved::StringLiteral>(literal->literal);
  }
  if (const auto* construct = std::get_if<resolved::ConstructTerm>(&term.node)) {
    return module_.types.constructor(construct->con).type == module_.types.boolCon;
  }
  const auto* call = std::get_if<resolved::BuiltinCall>(&term.node);
  if (call == nullptr) return false;
  const Builtin::Kind kind = call->builtin->kind;
  const bool junction = kind == Builtin::Kind::And || kind == Builtin::Kind::Or;
  if (!junction && kind != Builtin::Kind::Primitive) return false;
  const auto isScalar = [&](const Term& argument) {
    return !builder_.types.isUnboxed(argument.type) &&
           builder_.program.type(builder_.types.ground(argument.type, substitution_)).kind !=
               TypeKind::Data;
  };
  if (!std::ranges::all_of(call->arguments, [&](const Term& argument) {
        return isScalar(argument) && isTotalNow(argument);
      })) {
    return false;
  }
  if (junction) return true;
  Atoms shape;
  for (const Term& argument : call->arguments) {
    const auto* literal = std::get_if<resolved::LiteralTerm>(&argument.node);
    const auto* number =
        literal == nullptr ? nullptr : std::get_if<resolved::NumberLiteral>(&literal->literal);
    if (number == nullptr) {
      shape.emplace_back(ir::VarId{0});
    } else {
      const ir::TypeId type = builder_.types.ground(argument.type, substitution_);
      shape.emplace_back(numberLiteral(*number, builder_.program.type(type).kind));
    }
  }
  const TypeRef first = call->arguments.empty() ? term.type : call->arguments[0].type;
  return ir::isTotal(operationOf(*call->builtin, builder_.types.ground(first, substitution_)),
                     shape);
}

// `a && b`: both evaluated if that does no harm, else b only where a does not decide.
ir::Atom FunctionElaborator::junction(const Term& source, const resolved::BuiltinCall& node,
                                      const std::string& name) {
  const Term& left = node.arguments[0];
  const Term& right = node.arguments[1];
  const bool isAnd = node.builtin->kind == Builtin::Kind::And;
  const ir::TypeId boolType = builder_.types.scalar(TypeKind::Bool);
  const ir::Atom first = before(left.end, source.end, [&] { return value(left); });
  if (isTotalNow(right)) {
    const ir::Atom second = value(right);
    return bindOne(ir::Primitive{isAnd ? PrimOp::And : PrimOp::Or, {first, second}}, boolType,
                   name.empty() ? "b" : name, source.span.begin);
  }
  settle(right.begin, right.end, {});
  const Goal goal{{boolType}, {name}, source.span.begin};
  const Write other = [&] { return Atoms{value(right)}; };
  const Write decided = [&] { return Atoms{ir::boolLiteral(!isAnd)}; };
  return conditional(first, isAnd ? other : decided, isAnd ? decided : other, goal)[0];
}

ir::Atom FunctionElaborator::divide(const Term& source, const resolved::BuiltinCall& node,
                                    const std::string& name) {
  const bool floors = node.builtin->kind == Builtin::Kind::DivMod;
  const Atoms values = operands(node.arguments, source.end);
  const ir::TypeId pair = ground(source.type, source.span);
  const ir::TypeId number = builder_.program.type(pair).arguments[0];
  const ir::Position position = source.span.begin;
  const ir::Atom quotient =
      bindOne(ir::Primitive{floors ? PrimOp::Div : PrimOp::Quot, values}, number, "q", position);
  const ir::Atom remainder =
      bindOne(ir::Primitive{floors ? PrimOp::Mod : PrimOp::Rem, values}, number, "r", position);
  const ir::CtorId ctor = builder_.program.type(pair).constructors[0];
  return bindOne(ir::Construct{ctor, {quotient, remainder}}, pair, name, position);
}

ir::Atom FunctionElaborator::fromEnum(const Term& source, const resolved::BuiltinCall& node,
                                      const std::string& name) {
  const ir::Position position = source.span.begin;
  const ir::TypeId type = ground(node.arguments[0].type, node.arguments[0].span);
  const ir::TypeId intType = builder_.types.scalar(TypeKind::Int);
  const ir::Atom argument = value(node.arguments[0]);
  switch (builder_.program.type(type).kind) {
    case TypeKind::Int:
      return argument;
    case TypeKind::Word:
    case TypeKind::Integer:
      return bindOne(ir::Primitive{PrimOp::FromIntegral, {argument}}, intType, name, position);
    case TypeKind::Char:
      return bindOne(ir::Primitive{PrimOp::Ord, {argument}}, intType, name, position);
    case TypeKind::Bool:
      return conditional(
          argument, [] { return Atoms{ir::intLiteral(1)}; },
          [] { return Atoms{ir::intLiteral(0)}; }, Goal{{intType}, {name}, position})[0];
    case TypeKind::Data:
      return bindOne(ir::Call{builder_.derived(DerivedKind::FromEnum, type), {argument}}, intType,
                     name, position);
    case TypeKind::Double:
    case TypeKind::Float:
      return bindOne(ir::Primitive{PrimOp::Truncate, {argument}}, intType, name, position);
  }
  support::fail("fromEnum of a type without enumeration");
}

ir::Atom FunctionElaborator::toEnum(const Term& source, const resolved::BuiltinCall& node,
                                    const std::string& name) {
  const ir::Position position = source.span.begin;
  const ir::TypeId type = ground(source.type, source.span);
  const ir::TypeId boolType = builder_.types.scalar(TypeKind::Bool);
  const ir::Atom argument = value(node.arguments[0]);
  switch (builder_.program.type(type).kind) {
    case TypeKind::Int:
      return argument;
    case TypeKind::Word:
    case TypeKind::Integer:
    case TypeKind::Double:
    case TypeKind::Float:
      return bindOne(ir::Primitive{PrimOp::FromIntegral, {argument}}, type, name, position);
    case TypeKind::Char:
      return bindOne(ir::Primitive{PrimOp::Chr, {argument}}, type, name, position);
    case TypeKind::Bool: {
      const Goal goal{{boolType}, {name}, position};
      const ir::Atom isOne = bindOne(ir::Primitive{PrimOp::Eq, {argument, ir::intLiteral(1)}},
                                     boolType, "b", position);
      const ir::Atom isZero = bindOne(ir::Primitive{PrimOp::Eq, {argument, ir::intLiteral(0)}},
                                      boolType, "b", position);
      const ir::Atom inRange =
          bindOne(ir::Primitive{PrimOp::Or, {isOne, isZero}}, boolType, "b", position);
      return conditional(
          inRange, [&] { return Atoms{isOne}; },
          [&] { return fail("Prelude.Enum.Bool.toEnum: bad argument", goal); }, goal)[0];
    }
    case TypeKind::Data:
      return bindOne(ir::Call{builder_.derived(DerivedKind::ToEnum, type), {argument}}, type, name,
                     position);
  }
  support::fail("toEnum of a type without enumeration");
}

ir::Atom FunctionElaborator::bound(ir::TypeId id, bool greatest, const std::string& name,
                                   ir::Position position) {
  const ir::Type type = builder_.program.type(id);
  using Int = std::numeric_limits<std::int64_t>;
  switch (type.kind) {
    case TypeKind::Int:
      return ir::intLiteral(greatest ? Int::max() : Int::min());
    case TypeKind::Word:
      return ir::wordLiteral(greatest ? ~std::uint64_t{0} : 0);
    case TypeKind::Char:
      return ir::charLiteral(greatest ? 0x10ffff : 0);
    case TypeKind::Bool:
      return ir::boolLiteral(greatest);
    case TypeKind::Data:
      return bindOne(
          ir::Construct{greatest ? type.constructors.back() : type.constructors.front(), {}}, id,
          name, position);
    case TypeKind::Integer:
    case TypeKind::Double:
    case TypeKind::Float:
      break;
  }
  support::fail("a bound of a type without bounds");
}

// Elements are compared as Ints, modulo 2^64: of Integers from x up, x - 1 is the last of all.
ir::Atom FunctionElaborator::lastFrom(const Term& source, const resolved::BuiltinCall& node,
                                      const std::string& name) {
  const Atoms values = operands(node.arguments, source.end);
  const ir::TypeId type = ground(source.type, source.span);
  if (builder_.program.type(type).kind != TypeKind::Integer) return values[1];
  return bindOne(ir::Primitive{PrimOp::Sub, {values[0], ir::Literal{TypeKind::Integer, 1}}}, type,
                 name, source.span.begin);
}

// `[x ..]` and `[x, y ..]` as lists: of enumerations up to the last element, of numbers without an
// end.
ir::Atom FunctionElaborator::openRange(const Term& source, const resolved::BuiltinCall& node,
                                       const std::string& name) {
  const ir::TypeId type = ground(node.arguments[0].type, node.arguments[0].span);
  const bool isStrict = !builder_.lazy && !module_.mayHaveTables;
  if (isStrict && ir::isNumeric(builder_.program.type(type).kind)) {
    error(source.span, "a range without an end",
          "write the last element too, or let `take`, `takeWhile` or `zip` say how much of it is "
          "needed: the list would be infinite, and the language is strict");
  }
  const bool stepped = node.builtin->kind == Builtin::Kind::EnumFromThen;
  Atoms values = operands(node.arguments, source.end);
  const ir::Position position = source.span.begin;
  if (stepped) {
    values.push_back(rangeEnd(type, source.span, Builtin::Kind::RangeLeast, {}));
    values.push_back(rangeEnd(type, source.span, Builtin::Kind::RangeGreatest, {}));
  } else {
    values.push_back(rangeEnd(type, source.span, Builtin::Kind::RangeLast, {}));
  }
  const resolved::FunctionId function = stepped ? *module_.steppedRange : *module_.range;
  const ir::FunId made = *builder_.instance({function, {type}, {}});
  return bindOne(ir::Call{made, std::move(values)}, ground(source.type, source.span), name,
                 position);
}

ir::Atom FunctionElaborator::rangeEnd(ir::TypeId id, Span span, Builtin::Kind kind,
                                      const std::string& name) {
  const ir::Type& type = builder_.program.type(id);
  if (builder_.hasOwnInstance(classSet(Class::Enum), id)) {
    error(span, "a range without an end, of a type with an instance of `Enum` of its own",
          "write the last element too, or derive `Enum`");
  }
  // Nothing comes of it: they go on.
  if (ir::isFloating(type.kind)) return ir::doubleLiteral(0, type.kind);
  if (type.kind == TypeKind::Integer) return ir::Literal{TypeKind::Integer, 0};
  return bound(id, kind != Builtin::Kind::RangeLeast, name, span.begin);
}

ir::Atom FunctionElaborator::show(const Term& source, const resolved::BuiltinCall& node,
                                  const std::string& name) {
  const ir::Position position = source.span.begin;
  const std::size_t shown = node.builtin->kind == Builtin::Kind::ShowsPrec ? 1 : 0;
  const ir::TypeId type = ground(node.arguments[shown].type, node.arguments[shown].span);
  const Atoms values = operands(node.arguments, source.end);
  BodyWriter& writer = frame_->writer;
  if (node.builtin->kind == Builtin::Kind::Show) {
    return writeShow(builder_, writer, type, values[0], name, position);
  }
  const ir::Atom precedence = shown == 1 ? values[0] : ir::Atom(ir::intLiteral(0));
  return writeShowsPrec(builder_, writer, type, precedence, values[shown], values[shown + 1], name,
                        position);
}

// What is shown in front of a text, `show n ++ "\n"`, where n is a number; null: nothing is. It is
// `shows n "\n"`, by the law that `Show` states: GHC makes the digits in front of what follows, so
// that a `++` that visits them is no loss which fusion could take away.
const resolved::BuiltinCall* FunctionElaborator::shownFirst(const resolved::FunctionCall& node) {
  if (!module_.keepsOpaque || node.arguments.size() != 2) return nullptr;
  const auto* shown = std::get_if<resolved::BuiltinCall>(&node.arguments[0].node);
  if (shown == nullptr || shown->builtin->kind != Builtin::Kind::Show) return nullptr;
  const resolved::Function& callee = module_.function(node.callee);
  if (!callee.fromPrelude || callee.name != "append") return nullptr;
  const ir::TypeId type = ground(shown->arguments[0].type, shown->arguments[0].span);
  return ir::isNumeric(builder_.program.type(type).kind) ? shown : nullptr;
}

ir::Atom FunctionElaborator::shownBefore(const Term& source, const resolved::BuiltinCall& shown,
                                         const Term& rest, const std::string& name) {
  const ir::TypeId type = ground(shown.arguments[0].type, shown.arguments[0].span);
  const ir::Atom value = operandBefore(shown.arguments[0], source.end);
  const ir::Atom text = operandBefore(rest, source.end);
  return writeShowsPrec(builder_, frame_->writer, type, ir::intLiteral(0), value, text, name,
                        source.span.begin);
}

// Whether what the term results in is what `main` prints.
bool FunctionElaborator::isPrinted(const Term& source) const {
  if (!source_.isMain) return false;
  const Term* body = &source_.clauses[0].rhs.alternatives[0].body;
  while (body != nullptr && body != &source) body = resolved::endOf(*body);
  return body != nullptr;
}

// What instances of the module show is text before `main` prints it.
void FunctionElaborator::showBeforePrinting(std::vector<ir::TypeId>& types) {
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (!showsOwn(builder_, types[i])) continue;
    module_.outputs[i] = ir::Output::PutStrLn;
    types[i] = builder_.types.apply(module_.types.listCon, {builder_.types.scalar(TypeKind::Char)});
  }
}

Atoms FunctionElaborator::printed(const resolved::UnboxedTerm& node, std::uint32_t end) {
  Atoms values = operands(node.elements, end);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Span span = node.elements[i].span;
    const ir::TypeId type = ground(node.elements[i].type, span);
    if (module_.outputs[i] == ir::Output::Print) continue;
    if (!showsOwn(builder_, type)) continue;
    values[i] = writeShow(builder_, frame_->writer, type, values[i], {}, span.begin);
  }
  return values;
}

}  // namespace deforest::text
