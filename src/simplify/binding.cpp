#include "simplify/binding.hpp"

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

// Whether the primitive stays.
bool keepPrimitive(const ir::Program& program, const ir::Function& function,
                   const ir::Binding& binding, const ir::Primitive& primitive, Knowledge& knowledge,
                   bool lazy) {
  const ir::VarId result = binding.results.front();
  const ir::TypeId type = function.variables[result.value].type;
  if (primitive.op == ir::PrimOp::Seq && !lazy) {
    knowledge.alias(result, primitive.arguments[1]);
    return false;
  }
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
  if (exchangeable(program, function, primitive)) {
    OperationKey exchanged = key;
    std::swap(exchanged.arguments[0], exchanged.arguments[1]);
    knowledge.remember(std::move(exchanged), binding.results);
  }
  knowledge.remember(std::move(key), binding.results);
  return true;
}

bool keepConstruct(const ir::Binding& binding, const ir::Construct& construct,
                   Knowledge& knowledge) {
  const OperationKey key{OperationKey::Kind::Construct, construct.ctor.value, {}, construct.fields};
  if (const auto* earlier = knowledge.earlier(key)) {
    alias(binding, *earlier, knowledge);
    return false;
  }
  knowledge.learn(binding.results.front(), {construct.ctor, construct.fields});
  return true;
}

bool keepUnpack(const ir::Binding& binding, const ir::Unpack& unpack, Knowledge& knowledge) {
  if (const Shape* shape = knowledge.shape(unpack.scrutinee)) {
    const std::vector<ir::Atom> fields = shape->fields;
    aliasAtoms(binding, fields, knowledge);
    return false;
  }
  if (const auto* variable = ir::variableOf(unpack.scrutinee)) {
    Shape shape{unpack.ctor, {}};
    shape.fields.assign(binding.results.begin(), binding.results.end());
    knowledge.learn(*variable, std::move(shape));
  }
  return true;
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

std::optional<ir::Binding> simplifyBinding(const ir::Program& program, const ir::Function& function,
                                           ir::Binding binding, Knowledge& knowledge, bool lazy) {
  ir::forEachAtom(binding.operation, [&](ir::Atom& atom) { atom = knowledge.resolve(atom); });
  bool keep = true;
  if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
    aliasAtoms(binding, copy->atoms, knowledge);
    keep = false;
  } else if (const auto* primitive = std::get_if<ir::Primitive>(&binding.operation)) {
    keep = keepPrimitive(program, function, binding, *primitive, knowledge, lazy);
  } else if (const auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
    keep = keepConstruct(binding, *construct, knowledge);
  } else if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
    keep = keepUnpack(binding, *unpack, knowledge);
  } else if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
    keep = keepCall(binding, *call, knowledge);
  } else {
    support::fail("a binding with branches is simplified as one without");
  }
  if (!keep) return std::nullopt;
  return binding;
}

}  // namespace deforest::simplify
