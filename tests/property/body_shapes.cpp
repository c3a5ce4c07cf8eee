// Whole functions: recursion on a spine, and chains of calls.
#include <algorithm>

#include "body_generator.hpp"

namespace deforest::property {

using ir::Atom;
using ir::CtorId;
using ir::TypeId;
using ir::VarId;

BodyGenerator::Atoms BodyGenerator::makeResults(int fuel) {
  Atoms results;
  const Types types = function().resultTypes;
  for (const TypeId type : types) results.push_back(make(type, resultLimit(), fuel));
  return results;
}

void BodyGenerator::defineByRecursion() {
  switch (random_.weighted({14, 2, 3, 2})) {
    case 0:
      return finish(matchSpine());
    case 1: {
      make(random_.pick(world_.scalars), Height::Any, 2);
      return finish(matchSpine());
    }
    case 2: {
      const Atom condition = make(world_.builder.boolType, Height::Any, 2);
      const bool first = random_.chance(50);
      bool now = first;
      const Types types = function().resultTypes;
      return finish(conditional(condition, types, resultLimit(), [&] {
        return std::exchange(now, !now) ? matchSpine() : makeResults(2);
      }));
    }
    default: {
      matchSpine();
      return finish(makeResults(2));
    }
  }
}

BodyGenerator::Atoms BodyGenerator::matchSpine() {
  const VarId spine = function().parameters[*plan_.spine];
  const TypeId type = typeOf(spine);
  const Types types = function().resultTypes;
  if (world_.constructors(type).size() == 1) {
    const std::vector<VarId> fields = unpack(spine, type);
    return alternative(world_.constructors(type)[0], fields);
  }
  return caseOn(
      spine, type, types, resultLimit(),
      [&](CtorId ctor, const std::vector<VarId>& fields) { return alternative(ctor, fields); });
}

BodyGenerator::Atoms BodyGenerator::alternative(CtorId ctor, const std::vector<VarId>& fields) {
  const Types types = function().resultTypes;
  if (random_.chance(plan_.failing)) {
    const std::vector<VarId> nothing = emit(ir::Fail{"not here"}, types, Height::Any);
    return {nothing.begin(), nothing.end()};
  }
  const auto results = [&] {
    Atoms atoms;
    for (const TypeId type : types) {
      const bool shaped = random_.chance(65);
      if (shaped && type == world_.program().constructor(ctor).type) {
        atoms.push_back(rebuild(ctor, fields));
        continue;
      }
      const auto value = shaped && !world_.isData(type) ? folded(type, fields) : std::nullopt;
      atoms.push_back(value ? *value : make(type, resultLimit(), 4));
    }
    return atoms;
  };
  // A guard: what is done with the fields, calls included, depends on them.
  if (room_ >= 4 && random_.chance(35)) {
    const Atom condition = compare(2);
    return conditional(condition, types, resultLimit(), results);
  }
  // A zip: the other trees that came as parameters are taken apart too.
  std::vector<VarId> others;
  const ir::Function& self = function();
  for (std::size_t i = 0; i < self.parameters.size(); ++i) {
    const TypeId type = self.variables[self.parameters[i].value].type;
    if (i != plan_.spine && world_.isData(type) && world_.constructors(type).size() > 1) {
      others.push_back(self.parameters[i]);
    }
  }
  if (others.empty() || room_ < 4 || !random_.chance(45)) return results();
  const VarId other = random_.pick(others);
  return caseOn(other, typeOf(other), types, resultLimit(),
                [&](CtorId /*ctor*/, const std::vector<VarId>& /*fields*/) { return results(); });
}

// The same constructor, or another one, around changed fields.
Atom BodyGenerator::rebuild(CtorId ctor, std::vector<VarId> fields) {
  const Height below = plan_.bounded ? Height::Below : Height::Any;
  if (random_.chance(20)) {
    const CtorId other = random_.pick(world_.constructors(world_.program().constructor(ctor).type));
    if (other != ctor && canConstruct(other, resultLimit())) {
      return construct(other, resultLimit(), 3);
    }
  }
  if (random_.chance(15)) {
    for (std::size_t i = 1; i < fields.size(); ++i) {
      const std::size_t j = random_.below(i + 1);
      if (typeOf(fields[i]) == typeOf(fields[j])) std::swap(fields[i], fields[j]);
    }
  }
  Atoms atoms;
  for (const VarId field : fields) {
    const TypeId type = typeOf(field);
    if (world_.isData(type)) {
      atoms.push_back(random_.chance(80) ? mapped(field) : make(type, below, 3));
    } else {
      atoms.push_back(random_.chance(50) ? Atom(field) : make(type, Height::Any, 2));
    }
  }
  const TypeId type = world_.program().constructor(ctor).type;
  const Atom whole = emit(ir::Construct{ctor, atoms}, {type}, resultLimit())[0];
  if (!random_.chance(12)) return whole;
  const Atom condition = make(world_.builder.boolType, Height::Any, 2);
  return conditional(condition, {type}, resultLimit(), [&] {
    return Atoms{random_.chance(50) ? whole : make(type, resultLimit(), 2)};
  })[0];
}

// The recursive call on a child, or on what a helper makes of it, or the child itself.
Atom BodyGenerator::mapped(VarId child) {
  const TypeId type = typeOf(child);
  const Height below = plan_.bounded ? Height::Below : Height::Any;
  const auto fitting = [&](const std::vector<Signature>& all, bool bounded) {
    std::vector<Signature> found;
    for (const Signature& callee : all) {
      const Types& results = world_.program().function(callee.id).resultTypes;
      if (callee.spine && world_.spineType(callee) == type && results[0] == type &&
          (callee.bounded || !bounded)) {
        found.push_back(callee);
      }
    }
    return found;
  };
  const std::vector<Signature> own = fitting(plan_.group, plan_.bounded);
  if (own.empty() || random_.chance(8)) {
    return random_.chance(50) ? Atom(child) : make(type, below, 3);
  }
  Atom current = child;
  const std::vector<Signature> helpers =
      plan_.callsOthers ? fitting(world_.functions, true) : std::vector<Signature>{};
  if (!helpers.empty() && random_.chance(15)) {
    current = call(random_.pick(helpers), &current, Height::Below, 1)[0];
  }
  current = call(random_.pick(own), &current, Height::Below, 2)[0];
  const std::vector<Signature> after =
      plan_.callsOthers ? fitting(world_.functions, plan_.bounded) : std::vector<Signature>{};
  if (!after.empty() && random_.chance(10)) {
    current = call(random_.pick(after), &current, Height::Any, 1)[0];
  }
  return current;
}

// All results of recursive calls on children, combined with a scalar field.
std::optional<Atom> BodyGenerator::folded(TypeId type, const std::vector<VarId>& fields) {
  std::optional<Atom> total;
  const auto add = [&](const Atom& term) {
    total = total ? primitive(combiner(kindOf(type)), {*total, term}, type) : term;
  };
  for (const VarId field : fields) {
    const TypeId fieldType = typeOf(field);
    if (fieldType == type && random_.chance(80)) add(field);
    if (!world_.isData(fieldType)) continue;
    for (const Signature& callee : plan_.group) {
      const Types results = world_.program().function(callee.id).resultTypes;
      const auto found = std::find(results.begin(), results.end(), type);
      if (world_.spineType(callee) != fieldType || found == results.end()) continue;
      const Atom child = field;
      add(call(callee, &child, Height::Below,
               2)[static_cast<std::size_t>(found - results.begin())]);
      break;
    }
  }
  if (total && random_.chance(20)) add(literal(kindOf(type)));
  return total;
}

void BodyGenerator::defineByCounting() {
  const std::vector<VarId> parameters = function().parameters;
  const Types types = function().resultTypes;
  const TypeId number = world_.builder.intType;
  const bool upwards = plan_.counters.size() == 2;
  const Atom count = parameters[plan_.counters[0]];
  const Atom bound = upwards ? Atom(parameters[plan_.counters[1]]) : ir::intLiteral(0);
  const ir::PrimOp order = upwards ? ir::PrimOp::Lt : ir::PrimOp::Gt;
  const ir::PrimOp step = upwards ? ir::PrimOp::Add : ir::PrimOp::Sub;
  const Atom more = primitive(order, {count, bound}, world_.builder.boolType);
  ir::Block whenTrue = nested([&] {
    Atoms arguments;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (i == plan_.counters[0]) {
        arguments.push_back(primitive(step, {count, ir::intLiteral(1)}, number));
      } else if (upwards && i == plan_.counters[1]) {
        arguments.push_back(bound);
      } else {
        arguments.push_back(make(typeOf(parameters[i]), Height::Any, 2));
      }
    }
    const std::vector<VarId> rest = emit(ir::Call{plan_.id, arguments}, types, Height::Any);
    Atoms results;
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (random_.chance(25)) {
        results.push_back(rest[i]);
      } else if (world_.isData(types[i])) {
        const CtorId ctor = random_.pick(world_.constructors(types[i]));
        Atoms fields;
        for (const ir::Field& field : ir::Constructor(world_.program().constructor(ctor)).fields) {
          fields.push_back(field.type == types[i] ? Atom(rest[i])
                                                  : make(field.type, Height::Any, 2));
        }
        results.push_back(emit(ir::Construct{ctor, fields}, {types[i]}, Height::Any)[0]);
      } else {
        results.push_back(make(types[i], Height::Any, 3));
      }
    }
    return results;
  });
  ir::Block whenFalse = nested([&] { return makeResults(2); });
  const std::vector<VarId> results =
      emit(ir::Conditional{more, std::move(whenTrue), std::move(whenFalse)}, types, Height::Any);
  finish({results.begin(), results.end()});
}

void BodyGenerator::defineByChain() {
  std::vector<std::size_t> starts = matchable(true);
  const std::vector<std::size_t> records = matchable(false);
  starts.insert(starts.end(), records.begin(), records.end());
  if (starts.empty()) return finish(makeResults(4));
  Atom current = scope_[random_.pick(starts)].variable;
  if (random_.chance(15) && canMake(typeOf(current), resultLimit())) {
    current = make(typeOf(current), resultLimit(), 3);
  }

  const unsigned steps = 1 + random_.below(4);
  for (unsigned i = 0; i < steps; ++i) {
    std::vector<Signature> next;
    for (const Signature& callee : world_.functions) {
      if (!callee.spine || world_.spineType(callee) != typeOf(current)) continue;
      if (plan_.bounded && !callee.bounded) continue;
      if (!world_.isData(world_.program().function(callee.id).resultTypes[0])) continue;
      next.push_back(callee);
    }
    if (next.empty()) break;
    const Signature chosen = random_.pick(next);
    const bool again =
        world_.spineType(chosen) == world_.program().function(chosen.id).resultTypes[0];
    const unsigned times = again && random_.chance(25) ? 2 + random_.below(2) : 1;
    for (unsigned time = 0; time < times; ++time) {
      current = call(chosen, &current, Height::Any, 2)[0];
    }
  }
  Atoms results;
  const Types types = function().resultTypes;
  for (const TypeId type : types) {
    const bool direct = typeOf(current) == type && heightOf(current) <= resultLimit();
    results.push_back(direct && random_.chance(70) ? current : make(type, resultLimit(), 4));
  }
  finish(std::move(results));
}

}  // namespace deforest::property
