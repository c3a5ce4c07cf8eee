#include "random_program.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "ir/primitives.hpp"
#include "ir/traverse.hpp"

namespace deforest::testing {
namespace {

using ir::Atom;
using ir::Block;
using ir::CtorId;
using ir::DataShape;
using ir::FunId;
using ir::PrimOp;
using ir::TypeId;
using ir::TypeKind;
using ir::VarId;

constexpr unsigned functionCount = 7;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  ir::Program run() {
    makeTypes();
    for (unsigned i = 0; i < functionCount; ++i) makeFunction(i);
    makeMain();
    return std::move(program_);
  }

 private:
  // Numbers from 0 up to, not including, n.
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(static_cast<unsigned>(from.size()))];
  }

  // --------------------------------------------------------------------------------------- types

  TypeId addType(ir::Type type) {
    program_.types.push_back(std::move(type));
    return TypeId{static_cast<std::uint32_t>(program_.types.size() - 1)};
  }

  TypeId scalar(TypeKind kind) {
    ir::Type type;
    type.kind = kind;
    type.name = std::string(ir::kindName(kind));
    return addType(std::move(type));
  }

  TypeId data(std::string name, DataShape shape, std::vector<TypeId> arguments = {}) {
    ir::Type type;
    type.name = std::move(name);
    type.shape = shape;
    type.arguments = std::move(arguments);
    if (shape == DataShape::Declared) type.deriving = {"Show", "Eq"};
    return addType(std::move(type));
  }

  void ctor(TypeId type, std::string name, const std::vector<TypeId>& fields,
            const std::vector<std::string>& labels = {}, bool strict = false) {
    auto& constructors = program_.types[type.value].constructors;
    ir::Constructor constructor;
    constructor.name = std::move(name);
    constructor.type = type;
    constructor.tag = static_cast<std::uint32_t>(constructors.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
      constructor.fields.push_back({fields[i], labels.empty() ? "" : labels[i], strict && i == 0});
    }
    program_.constructors.push_back(std::move(constructor));
    constructors.push_back(CtorId{static_cast<std::uint32_t>(program_.constructors.size() - 1)});
  }

  void makeTypes() {
    int_ = scalar(TypeKind::Int);
    word_ = scalar(TypeKind::Word);
    double_ = scalar(TypeKind::Double);
    bool_ = scalar(TypeKind::Bool);
    char_ = scalar(TypeKind::Char);
    const auto ints = data("[Int]", DataShape::List, {int_});
    ctor(ints, "[]", {});
    ctor(ints, ":", {int_, ints});
    string_ = data("[Char]", DataShape::List, {char_});
    ctor(string_, "[]", {});
    ctor(string_, ":", {char_, string_});
    const auto tree = data("Tree", DataShape::Declared);
    ctor(tree, "E", {});
    ctor(tree, "Leaf", {int_});
    ctor(tree, "B", {tree, int_, tree});
    const auto shape = data("Shape", DataShape::Declared);
    ctor(shape, ":+:", {int_, shape});
    ctor(shape, "Dot", {double_, bool_}, {}, true);
    ctor(shape, "Left", {tree});
    const auto strict = data("D", DataShape::Declared);
    ctor(strict, "D", {int_, bool_}, {}, true);
    const auto newtype = data("N", DataShape::Declared);
    ctor(newtype, "N", {int_});
    program_.types[newtype.value].isNewtype = true;
    const auto record = data("R", DataShape::Declared);
    ctor(record, "R", {word_, tree}, {"size", "x"});
    const auto pair = data("(Int, Tree)", DataShape::Tuple, {int_, tree});
    ctor(pair, "(,)", {int_, tree});
    const auto maybe = data("Maybe Int", DataShape::Builtin, {int_});
    ctor(maybe, "Nothing", {});
    ctor(maybe, "Just", {int_});
    const auto ordering = data("Ordering", DataShape::Builtin);
    for (const auto* name : {"LT", "EQ", "GT"}) ctor(ordering, name, {});
    const auto pair1 = data("Pair Int Bool", DataShape::Declared, {int_, bool_});
    ctor(pair1, "Pair", {int_, bool_});
    const auto pair2 = data("Pair Char Tree", DataShape::Declared, {char_, tree});
    ctor(pair2, "Pair", {char_, tree});
    const auto unit = data("()", DataShape::Tuple);
    ctor(unit, "()", {});
    all_ = {int_,  int_,   double_, bool_,  char_, word_, ints,     string_, tree,  tree, tree,
            shape, strict, newtype, record, pair,  maybe, ordering, pair1,   pair2, unit};
  }

  // --------------------------------------------------------------------------------------- atoms

  struct Scope {
    std::vector<VarId> variables;
    // What the function may call itself on: fields of its parameter of the same type.
    std::vector<VarId> smaller;
  };

  ir::Function& function() { return program_.functions[current_.value]; }
  TypeId typeOf(VarId variable) { return function().variables[variable.value].type; }

  VarId bind(Block& block, Scope& scope, TypeId type, ir::Operation operation) {
    return bindAll(block, scope, {type}, std::move(operation))[0];
  }

  std::vector<VarId> bindAll(Block& block, Scope& scope, const std::vector<TypeId>& types,
                             ir::Operation operation) {
    static const std::vector<std::string> hints = {"x",  "y",   "size", "",   "acc1", "l",
                                                   "f0", "div", "t",    "_z", "case", "max"};
    std::vector<VarId> results;
    for (const auto type : types) results.push_back(function().fresh(type, pick(hints)));
    block.bindings.push_back({results, std::move(operation), {}});
    scope.variables.insert(scope.variables.end(), results.begin(), results.end());
    return results;
  }

  ir::Literal literal(TypeKind kind) {
    static const std::vector<double> doubles = {0.0,  -0.0, 1.0,       -2.5,   0.1,
                                                1e22, 1e-9, 12345.678, 5e-324, 3.0};
    static const std::vector<char32_t> chars = {U'a', U' ',  U'\n',     U'\'',
                                                U'"', U'\\', U'\u03bb', U'7'};
    switch (kind) {
      case TypeKind::Int:
        return ir::intLiteral(chance(5) ? INT64_MIN : static_cast<std::int64_t>(below(20)) - 8);
      case TypeKind::Word:
        return ir::wordLiteral(chance(10) ? UINT64_MAX : below(9));
      case TypeKind::Bool:
        return ir::boolLiteral(chance(50));
      case TypeKind::Char:
        return ir::charLiteral(pick(chars));
      default:
        return ir::doubleLiteral(pick(doubles));
    }
  }

  Atom atom(Block& block, Scope& scope, TypeId type, unsigned depth = 3) {
    std::vector<VarId> found;
    for (const auto variable : scope.variables) {
      if (typeOf(variable) == type) found.push_back(variable);
    }
    if (!found.empty() && chance(80)) return pick(found);
    if (program_.type(type).kind != TypeKind::Data) return literal(program_.type(type).kind);
    if (!found.empty() && depth == 0) return pick(found);
    return bind(block, scope, type, construct(block, scope, type, depth));
  }

  // Of the constructors of a type those whose fields can be made within the depth.
  ir::Operation construct(Block& block, Scope& scope, TypeId type, unsigned depth) {
    const auto constructors = program_.type(type).constructors;
    CtorId ctor = pick(constructors);
    const auto recursive = [&](CtorId id) {
      const auto& fields = program_.constructor(id).fields;
      return std::any_of(fields.begin(), fields.end(),
                         [&](const ir::Field& field) { return field.type == type; });
    };
    while (depth == 0 && recursive(ctor)) ctor = pick(constructors);
    std::vector<Atom> fields;
    const auto types = program_.constructor(ctor).fields;
    for (const auto& field : types) {
      fields.push_back(atom(block, scope, field.type, depth == 0 ? 0 : depth - 1));
    }
    return ir::Construct{ctor, std::move(fields)};
  }

  // ---------------------------------------------------------------------------------- operations

  void addPrimitive(Block& block, Scope& scope) {
    using enum PrimOp;
    const auto any = [&](TypeId type) { return atom(block, scope, type); };
    const auto add = [&](TypeId result, PrimOp op, std::vector<Atom> arguments) {
      bind(block, scope, result, ir::Primitive{op, std::move(arguments)});
    };
    const TypeId number = pick(std::vector<TypeId>{int_, int_, word_, double_});
    const TypeId integral = chance(70) ? int_ : word_;
    switch (below(18)) {
      case 0:
      case 1:
      case 2:
        return add(number, pick(std::vector{Add, Sub, Mul}), {any(number), any(number)});
      case 3:
        return add(number, pick(std::vector{Negate, Abs, Signum}), {any(number)});
      case 4: {
        const TypeId type = pick(std::vector<TypeId>{int_, word_, double_, char_, bool_});
        return add(type, chance(50) ? Min : Max, {any(type), any(type)});
      }
      case 5: {
        const Atom divisor = chance(85) ? Atom(integral == int_ ? ir::intLiteral(3 - below(2) * 7)
                                                                : ir::wordLiteral(5))
                                        : any(integral);
        return add(integral, pick(std::vector{Div, Mod, Quot, Rem}), {any(integral), divisor});
      }
      case 6: {
        // A quotient of literals may be an infinity, which is read back as a literal.
        const Atom first = any(double_);
        const bool literal = std::holds_alternative<ir::Literal>(first);
        return add(double_, chance(70) && !literal ? FDiv : Pow, {first, any(double_)});
      }
      case 7:
        return add(double_, pick(std::vector{Sqrt, Exp, Sin, Cos}), {any(double_)});
      case 8:
        return add(number, IntPow, {any(number), ir::intLiteral(below(5))});
      case 9:
      case 10: {
        const TypeId type = pick(std::vector<TypeId>{int_, int_, word_, double_, char_, bool_});
        return add(bool_, pick(std::vector{Eq, Ne, Lt, Le, Gt, Ge}), {any(type), any(type)});
      }
      case 11:
        return add(bool_, chance(50) ? And : Or, {any(bool_), any(bool_)});
      case 12:
        return add(bool_, Not, {any(bool_)});
      case 13:
        return add(bool_, chance(50) ? Even : Odd, {any(integral)});
      case 14:
        return add(number, FromIntegral, {any(integral)});
      case 15:
        if (chance(50)) return add(int_, Ord, {any(char_)});
        return chance(50) ? add(char_, Chr, {ir::intLiteral(below(400))})
                          : add(int_, pick(std::vector{Truncate, Floor, Ceiling, Round}),
                                {ir::doubleLiteral(below(100) * 0.5 - 20)});
      case 16:
        if (chance(40)) {
          return add(integral, pick(std::vector{BitAnd, BitOr, BitXor}),
                     {any(integral), any(integral)});
        }
        if (chance(50)) {
          return add(integral, chance(50) ? ShiftL : ShiftR,
                     {any(integral), ir::intLiteral(below(70))});
        }
        if (chance(50)) return add(integral, Complement, {any(integral)});
        return chance(50) ? add(int_, PopCount, {any(integral)})
                          : add(bool_, TestBit, {any(integral), ir::intLiteral(below(70))});
      default: {
        const TypeId first = pick(all_), second = pick(all_);
        return add(second, Seq, {any(first), any(second)});
      }
    }
  }

  std::vector<Atom> arguments(Block& block, Scope& scope, FunId callee) {
    std::vector<Atom> atoms;
    const auto parameters = program_.function(callee).parameters;
    for (const auto parameter : parameters) {
      const TypeId type = program_.function(callee).variables[parameter.value].type;
      atoms.push_back(atom(block, scope, type));
    }
    return atoms;
  }

  void addCall(Block& block, Scope& scope, FunId callee) {
    auto atoms = arguments(block, scope, callee);
    if (callee == current_) atoms[0] = pick(scope.smaller);
    const auto types = program_.function(callee).resultTypes;
    bindAll(block, scope, types, ir::Call{callee, std::move(atoms)});
  }

  void addUnpack(Block& block, Scope& scope) {
    std::vector<VarId> found;
    for (const auto variable : scope.variables) {
      // A match that binds nothing is not read back: it is no binding to the front end.
      const auto& constructors = program_.type(typeOf(variable)).constructors;
      if (constructors.size() == 1 && !program_.constructor(constructors[0]).fields.empty()) {
        found.push_back(variable);
      }
    }
    if (found.empty()) return addPrimitive(block, scope);
    const VarId scrutinee = pick(found);
    const CtorId ctor = program_.type(typeOf(scrutinee)).constructors[0];
    std::vector<TypeId> types;
    for (const auto& field : program_.constructor(ctor).fields) types.push_back(field.type);
    bindAll(block, scope, types, ir::Unpack{ctor, scrutinee});
  }

  std::vector<TypeId> someTypes() {
    std::vector<TypeId> types;
    const unsigned count = chance(65) ? 1 : 2 + below(2);
    for (unsigned i = 0; i < count; ++i) types.push_back(pick(all_));
    return types;
  }

  void addConditional(Block& block, Scope& scope, unsigned depth) {
    const Atom condition = atom(block, scope, bool_);
    const auto types = someTypes();
    Block yes = makeBlock(scope, types, depth - 1);
    Block no = makeBlock(scope, types, depth - 1);
    if (chance(5)) {
      Scope inner = scope;
      yes = {};
      for (const auto result : bindAll(yes, inner, types, ir::Fail{"no \"such\"\n\u03bb"})) {
        yes.results.emplace_back(result);
      }
    }
    bindAll(block, scope, types, ir::Conditional{condition, std::move(yes), std::move(no)});
  }

  ir::Case makeCase(const Scope& scope, VarId scrutinee, const std::vector<TypeId>& types,
                    unsigned depth) {
    ir::Case match;
    match.scrutinee = scrutinee;
    const TypeId type = typeOf(scrutinee);
    const auto constructors = program_.type(type).constructors;
    const bool parameter = scrutinee == function().parameters[0];
    for (const auto ctor : constructors) {
      Scope inner = scope;
      ir::Alternative alternative;
      alternative.ctor = ctor;
      const auto fields = program_.constructor(ctor).fields;
      for (const auto& field : fields) {
        const VarId variable = function().fresh(field.type, chance(50) ? "l" : "rest");
        alternative.fields.push_back(variable);
        inner.variables.push_back(variable);
        const auto& smaller = scope.smaller;
        const bool within = std::find(smaller.begin(), smaller.end(), scrutinee) != smaller.end();
        if (field.type == type && (parameter || within)) inner.smaller.push_back(variable);
      }
      alternative.body = makeBlock(inner, types, depth);
      match.alternatives.push_back(std::move(alternative));
    }
    return match;
  }

  void addCase(Block& block, Scope& scope, unsigned depth) {
    std::vector<VarId> found;
    for (const auto variable : scope.variables) {
      if (program_.type(typeOf(variable)).constructors.size() > 1) found.push_back(variable);
    }
    if (found.empty()) return addPrimitive(block, scope);
    const auto types = someTypes();
    ir::Case match = makeCase(scope, pick(found), types, depth - 1);
    bindAll(block, scope, types, std::move(match));
  }

  Block makeBlock(Scope scope, const std::vector<TypeId>& types, unsigned depth) {
    Block block;
    const unsigned count = below(5);
    for (unsigned i = 0; i < count; ++i) {
      const unsigned kind = below(100);
      if (kind < 45) {
        addPrimitive(block, scope);
      } else if (kind < 55 && current_.value > 0) {
        addCall(block, scope, FunId{below(current_.value)});
      } else if (kind < 70 && !scope.smaller.empty()) {
        addCall(block, scope, current_);
      } else if (kind < 78) {
        addUnpack(block, scope);
      } else if (kind < 88) {
        const TypeId type = pick(all_);
        if (program_.type(type).kind == TypeKind::Data) {
          bind(block, scope, type, construct(block, scope, type, 2));
        }
      } else if (depth > 0) {
        chance(60) ? addConditional(block, scope, depth) : addCase(block, scope, depth);
      }
    }
    for (const auto type : types) block.results.push_back(atom(block, scope, type));
    return block;
  }

  void makeFunction(unsigned index) {
    static const std::vector<std::string> names = {"sum", "f0",  "<+>",  "div",
                                                   "f",   "go'", "flip", "max"};
    current_ = FunId{index};
    program_.functions.emplace_back();
    function().name = names[index];
    const unsigned parameters = 1 + below(3);
    for (unsigned i = 0; i < parameters; ++i) {
      const VarId parameter = function().fresh(pick(all_), chance(50) ? "t" : "k");
      function().parameters.push_back(parameter);
    }
    Scope scope;
    scope.variables = function().parameters;
    function().resultTypes = someTypes();
    const auto types = function().resultTypes;
    const VarId first = function().parameters[0];
    if (program_.type(typeOf(first)).constructors.size() < 2 || chance(15)) {
      Block body = makeBlock(scope, types, 2);
      function().body = std::move(body);
      return;
    }
    ir::Case match = makeCase(scope, first, types, 2);
    Block body;
    for (const auto result : bindAll(body, scope, types, std::move(match))) {
      body.results.emplace_back(result);
    }
    function().body = std::move(body);
  }

  void makeMain() {
    current_ = FunId{functionCount};
    program_.functions.emplace_back();
    function().name = "main";
    Block body;
    Scope scope;
    for (unsigned i = 0; i < functionCount; ++i) {
      for (int repeat = 0; repeat < 2; ++repeat) addCall(body, scope, FunId{i});
    }
    std::vector<Atom> results;
    for (const auto& binding : body.bindings) {
      if (!std::holds_alternative<ir::Call>(binding.operation)) continue;
      results.insert(results.end(), binding.results.begin(), binding.results.end());
    }
    results.emplace_back(literal(TypeKind::Word));
    for (const auto& result : results) {
      const auto* variable = ir::variableOf(result);
      const TypeId type = variable == nullptr ? word_ : typeOf(*variable);
      const bool text = type == string_ && chance(50);
      program_.outputs.push_back(text ? ir::Output::PutStrLn : ir::Output::Print);
      function().resultTypes.push_back(type);
    }
    body.results = std::move(results);
    function().body = std::move(body);
    program_.roots = {current_};
  }

  std::mt19937_64 random_;
  ir::Program program_;
  TypeId int_, word_, double_, bool_, char_, string_;
  std::vector<TypeId> all_;
  FunId current_;
};

}  // namespace

ir::Program randomProgram(std::uint64_t seed) {
  return Generator(seed).run();
}

}  // namespace deforest::testing
