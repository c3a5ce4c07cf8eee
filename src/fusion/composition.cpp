#include "fusion/composition.hpp"

#include <optional>

#include "support/check.hpp"

namespace deforest::fusion {

// The fragment of one call of `function` with unrelated arguments.
tupling::Key Composition::keyOf(ir::FunId function) const {
  const ir::Function& callee = source_.function(function);
  const auto& traversed = facts_[function.value].traversed;
  tupling::Key key;
  key.generator = !traversed.has_value();
  tupling::Member member;
  member.operation = function.value;
  const auto count = static_cast<std::uint32_t>(callee.parameters.size());
  // The root is input 0, whichever parameter it is; the others follow in order.
  std::uint32_t next = traversed ? 1 : 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    member.arguments.push_back({true, traversed == i ? 0 : next++, 0});
  }
  key.members.push_back(std::move(member));
  for (std::uint32_t i = 0; i < callee.resultTypes.size(); ++i) {
    key.outputs.push_back({false, 0, i});
  }
  return key;
}

// A region that makes the fragment's calls on the given inputs.
Region Composition::regionOf(const tupling::Key& key, const std::vector<ir::VarId>& inputs,
                             ir::Function& target) const {
  Region region;
  std::vector<std::vector<ir::VarId>> results;
  const auto atomOf = [&](const tupling::Reference& reference) {
    return ir::Atom(reference.input ? inputs[reference.index]
                                    : results[reference.index][reference.result]);
  };
  for (const tupling::Member& member : key.members) {
    ir::Binding binding;
    std::vector<ir::Atom> arguments;
    for (const tupling::Reference& argument : member.arguments) {
      arguments.push_back(atomOf(argument));
    }
    if (member.primitive) {
      binding.results.push_back(target.fresh(member.type, "s"));
      binding.operation =
          ir::Primitive{static_cast<ir::PrimOp>(member.operation), std::move(arguments)};
    } else {
      const ir::FunId callee{member.operation};
      for (const ir::TypeId type : source_.function(callee).resultTypes) {
        binding.results.push_back(target.fresh(type, "r"));
      }
      binding.operation = ir::Call{callee, std::move(arguments)};
      binding.position = source_.function(callee).position;
      if (key.generator && !region.forced && !facts_[callee.value].traversed) {
        region.forced = binding.results.front();
      }
    }
    results.push_back(binding.results);
    region.bindings.push_back(std::move(binding));
  }
  for (const tupling::Reference& output : key.outputs) region.results.push_back(atomOf(output));
  return region;
}

// Parameters of the fragment's function: named as the functions it calls name them.
void Composition::addParameters(const tupling::Key& key, ir::Function& target) const {
  std::vector<std::optional<ir::Variable>> inputs;
  for (const tupling::Member& member : key.members) {
    for (std::size_t i = 0; i < member.arguments.size(); ++i) {
      const tupling::Reference& argument = member.arguments[i];
      if (!argument.input) continue;
      if (argument.index >= inputs.size()) inputs.resize(argument.index + 1);
      if (inputs[argument.index]) continue;
      inputs[argument.index] = parameterOf(member, i);
    }
  }
  for (const auto& input : inputs) {
    support::check(input.has_value(), "an input of a fragment that no member reads");
    target.parameters.push_back(target.fresh(input->type, input->name));
  }
}

ir::Variable Composition::parameterOf(const tupling::Member& member, std::size_t position) const {
  if (!member.primitive) {
    const ir::Function& callee = source_.functions[member.operation];
    return callee.variables[callee.parameters[position].value];
  }
  return {member.operands[position], "s"};
}

// A single call keeps the order of the parameters of the function it calls.
bool Composition::isWholeFunction(const tupling::Key& key) const {
  return key.members.size() == 1 && key == keyOf(ir::FunId{key.members.front().operation});
}

void Composition::restoreOrder(const tupling::Key& key, ir::Function& target) const {
  const ir::Function& callee = source_.functions[key.members.front().operation];
  for (const ir::VarId parameter : callee.parameters) {
    const ir::Variable& variable = callee.variables[parameter.value];
    target.parameters.push_back(target.fresh(variable.type, variable.name));
  }
}

std::vector<ir::VarId> Composition::declare(const tupling::Key& key, ir::Function& target) const {
  for (const tupling::Reference& output : key.outputs) {
    const tupling::Member& member = key.members[output.index];
    target.resultTypes.push_back(
        member.primitive ? member.type
                         : source_.functions[member.operation].resultTypes[output.result]);
  }
  if (!isWholeFunction(key)) {
    addParameters(key, target);
    return target.parameters;
  }
  restoreOrder(key, target);
  std::vector<ir::VarId> inputs(target.parameters.size());
  const auto& arguments = key.members.front().arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    inputs[arguments[i].index] = target.parameters[i];
  }
  return inputs;
}

// Variables for the fields of the root, named as the first member that traverses it names them.
std::vector<ir::VarId> Composition::freshFields(const tupling::Key& key, ir::CtorId ctor,
                                                ir::Function& target) const {
  const ir::Constructor& constructor = source_.constructor(ctor);
  const std::vector<std::string> names = fieldNames(key, constructor);
  std::vector<ir::VarId> fields;
  for (std::size_t i = 0; i < constructor.fields.size(); ++i) {
    fields.push_back(target.fresh(constructor.fields[i].type, names[i]));
  }
  return fields;
}

std::vector<std::string> Composition::fieldNames(const tupling::Key& key,
                                                 const ir::Constructor& constructor) const {
  std::vector<std::string> names;
  for (const ir::Field& field : constructor.fields) names.push_back(field.label);
  for (const tupling::Member& member : key.members) {
    if (member.primitive || !facts_[member.operation].traversed) continue;
    const tupling::Reference& tree = member.arguments[*facts_[member.operation].traversed];
    if (!tree.input || tree.index != 0) continue;
    const ir::Function& function = source_.functions[member.operation];
    if (function.body.bindings.empty()) continue;
    const ir::Binding& first = function.body.bindings.front();
    const std::vector<ir::VarId>* fields = nullptr;
    if (const auto* match = std::get_if<ir::Case>(&first.operation)) {
      fields = &match->alternatives[constructor.tag].fields;
    } else if (std::holds_alternative<ir::Unpack>(first.operation)) {
      fields = &first.results;
    }
    if (fields == nullptr) continue;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string& name = function.variables[(*fields)[i].value].name;
      if (!name.empty() && name.front() != '_') names[i] = name;
    }
  }
  return names;
}

}  // namespace deforest::fusion
