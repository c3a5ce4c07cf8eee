#include "simplify/binding.hpp"

#include <algorithm>

#include "ir/primitives.hpp"
#include "ir/printing.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "simplify/fold_primitive.hpp"
#include "support/check.hpp"

namespace deforest::simplify {
namespace {

void alias(const ir::Binding& binding, const std::vector<ir::VarId>& earlier,
           Knowledge& knowledge) {
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    knowledge.alias(binding.results[i], knowledge.resolve(earlier[i]));
  }
}

void aliasAtoms(const ir::Binding& binding, const std::vector<ir::Atom>& atoms,
                Knowledge& knowledge) {
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    knowledge.alias(binding.results[i], knowledge.resolve(atoms[i]));
  }
}

// What has been printed, of a record in which that is.
ir::Atom outputIn(const ir::Program& program, const ir::Function& function, const ir::Atom& record,
                  const Knowledge& knowledge) {
  const Shape* shape = knowledge.shape(record);
  if (shape == nullptr) return record;
  const auto field = std::ranges::find_if(shape->fields, [&](const ir::Atom& atom) {
    const auto* variable = ir::variableOf(atom);
    return variable != nullptr &&
           ir::holdsOutput(program, function.variables[variable->value].type);
  });
  return field == shape->fields.end() ? record : outputIn(program, function, *field, knowledge);
}

// Whether what is made of the second has something in it that was taken out of the first.
bool hasPartOf(const ir::Atom& taken, const ir::Atom& made, const Knowledge& knowledge) {
  const Shape* parts = knowledge.shape(taken);
  const Shape* whole = knowledge.shape(made);
  if (parts == nullptr || whole == nullptr) return false;
  return std::ranges::any_of(whole->fields, [&](const ir::Atom& field) {
    return ir::variableOf(field) != nullptr &&
           std::ranges::find(parts->fields, field) != parts->fields.end();
  });
}

// A `seq` where it matters: whether it stays. Where evaluation is strict, what has a part of the
// first in it is not without that.
bool keepSeq(const ir::Binding& binding, ir::Primitive& seq, Knowledge& knowledge, bool lazy) {
  const ir::VarId result = binding.results.front();
  const std::optional<ir::Atom> forced = knowledge.forcing(seq.arguments[0]);
  if (!forced || *forced == seq.arguments[1] ||
      (!lazy && hasPartOf(*forced, seq.arguments[1], knowledge))) {
    knowledge.alias(result, seq.arguments[1]);
    return false;
  }
  seq.arguments[0] = *forced;
  knowledge.learnSeq(result, *forced, seq.arguments[1]);
  if (const Shape* shape = knowledge.shape(seq.arguments[1])) {
    Shape known = *shape;
    known.state = Shape::State::Unforced;
    knowledge.learn(result, std::move(known));
  }
  if (!knowledge.forcing(seq.arguments[1])) knowledge.learnForcing(result, *forced);
  return true;
}

// What the primitive is the negation of, as far as is known.
std::optional<ir::Atom> contraryOf(const ir::Program& program, const ir::Function& function,
                                   const ir::Primitive& primitive, OperationKey key,
                                   const Knowledge& knowledge) {
  const auto op = contrary(program, function, primitive);
  if (!op) return std::nullopt;
  key.operation = static_cast<std::uint32_t>(*op);
  const auto* earlier = knowledge.earlier(key);
  return earlier == nullptr ? std::nullopt : std::optional(knowledge.resolve(earlier->front()));
}

// Whether the primitive stays.
bool keepPrimitive(const ir::Program& program, const ir::Function& function,
                   const ir::Binding& binding, ir::Primitive& primitive, Knowledge& knowledge,
                   bool lazy) {
  const ir::VarId result = binding.results.front();
  const ir::TypeId type = function.variables[result.value].type;
  if (primitive.op == ir::PrimOp::Seq && !keepSeq(binding, primitive, knowledge, lazy))
    return false;
  if (const auto folded = foldPrimitive(program, function, primitive, type, lazy)) {
    knowledge.alias(result, *folded);
    return false;
  }
  OperationKey key{OperationKey::Kind::Primitive, static_cast<std::uint32_t>(primitive.op), type,
                   primitive.arguments};
  if (const auto* earlier = knowledge.earlier(key)) {
    alias(binding, *earlier, knowledge);
    return false;
  }
  if (const auto other = contraryOf(program, function, primitive, key, knowledge)) {
    if (const auto* known = std::get_if<ir::Literal>(&*other)) {
      knowledge.alias(result, ir::boolLiteral(known->bits == 0));
      return false;
    }
    // Under Haskell's semantics what is shared may have to be suspended for it.
    if (!lazy) {
      primitive = {ir::PrimOp::Not, {*other}};
      return keepPrimitive(program, function, binding, primitive, knowledge, lazy);
    }
  }
  if (primitive.op == ir::PrimOp::Not) knowledge.learnNegation(result, primitive.arguments[0]);
  const bool decides = primitive.op == ir::PrimOp::And || primitive.op == ir::PrimOp::Or;
  const auto op = exchanged(program, function, primitive);
  if (op && !(lazy && decides)) {
    OperationKey other = key;
    other.operation = static_cast<std::uint32_t>(*op);
    std::swap(other.arguments[0], other.arguments[1]);
    knowledge.remember(std::move(other), binding.results);
  }
  knowledge.remember(std::move(key), binding.results);
  return true;
}

bool isNewtype(const ir::Program& program, ir::CtorId ctor) {
  return program.type(program.constructor(ctor).type).isNewtype;
}

// What a constructor that is applied is known to be, and what evaluates it.
void learnConstruct(const ir::Program& program, ir::VarId result, const ir::Construct& construct,
                    Knowledge& knowledge) {
  Shape shape{construct.ctor, construct.fields};
  std::vector<ir::Atom> forced;
  const std::vector<ir::Field>& fields = program.constructor(construct.ctor).fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i].strict) continue;
    if (const auto atom = knowledge.forcing(construct.fields[i])) forced.push_back(*atom);
  }
  if (isNewtype(program, construct.ctor)) {
    shape.state = Shape::State::Selected;
    knowledge.learnForcing(result, construct.fields[0]);
  } else if (!forced.empty()) {
    shape.state = Shape::State::Unforced;
    if (forced.size() == 1) knowledge.learnForcing(result, forced[0]);
  }
  knowledge.learn(result, std::move(shape));
}

bool keepConstruct(const ir::Program& program, const ir::Binding& binding,
                   const ir::Construct& construct, Knowledge& knowledge, bool lazy) {
  const OperationKey key{OperationKey::Kind::Construct, construct.ctor.value, {}, construct.fields};
  if (const auto* earlier = knowledge.earlier(key)) {
    alias(binding, *earlier, knowledge);
    return false;
  }
  if (lazy) {
    learnConstruct(program, binding.results.front(), construct, knowledge);
  } else {
    knowledge.learn(binding.results.front(), {construct.ctor, construct.fields});
  }
  return true;
}

// The bindings that remain of an `Unpack`.
std::vector<ir::Binding> unpacked(const ir::Program& program, ir::Binding binding,
                                  const ir::Unpack& unpack, Knowledge& knowledge, bool lazy) {
  if (const Shape* shape = knowledge.shape(unpack.scrutinee)) {
    const std::vector<ir::Atom> fields = shape->fields;
    if (shape->state == Shape::State::Unforced) {
      std::vector<ir::Binding> seqs =
          evaluatedWith(unpack.scrutinee, binding.results, fields, binding.position);
      std::erase_if(seqs, [&](ir::Binding& seq) {
        return !keepSeq(seq, std::get<ir::Primitive>(seq.operation), knowledge, lazy);
      });
      return seqs;
    }
    aliasAtoms(binding, fields, knowledge);
    return {};
  }
  if (const auto* variable = ir::variableOf(unpack.scrutinee)) {
    Shape shape{unpack.ctor, {}};
    shape.fields.assign(binding.results.begin(), binding.results.end());
    if (lazy) shape.state = Shape::State::Selected;
    shape.byReading = !lazy;
    if (lazy && isNewtype(program, unpack.ctor)) {
      knowledge.learnForcing(binding.results[0], unpack.scrutinee);
    }
    knowledge.learn(*variable, std::move(shape));
  }
  std::vector<ir::Binding> kept;
  kept.push_back(std::move(binding));
  return kept;
}

bool keepCall(const ir::Binding& binding, const ir::Call& call, Knowledge& knowledge) {
  OperationKey key{OperationKey::Kind::Call, call.callee.value, {}, call.arguments};
  if (const auto* earlier = knowledge.earlier(key)) {
    alias(binding, *earlier, knowledge);
    return false;
  }
  knowledge.remember(std::move(key), binding.results);
  return true;
}

}  // namespace

std::vector<ir::Binding> evaluatedWith(const ir::Atom& forced,
                                       const std::vector<ir::VarId>& results,
                                       const std::vector<ir::Atom>& atoms, ir::Position position) {
  std::vector<ir::Binding> made;
  for (std::size_t i = 0; i < results.size(); ++i) {
    made.push_back({{results[i]}, ir::Primitive{ir::PrimOp::Seq, {forced, atoms[i]}}, position});
  }
  return made;
}

std::vector<ir::Binding> simplifyBinding(const ir::Program& program, const ir::Function& function,
                                         ir::Binding binding, Knowledge& knowledge, bool lazy) {
  ir::forEachAtom(binding.operation, [&](ir::Atom& atom) { atom = knowledge.resolve(atom); });
  bool keep = true;
  if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
    aliasAtoms(binding, copy->atoms, knowledge);
    keep = false;
  } else if (auto* primitive = std::get_if<ir::Primitive>(&binding.operation)) {
    keep = keepPrimitive(program, function, binding, *primitive, knowledge, lazy);
  } else if (const auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
    keep = keepConstruct(program, binding, *construct, knowledge, lazy);
  } else if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
    const ir::Unpack taken = *unpack;
    return unpacked(program, std::move(binding), taken, knowledge, lazy);
  } else if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
    keep = keepCall(binding, *call, knowledge);
  } else if (auto* failure = std::get_if<ir::Fail>(&binding.operation)) {
    for (ir::Atom& printed : failure->printed)
      printed = outputIn(program, function, printed, knowledge);
  } else if (ir::branches(binding.operation)) {
    support::fail("a binding with branches is simplified as one without");
  }
  std::vector<ir::Binding> kept;
  if (keep) kept.push_back(std::move(binding));
  return kept;
}

}  // namespace deforest::simplify
