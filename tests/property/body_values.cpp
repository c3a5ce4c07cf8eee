// Values of a wanted type: a variable, a call, a construction, a branch.
#include <algorithm>

#include "body_generator.hpp"
#include "support/check.hpp"

namespace deforest::property {

using ir::Atom;
using ir::CtorId;
using ir::TypeId;
using ir::VarId;

bool BodyGenerator::canConstruct(CtorId ctor, Height limit) const {
  if (limit == Height::Any) return true;
  if (limit == Height::Below) {
    // Height 1 is lower than the spine where the spine has data below it.
    if (world_.isInner(ctor)) return false;
    for (const Known& known : scope_) {
      if (known.height == Height::Below && world_.isData(known.type)) return true;
    }
    return false;
  }
  for (const ir::Field& field : world_.program().constructor(ctor).fields) {
    if (world_.isData(field.type) && !canMake(field.type, Height::Below)) return false;
  }
  return true;
}

bool BodyGenerator::canMake(TypeId type, Height limit) const {
  if (limit == Height::Any || !world_.isData(type) || !inScope(type, limit).empty()) return true;
  const std::optional<CtorId> leaf = world_.leaf(type);
  return leaf && canConstruct(*leaf, limit);
}

std::vector<BodyGenerator::Choice> BodyGenerator::callsFor(TypeId type, Height limit) const {
  std::vector<Choice> choices;
  const auto consider = [&](const Signature& callee, bool inGroup) {
    if (limit != Height::Any && !callee.bounded) return;
    if (callee.spine) {
      const TypeId spine = world_.spineType(callee);
      if (!canMake(spine, inGroup ? Height::Below : limit)) return;
    }
    const std::vector<TypeId>& results = world_.program().function(callee.id).resultTypes;
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i] == type) choices.push_back({callee, i, inGroup});
    }
  };
  for (const Signature& callee : plan_.group) consider(callee, true);
  if (plan_.callsOthers) {
    for (const Signature& callee : world_.functions) consider(callee, false);
  }
  return choices;
}

BodyGenerator::Atoms BodyGenerator::call(const Signature& callee, const Atom* spine,
                                         Height spineLimit, int fuel) {
  // A copy: making arguments adds variables to this function, which may be the callee.
  const ir::Function target = world_.program().function(callee.id);
  Atoms arguments;
  Height height = Height::Any;
  for (std::size_t i = 0; i < target.parameters.size(); ++i) {
    const TypeId type = target.variables[target.parameters[i].value].type;
    if (i == callee.spine) {
      arguments.push_back(spine != nullptr ? *spine : make(type, spineLimit, fuel - 1));
      if (callee.bounded) height = heightOf(arguments.back());
    } else if (std::count(callee.counters.begin(), callee.counters.end(), i) != 0) {
      arguments.push_back(counter(fuel - 1));
    } else {
      arguments.push_back(make(type, Height::Any, fuel - 1));
    }
  }
  const std::vector<VarId> results =
      emit(ir::Call{callee.id, arguments}, target.resultTypes, height);
  return {results.begin(), results.end()};
}

Atom BodyGenerator::counter(int fuel) {
  if (random_.chance(60)) return ir::intLiteral(random_.between(0, 3));
  const TypeId type = world_.builder.intType;
  const Atom any = make(type, Height::Any, fuel);
  return primitive(ir::PrimOp::Mod, {any, ir::intLiteral(random_.between(2, 5))}, type);
}

// The positions in scope of data that can be taken apart: by a match, or by unpacking.
std::vector<std::size_t> BodyGenerator::matchable(bool several) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < scope_.size(); ++i) {
    if (!world_.isData(scope_[i].type)) continue;
    if ((world_.constructors(scope_[i].type).size() > 1) == several) found.push_back(i);
  }
  return found;
}

Atom BodyGenerator::make(TypeId type, Height limit, int fuel) {
  if (room_ <= 0) fuel = 0;
  if (fuel > 0 && random_.chance(3)) clutter(type);
  const std::vector<std::size_t> variables = inScope(type, limit);
  if (!variables.empty() && random_.chance(fuel > 0 ? (fuel > 1 ? 35 : 60) : 80)) {
    std::vector<unsigned> weights;
    for (const std::size_t known : variables) weights.push_back(scope_[known].uses == 0 ? 4 : 1);
    return use(variables[random_.weighted(weights)]);
  }
  return world_.isData(type) ? makeData(type, limit, fuel) : makeScalar(type, fuel);
}

Atom BodyGenerator::makeCalling(TypeId type, Height limit, int fuel) {
  const std::vector<Choice> choices = callsFor(type, limit);
  std::vector<unsigned> weights;
  for (const Choice& choice : choices) weights.push_back(choice.inGroup ? 5 : 2);
  const Choice chosen = choices[random_.weighted(weights)];
  Height spineLimit = chosen.inGroup ? Height::Below : limit;
  if (chosen.callee.spine && spineLimit == Height::Any && random_.chance(60) &&
      canMake(world_.spineType(chosen.callee), Height::Below)) {
    spineLimit = Height::Below;
  }
  return call(chosen.callee, nullptr, spineLimit, fuel)[chosen.result];
}

Atom BodyGenerator::makeBranching(TypeId type, Height limit, int fuel) {
  const Atom condition = make(world_.builder.boolType, Height::Any, fuel - 1);
  Types types{type};
  if (random_.chance(30)) types.push_back(random_.chance(50) ? type : world_.builder.intType);
  return conditional(condition, types, limit, [&] {
    Atoms results;
    for (const TypeId wanted : types) results.push_back(make(wanted, limit, fuel - 2));
    return results;
  })[0];
}

Atom BodyGenerator::makeMatching(TypeId type, Height limit, int fuel) {
  const Known known = scope_[random_.pick(matchable(true))];
  return caseOn(known.variable, known.type, {type}, limit,
                [&](CtorId /*ctor*/, const std::vector<VarId>& /*fields*/) {
                  return Atoms{make(type, limit, fuel - 2)};
                })[0];
}

Atom BodyGenerator::makeData(TypeId type, Height limit, int fuel) {
  support::check(canMake(type, limit), "a datum is wanted that cannot be made");
  const std::vector<std::size_t> variables = inScope(type, limit);
  std::vector<CtorId> constructible;
  for (const CtorId ctor : world_.constructors(type)) {
    if (canConstruct(ctor, limit)) constructible.push_back(ctor);
  }
  const bool active = fuel > 0;
  const std::vector<std::size_t> records = matchable(false);
  if (active && !records.empty() && random_.chance(30)) {
    const Known known = scope_[random_.pick(records)];
    unpack(known.variable, known.type);
  }
  const unsigned calls = active && !callsFor(type, limit).empty() ? 8 : 0;
  const unsigned builds = constructible.empty() ? 0 : (active ? 3 : 1);
  const unsigned matches = active && fuel > 2 && !matchable(true).empty() ? 1 : 0;
  switch (
      random_.weighted({variables.empty() ? 0U : 3U, calls, builds, active ? 2U : 0U, matches})) {
    case 0:
      return use(random_.pick(variables));
    case 1:
      return makeCalling(type, limit, fuel);
    case 2: {
      // Without fuel the first constructor, which leads to an end.
      const CtorId ctor = active ? random_.pick(constructible) : constructible[0];
      return construct(ctor, limit, fuel);
    }
    case 3:
      return makeBranching(type, limit, fuel);
    default:
      return makeMatching(type, limit, fuel);
  }
}

Atom BodyGenerator::construct(CtorId ctor, Height limit, int fuel) {
  const ir::Constructor constructor = world_.program().constructor(ctor);
  const Height below = limit == Height::Any ? Height::Any : Height::Below;
  Atoms fields;
  for (const ir::Field& field : constructor.fields) {
    fields.push_back(make(field.type, below, fuel - 1));
  }
  return emit(ir::Construct{ctor, fields}, {constructor.type}, limit)[0];
}

// Something that is perhaps not used.
void BodyGenerator::clutter(TypeId type) {
  const std::vector<std::size_t> variables = inScope(type, Height::Any);
  if (variables.empty()) return;
  const std::size_t known = random_.pick(variables);
  const Height height = scope_[known].height;
  const VarId variable = scope_[known].variable;
  switch (random_.below(3)) {
    case 0:
      emit(ir::Copy{{variable}}, {type}, height);
      break;
    case 1:
      emit(
          ir::Primitive{ir::PrimOp::Seq, {scope_[random_.below(scope_.size())].variable, variable}},
          {type}, height);
      break;
    default:
      make(type, Height::Any, 1);
      break;
  }
}

}  // namespace deforest::property
