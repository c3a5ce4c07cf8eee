// Builds programs in tests: types by name, functions binding by binding.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/primitives.hpp"
#include "ir/program.hpp"

namespace deforest::ir::testing {

/// Collects the bindings of one block of a function.
class Body {
 public:
  Body(Program& program, Function& function) : program_(program), function_(function) {}

  /// Binds one fresh variable of type `type`.
  VarId bind(const std::string& name, TypeId type, Operation operation) {
    return bindAll({{name, type}}, std::move(operation))[0];
  }

  std::vector<VarId> bindAll(const std::vector<std::pair<std::string, TypeId>>& results,
                             Operation operation) {
    std::vector<VarId> variables;
    for (const auto& [name, type] : results) variables.push_back(function_.fresh(type, name));
    block_.bindings.push_back({variables, std::move(operation), {}});
    return variables;
  }

  VarId primitive(const std::string& name, TypeId type, PrimOp op, std::vector<Atom> arguments) {
    return bind(name, type, Primitive{op, std::move(arguments)});
  }

  VarId construct(const std::string& name, CtorId ctor, std::vector<Atom> fields = {}) {
    return bind(name, program_.constructor(ctor).type, Construct{ctor, std::move(fields)});
  }

  /// The call of a function with one result.
  VarId call(const std::string& name, FunId callee, std::vector<Atom> arguments) {
    const TypeId type = program_.function(callee).resultTypes[0];
    return bind(name, type, Call{callee, std::move(arguments)});
  }

  [[nodiscard]] Block results(std::vector<Atom> atoms) {
    block_.results = std::move(atoms);
    return std::move(block_);
  }

 private:
  Program& program_;
  Function& function_;
  Block block_;
};

/// A program with all scalar types and, on demand, others. Functions are held by index: declare all
/// of them before defining any.
class Builder {
 public:
  Program program;
  TypeId intType = scalar(TypeKind::Int);
  TypeId wordType = scalar(TypeKind::Word);
  TypeId doubleType = scalar(TypeKind::Double);
  TypeId charType = scalar(TypeKind::Char);
  TypeId boolType = scalar(TypeKind::Bool);

  TypeId declareType(std::string name, DataShape shape = DataShape::Declared) {
    Type type;
    type.name = std::move(name);
    type.shape = shape;
    program.types.push_back(std::move(type));
    return TypeId{static_cast<std::uint32_t>(program.types.size() - 1)};
  }

  CtorId constructor(TypeId type, std::string name, const std::vector<TypeId>& fields = {}) {
    const CtorId id{static_cast<std::uint32_t>(program.constructors.size())};
    Constructor ctor;
    ctor.name = std::move(name);
    ctor.type = type;
    ctor.tag = static_cast<std::uint32_t>(program.type(type).constructors.size());
    for (const TypeId field : fields) ctor.fields.push_back({field, "", false});
    program.constructors.push_back(std::move(ctor));
    program.types[type.value].constructors.push_back(id);
    return id;
  }

  /// `[element]`; its constructors are `nil` and `cons`.
  TypeId list(TypeId element) {
    const TypeId type = declareType("[" + program.type(element).name + "]", DataShape::List);
    program.types[type.value].arguments = {element};
    constructor(type, "[]");
    constructor(type, ":", {element, type});
    return type;
  }
  [[nodiscard]] CtorId nil(TypeId list) const { return program.type(list).constructors[0]; }
  [[nodiscard]] CtorId cons(TypeId list) const { return program.type(list).constructors[1]; }

  TypeId tuple(const std::vector<TypeId>& elements) {
    std::string name = "(";
    for (const TypeId element : elements) {
      name += (name.size() > 1 ? ", " : "") + program.type(element).name;
    }
    const TypeId type = declareType(name + ")", DataShape::Tuple);
    program.types[type.value].arguments = elements;
    constructor(type, "(" + std::string(elements.empty() ? 0 : elements.size() - 1, ',') + ")",
                elements);
    return type;
  }

  FunId declare(std::string name, const std::vector<std::pair<std::string, TypeId>>& parameters,
                std::vector<TypeId> results) {
    Function function;
    function.name = std::move(name);
    for (const auto& [hint, type] : parameters) {
      function.parameters.push_back(function.fresh(type, hint));
    }
    function.resultTypes = std::move(results);
    program.functions.push_back(std::move(function));
    return FunId{static_cast<std::uint32_t>(program.functions.size() - 1)};
  }

  [[nodiscard]] Function& function(FunId id) { return program.functions[id.value]; }
  [[nodiscard]] VarId parameter(FunId id, std::size_t index) {
    return function(id).parameters[index];
  }
  [[nodiscard]] Body body(FunId id) { return {program, function(id)}; }
  void define(FunId id, Block block) { function(id).body = std::move(block); }
  void root(FunId id) { program.roots.push_back(id); }

  /// Fresh variables for the fields of `ctor` in function `id`.
  std::vector<VarId> fields(FunId id, CtorId ctor, const std::vector<std::string>& names) {
    std::vector<VarId> variables;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const TypeId type = program.constructor(ctor).fields[i].type;
      variables.push_back(function(id).fresh(type, names[i]));
    }
    return variables;
  }

  /// Defines `id` as a `case` on its parameter number `scrutinee`.
  void defineCase(FunId id, std::size_t scrutinee, std::vector<Alternative> alternatives) {
    Body outer = body(id);
    std::vector<std::pair<std::string, TypeId>> results;
    for (const TypeId type : function(id).resultTypes) results.push_back({"r", type});
    const std::vector<VarId> bound =
        outer.bindAll(results, Case{parameter(id, scrutinee), std::move(alternatives)});
    define(id, outer.results(std::vector<Atom>(bound.begin(), bound.end())));
  }

 private:
  TypeId scalar(TypeKind kind) {
    Type type;
    type.kind = kind;
    type.name = kindName(kind);
    program.types.push_back(std::move(type));
    return TypeId{static_cast<std::uint32_t>(program.types.size() - 1)};
  }
};

/// `data Tree = E | B Int Tree Tree` with
///   flip t = case t of { E -> E; B x l r -> B x (flip r) (flip l) }
///   sum t = case t of { E -> 0; B x l r -> x + sum l + sum r }
///   sumFlip t = sum (flip t)          -- the root
struct TreeProgram : Builder {
  TypeId tree = declareType("Tree");
  CtorId leaf = constructor(tree, "E");
  CtorId branch = constructor(tree, "B", {intType, tree, tree});
  FunId flip = declare("flip", {{"t", tree}}, {tree});
  FunId sum = declare("sum", {{"t", tree}}, {intType});
  FunId sumFlip = declare("sumFlip", {{"t", tree}}, {intType});

  TreeProgram() {
    {
      Body empty = body(flip);
      const VarId e = empty.construct("e", leaf);
      const std::vector<VarId> x = fields(flip, branch, {"x", "l", "r"});
      Body inner = body(flip);
      const VarId r1 = inner.call("r1", flip, {x[2]});
      const VarId l1 = inner.call("l1", flip, {x[1]});
      const VarId b = inner.construct("b", branch, {x[0], r1, l1});
      defineCase(flip, 0, {{leaf, {}, empty.results({e})}, {branch, x, inner.results({b})}});
    }
    {
      const std::vector<VarId> x = fields(sum, branch, {"x", "l", "r"});
      Body inner = body(sum);
      const VarId l1 = inner.call("l1", sum, {x[1]});
      const VarId r1 = inner.call("r1", sum, {x[2]});
      const VarId s1 = inner.primitive("s1", intType, PrimOp::Add, {x[0], l1});
      const VarId s2 = inner.primitive("s2", intType, PrimOp::Add, {s1, r1});
      defineCase(
          sum, 0,
          {{leaf, {}, body(sum).results({intLiteral(0)})}, {branch, x, inner.results({s2})}});
    }
    {
      Body only = body(sumFlip);
      const VarId f = only.call("f", flip, {parameter(sumFlip, 0)});
      const VarId s = only.call("s", sum, {f});
      define(sumFlip, only.results({s}));
    }
    root(sumFlip);
  }
};

}  // namespace deforest::ir::testing
