// Structural equality and order.
//
// They are Haskell's to the last NaN. A type whose order is derived and that has at most three
// constructors, or only constants, defines `<` and turns the others into it; all other types
// decide by `compare`.
#include "text/lowering/derived.hpp"

#include <algorithm>
#include <optional>

#include "ir/primitives.hpp"
#include "support/check.hpp"
#include "text/lowering/show.hpp"

namespace deforest::text {
namespace {

using ir::Atom;
using ir::PrimOp;
using ir::TypeKind;

// Of types with more constructors, the constructors are compared by their numbers.
constexpr std::size_t fewConstructors = 4;

class Derivation {
 public:
  Derivation(ProgramBuilder& builder, BodyWriter& writer, ir::Position position)
      : builder_(builder), writer_(writer), position_(position) {}

  [[nodiscard]] bool isScalar(ir::TypeId type) const {
    return builder_.program.type(type).kind != TypeKind::Data;
  }
  [[nodiscard]] ir::TypeId boolType() const { return builder_.types.scalar(TypeKind::Bool); }
  [[nodiscard]] ir::TypeId orderingType() const {
    return builder_.types.apply(builder_.module.types.orderingCon, {});
  }
  [[nodiscard]] static Atom truth(bool value) { return ir::boolLiteral(value); }

  Atom primitive(PrimOp op, std::vector<Atom> arguments, ir::TypeId type, std::string name) {
    return writer_.bindOne(ir::Primitive{op, std::move(arguments)}, type, std::move(name),
                           position_);
  }

  Atom call(ir::FunId callee, std::vector<Atom> arguments, ir::TypeId type, std::string name) {
    return writer_.bindOne(ir::Call{callee, std::move(arguments)}, type, std::move(name),
                           position_);
  }

  // Of a value that has nothing to be read, and may fail all the same.
  Atom forcing(const Atom& value, const Atom& result, ir::TypeId type) {
    if (!builder_.lazy && !builder_.module.defaultsToInteger) return result;
    return primitive(PrimOp::Seq, {value, result}, type, "r");
  }

  Atom ordering(ConId con) {
    const ir::TypeId type = orderingType();
    return writer_.bindOne(ir::Construct{builder_.types.constructor(type, con), {}}, type, "o",
                           position_);
  }

  template <class True, class False>
  Atom conditional(const Atom& condition, True whenTrue, False whenFalse, ir::TypeId type,
                   const std::string& name) {
    ir::Conditional made;
    made.condition = condition;
    made.whenTrue = writer_.nested([&] { return Atoms{whenTrue()}; });
    made.whenFalse = writer_.nested([&] { return Atoms{whenFalse()}; });
    return writer_.bindOne(std::move(made), type, name, position_);
  }

  // What an Ordering decides, in the three cases.
  template <class Less, class Equal, class Greater>
  Atom byOrdering(const Atom& ordering, Less less, Equal equal, Greater greater, ir::TypeId type,
                  const std::string& name) {
    ir::Case made;
    made.scrutinee = ordering;
    const std::vector<ir::CtorId> ctors = builder_.program.type(orderingType()).constructors;
    made.alternatives.push_back({ctors[0], {}, writer_.nested([&] { return Atoms{less()}; })});
    made.alternatives.push_back({ctors[1], {}, writer_.nested([&] { return Atoms{equal()}; })});
    made.alternatives.push_back({ctors[2], {}, writer_.nested([&] { return Atoms{greater()}; })});
    return writer_.bindOne(std::move(made), type, name, position_);
  }

  // A method of an instance that the module declares, applied; nothing if it declares none.
  std::optional<Atom> own(Class c, std::string_view method, ir::TypeId type, const Atom& a,
                          const Atom& b, ir::TypeId result, const std::string& name) {
    const auto function = builder_.ownMethod(c, method, type);
    if (!function) return std::nullopt;
    return call(*function, {a, b}, result, name);
  }

  Atom equal(ir::TypeId type, const Atom& a, const Atom& b, const std::string& name) {
    if (const auto made = own(Class::Eq, "==", type, a, b, boolType(), name)) return *made;
    if (isScalar(type)) return primitive(PrimOp::Eq, {a, b}, boolType(), name);
    return call(builder_.derived(DerivedKind::Equal, type), {a, b}, boolType(), name);
  }

  Atom compare(ir::TypeId type, const Atom& a, const Atom& b, const std::string& name) {
    const TypeTable& types = builder_.module.types;
    const auto made = own(Class::Ord, "compare", type, a, b, orderingType(), name);
    if (made) return *made;
    if (!isScalar(type)) {
      return call(builder_.derived(DerivedKind::Compare, type), {a, b}, orderingType(), name);
    }
    const Atom less = primitive(PrimOp::Lt, {a, b}, boolType(), "less");
    return conditional(
        less, [&] { return ordering(types.ltCon); },
        [&] {
          const Atom same = primitive(PrimOp::Eq, {a, b}, boolType(), "same");
          return conditional(
              same, [&] { return ordering(types.eqCon); }, [&] { return ordering(types.gtCon); },
              orderingType(), "o");
        },
        orderingType(), name);
  }

  // Whether a and b compare as `wanted`, or do not.
  Atom compares(ir::TypeId type, const Atom& a, const Atom& b, std::size_t wanted, bool positive,
                const std::string& name) {
    const Atom ordering = compare(type, a, b, "o");
    const auto answer = [&](std::size_t tag) { return truth((tag == wanted) == positive); };
    return byOrdering(
        ordering, [&] { return answer(0); }, [&] { return answer(1); }, [&] { return answer(2); },
        boolType(), name);
  }

  // Whether the derived instance defines `<` itself.
  [[nodiscard]] bool definesLess(ir::TypeId type) const {
    const ir::Type& data = builder_.program.type(type);
    if (data.shape == ir::DataShape::List) return false;
    return data.constructors.size() <= 3 || isEnumeration(data.constructors);
  }

  std::optional<Atom> ownComparison(PrimOp op, ir::TypeId type, const Atom& a, const Atom& b,
                                    const std::string& name) {
    const auto method = [&](Class c, std::string_view symbol, bool choice = false) {
      return own(c, symbol, type, a, b, choice ? type : boolType(), name);
    };
    switch (op) {
      case PrimOp::Eq:
        return method(Class::Eq, "==");
      case PrimOp::Ne:
        return method(Class::Eq, "/=");
      case PrimOp::Lt:
        return method(Class::Ord, "<");
      case PrimOp::Le:
        return method(Class::Ord, "<=");
      case PrimOp::Gt:
        return method(Class::Ord, ">");
      case PrimOp::Ge:
        return method(Class::Ord, ">=");
      case PrimOp::Min:
        return method(Class::Ord, "min", true);
      case PrimOp::Max:
        return method(Class::Ord, "max", true);
      default:
        support::fail("not a comparison");
    }
  }

  Atom comparison(PrimOp op, ir::TypeId type, const Atom& a, const Atom& b,
                  const std::string& name) {
    constexpr std::size_t less = 0;
    constexpr std::size_t greater = 2;
    if (isScalar(type)) {
      const bool choice = op == PrimOp::Min || op == PrimOp::Max;
      return primitive(op, {a, b}, choice ? type : boolType(), name);
    }
    if (const auto made = ownComparison(op, type, a, b, name)) return *made;
    switch (op) {
      case PrimOp::Eq:
        return equal(type, a, b, name);
      case PrimOp::Ne:
        return primitive(PrimOp::Not, {equal(type, a, b, "same")}, boolType(), name);
      case PrimOp::Lt:
        return compares(type, a, b, less, true, name);
      case PrimOp::Ge:
        return compares(type, a, b, less, false, name);
      case PrimOp::Gt:
        return definesLess(type) ? compares(type, b, a, less, true, name)
                                 : compares(type, a, b, greater, true, name);
      case PrimOp::Le:
        return definesLess(type) ? compares(type, b, a, less, false, name)
                                 : compares(type, a, b, greater, false, name);
      case PrimOp::Min:
      case PrimOp::Max: {
        const Atom notAbove = comparison(PrimOp::Le, type, a, b, "b");
        const Atom& whenTrue = op == PrimOp::Min ? a : b;
        const Atom& whenFalse = op == PrimOp::Min ? b : a;
        return conditional(
            notAbove, [&] { return whenTrue; }, [&] { return whenFalse; }, type, name);
      }
      default:
        support::fail("not a comparison");
    }
  }

  // ---------------------------------------------------------------------- the functions themselves

  // Decides by the constructors of a and b: `same(number, fields of a, fields of b)` where they
  // agree, `other(number of a, number of b)` where they do not, and `numbered` likewise, but of
  // numbers that are only known when the program runs. All pairs are written out if they are few,
  // or if the constructor of a has fields to be compared.
  template <class Same, class Other, class Numbered>
  Atoms byConstructors(ir::TypeId type, const Atom& a, const Atom& b, ir::TypeId result, Same same,
                       Other other, Numbered numbered) {
    const std::vector<ir::CtorId> ctors = builder_.program.type(type).constructors;
    if (ctors.empty()) {
      return {
          writer_.bindOne(ir::Fail{"a value of a type without values"}, result, "r", position_)};
    }
    if (ctors.size() == 1) {
      const Atoms left = unpack(ctors[0], a, "x");
      const Atoms right = unpack(ctors[0], b, "y");
      const Atom answer = same(0, left, right);
      return {left.empty() ? forcing(a, forcing(b, answer, result), result) : answer};
    }
    const bool few = ctors.size() <= fewConstructors;
    if (!few && isEnumeration(ctors)) return {numbered(numberOf(type, a), numberOf(type, b))};
    ir::Case outer;
    outer.scrutinee = a;
    for (std::size_t i = 0; i < ctors.size(); ++i) {
      const std::vector<ir::VarId> left = freshFields(ctors[i], "x");
      ir::Block body = writer_.nested([&]() -> Atoms {
        if (!few && left.empty()) {
          return {numbered(ir::intLiteral(static_cast<std::int64_t>(i)), numberOf(type, b))};
        }
        ir::Case inner;
        inner.scrutinee = b;
        for (std::size_t j = 0; j < ctors.size(); ++j) {
          const std::vector<ir::VarId> right = freshFields(ctors[j], "y");
          ir::Block answer = writer_.nested([&]() -> Atoms {
            if (i != j) return {other(i, j)};
            return {same(i, Atoms(left.begin(), left.end()), Atoms(right.begin(), right.end()))};
          });
          inner.alternatives.push_back({ctors[j], right, std::move(answer)});
        }
        return {writer_.bindOne(std::move(inner), result, "r", position_)};
      });
      outer.alternatives.push_back({ctors[i], left, std::move(body)});
    }
    return {writer_.bindOne(std::move(outer), result, "r", position_)};
  }

  [[nodiscard]] bool isEnumeration(const std::vector<ir::CtorId>& ctors) const {
    return std::ranges::all_of(
        ctors, [&](ir::CtorId ctor) { return builder_.program.constructor(ctor).fields.empty(); });
  }

  Atom numberOf(ir::TypeId type, const Atom& value) {
    return call(builder_.derived(DerivedKind::FromEnum, type), {value},
                builder_.types.scalar(TypeKind::Int), "n");
  }

  Atom equalFields(const std::vector<ir::TypeId>& types, const Atoms& a, const Atoms& b,
                   std::size_t from) {
    if (from == types.size()) return truth(true);
    const bool last = from + 1 == types.size();
    const Atom first = equal(types[from], a[from], b[from], "same");
    if (last) return first;
    const bool rest =
        std::ranges::all_of(types.begin() + static_cast<std::ptrdiff_t>(from) + 1, types.end(),
                            [&](ir::TypeId type) { return isScalar(type); });
    if (rest) {
      const Atom others = equalFields(types, a, b, from + 1);
      return primitive(PrimOp::And, {first, others}, boolType(), "same");
    }
    return conditional(
        first, [&] { return equalFields(types, a, b, from + 1); }, [&] { return truth(false); },
        boolType(), "same");
  }

  Atom compareFields(const std::vector<ir::TypeId>& types, const Atoms& a, const Atoms& b,
                     std::size_t from) {
    const TypeTable& table = builder_.module.types;
    if (from == types.size()) return ordering(table.eqCon);
    const Atom first = compare(types[from], a[from], b[from], "o");
    if (from + 1 == types.size()) return first;
    return byOrdering(
        first, [&] { return ordering(table.ltCon); },
        [&] { return compareFields(types, a, b, from + 1); }, [&] { return ordering(table.gtCon); },
        orderingType(), "o");
  }

  [[nodiscard]] std::vector<ir::TypeId> fieldTypes(ir::CtorId ctor) const {
    std::vector<ir::TypeId> types;
    for (const ir::Field& field : builder_.program.constructor(ctor).fields) {
      types.push_back(field.type);
    }
    return types;
  }

  std::vector<ir::VarId> freshFields(ir::CtorId ctor, const std::string& name) {
    std::vector<ir::VarId> variables;
    for (const ir::TypeId type : fieldTypes(ctor)) {
      variables.push_back(writer_.function.fresh(type, name));
    }
    return variables;
  }

  Atoms unpack(ir::CtorId ctor, const Atom& value, const std::string& name) {
    const std::vector<ir::TypeId> types = fieldTypes(ctor);
    return writer_.bind(ir::Unpack{ctor, value}, types,
                        std::vector<std::string>(types.size(), name), position_);
  }

  Atoms enumerate(ir::TypeId type, const Atom& value) {
    ir::Case made;
    made.scrutinee = value;
    const std::vector<ir::CtorId> ctors = builder_.program.type(type).constructors;
    if (ctors.size() == 1) {
      return {forcing(value, ir::intLiteral(0), builder_.types.scalar(TypeKind::Int))};
    }
    for (std::size_t i = 0; i < ctors.size(); ++i) {
      ir::Block body;
      body.results = {ir::intLiteral(static_cast<std::int64_t>(i))};
      made.alternatives.push_back({ctors[i], freshFields(ctors[i], "x"), std::move(body)});
    }
    return {writer_.bindOne(std::move(made), builder_.types.scalar(TypeKind::Int), "n", position_)};
  }

  // Halves the range, so that many constructors do not nest deeply. `value` is in it.
  Atom constructorNumbered(ir::TypeId type, const Atom& value, std::size_t low, std::size_t high) {
    if (high - low == 1) {
      const ir::CtorId ctor = builder_.program.type(type).constructors[low];
      return writer_.bindOne(ir::Construct{ctor, {}}, type, "r", position_);
    }
    const std::size_t middle = low + (high - low) / 2;
    const Atom below =
        primitive(PrimOp::Lt, {value, ir::intLiteral(static_cast<std::int64_t>(middle))},
                  boolType(), "below");
    return conditional(
        below, [&] { return constructorNumbered(type, value, low, middle); },
        [&] { return constructorNumbered(type, value, middle, high); }, type, "r");
  }

  Atoms denumerate(ir::TypeId type, const Atom& value) {
    const std::size_t count = builder_.program.type(type).constructors.size();
    const Atom notBelow = primitive(PrimOp::Ge, {value, ir::intLiteral(0)}, boolType(), "ok");
    const Atom below = primitive(
        PrimOp::Lt, {value, ir::intLiteral(static_cast<std::int64_t>(count))}, boolType(), "ok");
    const Atom inRange = primitive(PrimOp::And, {notBelow, below}, boolType(), "ok");
    return {conditional(
        inRange, [&] { return constructorNumbered(type, value, 0, count); },
        [&] {
          return writer_.bindOne(
              ir::Fail{"toEnum{" + builder_.program.type(type).name + "}: bad argument"}, type, "r",
              position_);
        },
        type, "r")};
  }

  [[nodiscard]] const TypeTable& table() const { return builder_.module.types; }

 private:
  ProgramBuilder& builder_;
  BodyWriter& writer_;
  ir::Position position_;
};

}  // namespace

ir::Function makeDerived(ProgramBuilder& builder, DerivedKind kind, ir::TypeId type) {
  if (kind == DerivedKind::Show || kind == DerivedKind::ShowsPrec) {
    return makeShow(builder, kind, type);
  }
  BodyWriter writer;
  const ir::Position position = builder.program.type(type).position;
  writer.function.position = position;
  Derivation derivation(builder, writer, position);
  const ir::TypeId intType = builder.types.scalar(TypeKind::Int);
  switch (kind) {
    case DerivedKind::Equal:
    case DerivedKind::Compare: {
      const Atom a = writer.addParameter(type, "a");
      const Atom b = writer.addParameter(type, "b");
      const bool equality = kind == DerivedKind::Equal;
      const ir::TypeId result = equality ? derivation.boolType() : derivation.orderingType();
      writer.function.resultTypes = {result};
      const std::vector<ir::CtorId> ctors = builder.program.type(type).constructors;
      writer.function.body.results = derivation.byConstructors(
          type, a, b, result,
          [&](std::size_t number, const Atoms& left, const Atoms& right) {
            const std::vector<ir::TypeId> fields = derivation.fieldTypes(ctors[number]);
            return equality ? derivation.equalFields(fields, left, right, 0)
                            : derivation.compareFields(fields, left, right, 0);
          },
          [&](std::size_t i, std::size_t j) {
            if (equality) return Derivation::truth(false);
            return derivation.ordering(i < j ? derivation.table().ltCon : derivation.table().gtCon);
          },
          [&](const Atom& left, const Atom& right) {
            return equality ? derivation.equal(intType, left, right, "r")
                            : derivation.compare(intType, left, right, "r");
          });
      break;
    }
    case DerivedKind::FromEnum: {
      const Atom value = writer.addParameter(type, "a");
      writer.function.resultTypes = {intType};
      writer.function.body.results = derivation.enumerate(type, value);
      break;
    }
    case DerivedKind::ToEnum: {
      const Atom value = writer.addParameter(intType, "n");
      writer.function.resultTypes = {type};
      writer.function.body.results = derivation.denumerate(type, value);
      break;
    }
    case DerivedKind::Show:
    case DerivedKind::ShowsPrec:
      break;
  }
  return std::move(writer.function);
}

ir::Atom writeComparison(ProgramBuilder& builder, BodyWriter& writer, ir::PrimOp op,
                         ir::TypeId type, const ir::Atom& a, const ir::Atom& b,
                         const std::string& name, ir::Position position) {
  return Derivation(builder, writer, position).comparison(op, type, a, b, name);
}

ir::Atom writeCompare(ProgramBuilder& builder, BodyWriter& writer, ir::TypeId type,
                      const ir::Atom& a, const ir::Atom& b, const std::string& name,
                      ir::Position position) {
  return Derivation(builder, writer, position).compare(type, a, b, name);
}

}  // namespace deforest::text
