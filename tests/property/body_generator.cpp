#include "body_generator.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace deforest::property {

using ir::Atom;
using ir::Block;
using ir::CtorId;
using ir::TypeId;
using ir::VarId;

BodyGenerator::BodyGenerator(World& world, BodyPlan plan)
    : world_(world), random_(world.random), plan_(std::move(plan)), room_(plan_.room) {
  const ir::Function& self = function();
  for (std::size_t i = 0; i < self.parameters.size(); ++i) {
    const VarId parameter = self.parameters[i];
    know(parameter, self.variables[parameter.value].type,
         i == plan_.spine ? Height::AtMost : Height::Any);
  }
}

void BodyGenerator::know(VarId variable, TypeId type, Height height) {
  scope_.push_back({variable, type, height, 0});
}

BodyGenerator::Known* BodyGenerator::find(const Atom& atom) {
  const auto* variable = std::get_if<VarId>(&atom);
  if (variable == nullptr) return nullptr;
  const auto found = std::find_if(scope_.begin(), scope_.end(),
                                  [&](const Known& known) { return known.variable == *variable; });
  support::check(found != scope_.end(), "a variable that is not in scope");
  return &*found;
}

Height BodyGenerator::heightOf(const Atom& atom) {
  const Known* known = find(atom);
  return known == nullptr ? Height::Any : known->height;
}

TypeId BodyGenerator::typeOf(const Atom& atom) {
  if (const auto* constant = std::get_if<ir::Literal>(&atom)) return scalarType(constant->kind);
  return function().variables[std::get<VarId>(atom).value].type;
}

TypeId BodyGenerator::scalarType(ir::TypeKind kind) const {
  const std::vector<ir::Type>& types = world_.program().types;
  for (std::uint32_t i = 0; i < types.size(); ++i) {
    if (types[i].kind == kind) return TypeId{i};
  }
  support::fail("a scalar type that the program has not");
}

std::vector<std::size_t> BodyGenerator::inScope(TypeId type, Height limit) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < scope_.size(); ++i) {
    if (scope_[i].type == type && scope_[i].height <= limit) found.push_back(i);
  }
  return found;
}

Atom BodyGenerator::use(std::size_t known) {
  ++scope_[known].uses;
  return scope_[known].variable;
}

std::vector<VarId> BodyGenerator::emit(ir::Operation operation, const Types& types, Height height) {
  --room_;
  std::vector<VarId> results;
  for (const TypeId type : types) {
    results.push_back(function().fresh(type, "v"));
    know(results.back(), type, height);
  }
  block_->bindings.push_back({results, std::move(operation), {}});
  return results;
}

Block BodyGenerator::nested(const std::function<Atoms()>& results) {
  Block inner;
  Block* const outer = std::exchange(block_, &inner);
  const std::size_t known = scope_.size();
  inner.results = results();
  scope_.resize(known);
  block_ = outer;
  return inner;
}

Block BodyGenerator::failing(const Types& types) {
  return nested([&] {
    const std::vector<VarId> nothing = emit(ir::Fail{"no result"}, types, Height::Any);
    return Atoms(nothing.begin(), nothing.end());
  });
}

BodyGenerator::Atoms BodyGenerator::conditional(const Atom& condition, const Types& types,
                                                Height height,
                                                const std::function<Atoms()>& makeResults) {
  std::array<Block, 2> branches;
  const std::uint32_t fails = random_.below(30);
  for (std::uint32_t i = 0; i < 2; ++i) {
    branches[i] = fails == i ? failing(types) : nested(makeResults);
  }
  const std::vector<VarId> results = emit(
      ir::Conditional{condition, std::move(branches[0]), std::move(branches[1])}, types, height);
  return {results.begin(), results.end()};
}

BodyGenerator::Atoms BodyGenerator::caseOn(
    const Atom& scrutinee, TypeId type, const Types& types, Height height,
    const std::function<Atoms(CtorId, const std::vector<VarId>&)>& makeResults) {
  // The fields of what is at most as high as the spine are lower than it.
  const Height below = heightOf(scrutinee) == Height::Any ? Height::Any : Height::Below;
  ir::Case match{scrutinee, {}};
  // A copy: defining the function may add constructors to no type, but the world may grow.
  const std::vector<CtorId> constructors = world_.constructors(type);
  for (const CtorId ctor : constructors) {
    ir::Alternative chosen{ctor, {}, {}};
    chosen.body = nested([&] {
      for (const ir::Field& field : world_.program().constructor(ctor).fields) {
        chosen.fields.push_back(function().fresh(field.type, "x"));
        know(chosen.fields.back(), field.type, below);
      }
      return makeResults(ctor, chosen.fields);
    });
    match.alternatives.push_back(std::move(chosen));
  }
  const std::vector<VarId> results = emit(std::move(match), types, height);
  return {results.begin(), results.end()};
}

std::vector<VarId> BodyGenerator::unpack(const Atom& scrutinee, TypeId type) {
  const Height below = heightOf(scrutinee) == Height::Any ? Height::Any : Height::Below;
  const CtorId ctor = world_.constructors(type)[0];
  Types types;
  for (const ir::Field& field : world_.program().constructor(ctor).fields) {
    types.push_back(field.type);
  }
  return emit(ir::Unpack{ctor, scrutinee}, types, below);
}

void BodyGenerator::finish(Atoms results) {
  body_.results = std::move(results);
  world_.builder.define(plan_.id, std::move(body_));
}

}  // namespace deforest::property
