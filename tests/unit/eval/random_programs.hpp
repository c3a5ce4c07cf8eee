// Random well-formed programs, and an interpreter of them that walks the tree: slow, recursive,
// short, and independent of the register code.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../ir/builder.hpp"
#include "eval/random.hpp"
#include "eval/value.hpp"
#include "ir/traverse.hpp"

namespace deforest::eval::testing {

struct Datum;
using Node = std::shared_ptr<const Datum>;
struct Datum {
  std::uint64_t bits = 0;
  ir::CtorId ctor;
  std::vector<Node> fields;
};

/// Runs a function by walking its body. Nothing: it fails; `error` then has the message.
class TreeWalker {
 public:
  explicit TreeWalker(const ir::Program& program) : program_(program) {}

  std::string error;
  std::size_t calls = 0;
  std::size_t allocations = 0;

  std::optional<std::vector<Node>> call(ir::FunId id, const std::vector<Node>& arguments) {
    ++calls;
    const ir::Function& function = program_.function(id);
    std::vector<Node> environment(function.variables.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      environment[function.parameters[i].value] = arguments[i];
    }
    return block(function, function.body, environment);
  }

 private:
  using Environment = std::vector<Node>;
  using Results = std::optional<std::vector<Node>>;

  static Node scalar(std::uint64_t bits) { return std::make_shared<Datum>(Datum{bits, {}, {}}); }

  static Node atom(const ir::Atom& atom, const Environment& environment) {
    if (const auto* literal = std::get_if<ir::Literal>(&atom)) return scalar(literal->bits);
    return environment[std::get<ir::VarId>(atom).value];
  }
  static std::vector<Node> atoms(const std::vector<ir::Atom>& list,
                                 const Environment& environment) {
    std::vector<Node> nodes;
    for (const ir::Atom& each : list) nodes.push_back(atom(each, environment));
    return nodes;
  }

  Results block(const ir::Function& function, const ir::Block& block, Environment& environment) {
    for (const ir::Binding& binding : block.bindings) {
      const Results results = operation(function, binding, environment);
      if (!results) return std::nullopt;
      for (std::size_t i = 0; i < binding.results.size(); ++i) {
        environment[binding.results[i].value] = (*results)[i];
      }
    }
    return atoms(block.results, environment);
  }

  ir::TypeKind kindOf(const ir::Function& function, const ir::Atom& atom) const {
    if (const auto* literal = std::get_if<ir::Literal>(&atom)) return literal->kind;
    return program_.type(function.variables[std::get<ir::VarId>(atom).value].type).kind;
  }

  Results primitive(const ir::Function& function, const ir::Binding& binding,
                    const ir::Primitive& op, const Environment& environment) {
    if (op.op == ir::PrimOp::Seq) return std::vector{atom(op.arguments[1], environment)};
    std::vector<ir::Literal> operands;
    for (const ir::Atom& each : op.arguments) {
      operands.push_back({kindOf(function, each), atom(each, environment)->bits});
    }
    const auto value = ir::evaluate(op.op, operands, kindOf(function, binding.results[0]));
    if (value) return std::vector{scalar(value->bits)};
    error = ir::errorMessage(op.op, operands);
    return std::nullopt;
  }

  Results operation(const ir::Function& function, const ir::Binding& binding,
                    Environment& environment) {
    return support::match(
        binding.operation,
        [&](const ir::Copy& op) -> Results { return atoms(op.atoms, environment); },
        [&](const ir::Primitive& op) -> Results {
          return primitive(function, binding, op, environment);
        },
        [&](const ir::Construct& op) -> Results {
          const bool isNewtype = program_.type(program_.constructor(op.ctor).type).isNewtype;
          if (!op.fields.empty() && !isNewtype) ++allocations;
          return std::vector<Node>{
              std::make_shared<Datum>(Datum{0, op.ctor, atoms(op.fields, environment)})};
        },
        [&](const ir::Call& op) -> Results {
          return call(op.callee, atoms(op.arguments, environment));
        },
        [&](const ir::Unpack& op) -> Results { return atom(op.scrutinee, environment)->fields; },
        [&](const ir::Fail& op) -> Results {
          error = op.message;
          return std::nullopt;
        },
        [&](const ir::Foreign&) -> Results { return std::nullopt; },  // none is generated
        [&](const ir::Conditional& op) -> Results {
          const bool holds = atom(op.condition, environment)->bits != 0;
          return block(function, holds ? op.whenTrue : op.whenFalse, environment);
        },
        [&](const ir::Case& op) -> Results {
          const Node scrutinee = atom(op.scrutinee, environment);
          const ir::Alternative& chosen =
              op.alternatives[program_.constructor(scrutinee->ctor).tag];
          for (std::size_t i = 0; i < chosen.fields.size(); ++i) {
            environment[chosen.fields[i].value] = scrutinee->fields[i];
          }
          return block(function, chosen.body, environment);
        });
  }

  const ir::Program& program_;
};

/// Functions over Int, Bool, a pair, a newtype and a tree; each calls earlier ones only.
class RandomProgram : public ir::testing::Builder {
 public:
  ir::TypeId pair = tuple({intType, boolType});
  ir::TypeId tree = declareType("Tree");
  ir::CtorId leaf = constructor(tree, "Leaf");
  ir::CtorId one = constructor(tree, "One", {intType});
  ir::CtorId two = constructor(tree, "Two", {tree, intType, tree});
  ir::TypeId box = declareType("Box");
  ir::CtorId boxed = constructor(box, "Box", {tree});

  explicit RandomProgram(std::uint64_t seed) : random_(seed) {
    program.types[box.value].isNewtype = true;
    for (int i = 0; i < 6; ++i) addFunction("f" + std::to_string(i));
  }

  Node randomValue(ir::TypeId type, unsigned depth = 4) {
    if (type == intType) return scalar(static_cast<std::uint64_t>(random_.between(-3, 5)));
    if (type == boolType) return scalar(random_.below(2));
    const std::vector<ir::CtorId>& ctors = program.type(type).constructors;
    const ir::CtorId ctor = depth == 0 ? ctors[0] : ctors[random_.below(ctors.size())];
    std::vector<Node> fields;
    for (const ir::Field& field : program.constructor(ctor).fields) {
      fields.push_back(randomValue(field.type, depth == 0 ? 0 : depth - 1));
    }
    return std::make_shared<Datum>(Datum{0, ctor, fields});
  }

 private:
  static Node scalar(std::uint64_t bits) { return std::make_shared<Datum>(Datum{bits, {}, {}}); }

  using Scope = std::vector<ir::VarId>;

  ir::TypeId randomType() {
    const std::array<ir::TypeId, 5> types = {intType, boolType, pair, tree, box};
    return random_.choose(types);
  }

  std::vector<ir::TypeId> randomTypes(std::size_t least) {
    std::vector<ir::TypeId> types(least + random_.below(3));
    for (ir::TypeId& type : types) type = randomType();
    return types;
  }

  void addFunction(const std::string& name) {
    std::vector<std::pair<std::string, ir::TypeId>> parameters;
    for (const ir::TypeId type : randomTypes(0)) parameters.push_back({"p", type});
    const ir::FunId id = declare(name, parameters, randomTypes(1));
    current_ = id;
    Scope scope = function(id).parameters;
    const std::vector<ir::TypeId> results = function(id).resultTypes;
    define(id, block(scope, results, 3));
    root(id);
  }

  ir::TypeId typeOf(ir::VarId variable) {
    return function(current_).variables[variable.value].type;
  }

  // An atom of a type: a variable in scope, or a literal, or newly made.
  ir::Atom atom(ir::TypeId type, Scope& scope, std::vector<ir::Binding>& bindings) {
    Scope fitting;
    for (const ir::VarId variable : scope) {
      if (typeOf(variable) == type) fitting.push_back(variable);
    }
    if (!fitting.empty() && !random_.oneIn(4)) return fitting[random_.below(fitting.size())];
    if (type == intType) return ir::intLiteral(random_.between(-2, 3));
    if (type == boolType) return ir::boolLiteral(random_.oneIn(2));
    const std::vector<ir::CtorId>& ctors = program.type(type).constructors;
    return construct(ctors[random_.oneIn(3) ? random_.below(ctors.size()) : 0], scope, bindings);
  }

  ir::VarId construct(ir::CtorId ctor, Scope& scope, std::vector<ir::Binding>& bindings) {
    std::vector<ir::Atom> fields;
    const std::vector<ir::Field> types = program.constructor(ctor).fields;
    for (const ir::Field& field : types) fields.push_back(atom(field.type, scope, bindings));
    return bind({program.constructor(ctor).type}, ir::Construct{ctor, fields}, scope, bindings)[0];
  }

  std::vector<ir::VarId> bind(const std::vector<ir::TypeId>& types, ir::Operation operation,
                              Scope& scope, std::vector<ir::Binding>& bindings) {
    std::vector<ir::VarId> results;
    for (const ir::TypeId type : types) results.push_back(function(current_).fresh(type, "v"));
    bindings.push_back({results, std::move(operation), {}});
    scope.insert(scope.end(), results.begin(), results.end());
    return results;
  }

  ir::Block block(Scope scope, const std::vector<ir::TypeId>& results, unsigned depth) {
    ir::Block block;
    const std::size_t count = random_.below(6);
    for (std::size_t i = 0; i < count; ++i) addBinding(scope, block.bindings, depth);
    // Often end in something that may be in tail position.
    if (depth > 0 && random_.oneIn(2)) {
      const std::size_t before = block.bindings.size();
      branch(results, scope, block.bindings, depth - 1);
      if (block.bindings.size() > before) {
        const std::vector<ir::VarId>& bound = block.bindings.back().results;
        block.results.assign(bound.begin(), bound.end());
        return block;
      }
    }
    for (const ir::TypeId type : results) {
      block.results.push_back(atom(type, scope, block.bindings));
    }
    return block;
  }

  // A branching or a call with results of these types.
  void branch(const std::vector<ir::TypeId>& results, Scope& scope,
              std::vector<ir::Binding>& bindings, unsigned depth) {
    for (std::uint32_t i = 0; i < current_.value; ++i) {
      if (program.functions[i].resultTypes == results && random_.oneIn(2)) {
        addCall(ir::FunId{i}, scope, bindings);
        return;
      }
    }
    Scope trees;
    for (const ir::VarId variable : scope) {
      if (typeOf(variable) == tree) trees.push_back(variable);
    }
    if (!trees.empty() && random_.oneIn(2)) {
      const ir::VarId scrutinee = trees[random_.below(trees.size())];
      std::vector<ir::Alternative> alternatives;
      for (const ir::CtorId ctor : {leaf, one, two}) {
        ir::Alternative alternative{ctor, {}, {}};
        Scope inner = scope;
        for (const ir::Field& field : std::vector(program.constructor(ctor).fields)) {
          alternative.fields.push_back(function(current_).fresh(field.type, "x"));
          inner.push_back(alternative.fields.back());
        }
        alternative.body = block(inner, results, depth);
        alternatives.push_back(std::move(alternative));
      }
      bind(results, ir::Case{scrutinee, std::move(alternatives)}, scope, bindings);
      return;
    }
    const ir::Atom condition = atom(boolType, scope, bindings);
    ir::Block yes = block(scope, results, depth);
    ir::Block no = block(scope, results, depth);
    bind(results, ir::Conditional{condition, std::move(yes), std::move(no)}, scope, bindings);
  }

  void addCall(ir::FunId callee, Scope& scope, std::vector<ir::Binding>& bindings) {
    std::vector<ir::Atom> arguments;
    const ir::Function target = program.function(callee);
    for (const ir::VarId parameter : target.parameters) {
      arguments.push_back(atom(target.variables[parameter.value].type, scope, bindings));
    }
    bind(target.resultTypes, ir::Call{callee, arguments}, scope, bindings);
  }

  void addBinding(Scope& scope, std::vector<ir::Binding>& bindings, unsigned depth) {
    switch (random_.below(9)) {
      case 0: {
        const ir::TypeId type = randomType();
        const ir::Atom value = atom(type, scope, bindings);
        bind({type}, ir::Copy{{value}}, scope, bindings);
        return;
      }
      case 1:
      case 2: {
        const std::array<ir::PrimOp, 6> ops = {ir::PrimOp::Add, ir::PrimOp::Sub, ir::PrimOp::Mul,
                                               ir::PrimOp::Div, ir::PrimOp::Max, ir::PrimOp::Quot};
        const ir::Atom x = atom(intType, scope, bindings);
        const ir::Atom y = atom(intType, scope, bindings);
        bind({intType}, ir::Primitive{random_.choose(ops), {x, y}}, scope, bindings);
        return;
      }
      case 3: {
        const ir::Atom x = atom(intType, scope, bindings);
        const ir::Atom y = atom(intType, scope, bindings);
        bind({boolType}, ir::Primitive{ir::PrimOp::Lt, {x, y}}, scope, bindings);
        return;
      }
      case 4: {
        const std::array<ir::CtorId, 4> ctors = {one, two, boxed,
                                                 program.type(pair).constructors[0]};
        construct(random_.choose(ctors), scope, bindings);
        return;
      }
      case 5: {
        const bool newtype = random_.oneIn(2);
        const ir::Atom value = atom(newtype ? box : pair, scope, bindings);
        if (newtype) {
          bind({tree}, ir::Unpack{boxed, value}, scope, bindings);
        } else {
          bind({intType, boolType}, ir::Unpack{program.type(pair).constructors[0], value}, scope,
               bindings);
        }
        return;
      }
      case 6:
        if (current_.value > 0) {
          addCall(ir::FunId{static_cast<std::uint32_t>(random_.below(current_.value))}, scope,
                  bindings);
        }
        return;
      case 7:
        if (depth > 0) branch(randomTypes(1), scope, bindings, depth - 1);
        return;
      default: {
        const ir::Atom x = atom(intType, scope, bindings);
        const ir::TypeId type = randomType();
        const ir::Atom y = atom(type, scope, bindings);
        if (random_.oneIn(20)) {
          bind({type}, ir::Fail{"unlucky"}, scope, bindings);
        } else {
          bind({type}, ir::Primitive{ir::PrimOp::Seq, {x, y}}, scope, bindings);
        }
        return;
      }
    }
  }

  Random random_;
  ir::FunId current_;
};

}  // namespace deforest::eval::testing
