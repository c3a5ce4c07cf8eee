#include "backends/native/maker_costs.hpp"

#include <algorithm>

#include "backends/native/calls.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Call;
using ir::Function;
using ir::FunId;
using ir::VarId;

std::optional<std::size_t> definedAt(const Block& block, std::size_t before, VarId variable) {
  for (std::size_t i = before; i-- > 0;) {
    if (std::ranges::find(block.bindings[i].results, variable) != block.bindings[i].results.end()) {
      return i;
    }
  }
  return std::nullopt;
}

MakerCosts::MakerCosts(const ir::Program& program, const CppFacts& facts, const ListMakers& makers,
                       bool serial)
    : program_(program), facts_(facts), makers_(makers), serial_(serial) {
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    heavy_.push_back(facts.heavy[i]);
    recursive_.push_back(facts.recursive[i]);
    component_.push_back(facts.component[i]);
  }
}

void MakerCosts::add(FunId of) {
  heavy_.push_back(true);
  recursive_.push_back(true);
  component_.push_back(component_[of.value]);
}

const Function& MakerCosts::maker(FunId id) const {
  const auto found = before_.find(id);
  return found == before_.end() ? program_.function(id) : found->second;
}

bool MakerCosts::keepsLonger(const Function& function, const Block& block, std::size_t at,
                             std::size_t place) const {
  const auto takesLong = [&](const Binding& binding, bool ofCells) {
    const auto* call = std::get_if<Call>(&binding.operation);
    return call != nullptr && heavy_[call->callee.value] &&
           (ofCells
                ? std::ranges::any_of(call->arguments,
                                      [&](const Atom& atom) { return hasCells(function, atom); })
                : !listReader(program_, call->callee));
  };
  const auto within = [&](const Binding& binding, bool ofCells) {
    bool found = takesLong(binding, ofCells);
    ir::forEachBlock(binding.operation, [&](const Block& inner) {
      ir::forEachBinding(inner,
                         [&](const Binding& each) { found = found || takesLong(each, ofCells); });
    });
    return found;
  };
  if (!within(block.bindings[at], true)) return false;
  for (std::size_t i = at + 1; i < place; ++i) {
    if (within(block.bindings[i], false)) return true;
  }
  return false;
}

bool MakerCosts::hasCells(const Function& function, const Atom& atom) const {
  const VarId* variable = ir::variableOf(atom);
  return variable != nullptr && hasCells(function.variables[variable->value].type);
}

bool MakerCosts::hasCells(ir::TypeId id) const {
  const ir::Type& type = program_.type(id);
  return std::ranges::any_of(type.constructors, [&](ir::CtorId ctor) {
    return !program_.constructor(ctor).fields.empty();
  });
}

// Whether the function's recursion goes several ways.
bool MakerCosts::divides(FunId id) const {
  const Component& component = facts_.components[component_[id.value]];
  return std::ranges::any_of(
      component, [&](FunId each) { return callsOnPath(maker(each).body, component) > 1; });
}

bool MakerCosts::mayRunBeside(FunId id) const {
  return !serial_ && heavy_[id.value] && divides(id);
}

bool MakerCosts::losesThreads(FunId id) const {
  const Component& component = facts_.components[component_[id.value]];
  if (serial_ || !recursive_[id.value] || isAlongList(id)) return false;
  bool found = false;
  for (const FunId each : component) {
    ir::forEachBinding(maker(each).body, [&](const Binding& binding) {
      const auto* call = std::get_if<Call>(&binding.operation);
      if (call == nullptr || !heavy_[call->callee.value] ||
          component_[call->callee.value] == component_[id.value]) {
        return;
      }
      const auto reader = listReader(program_, call->callee);
      const bool ofCells = std::ranges::any_of(
          call->arguments, [&](const Atom& atom) { return hasCells(maker(each), atom); });
      const bool puts = reader && reader->append;
      found = found ||
              (!puts && (ofCells || !isOfNumbers(program_.function(call->callee).resultTypes[0])));
    });
  }
  return found;
}

// Whether the function goes along a list, in which it always goes on with what follows.
bool MakerCosts::isAlongList(FunId id) const {
  const Function& function = maker(id);
  const ir::Case* match = ir::soleCase(function);
  if (match == nullptr) return false;
  const auto rest = makers_.rest(id);
  bool all = true;
  for (const ir::Alternative& alternative : match->alternatives) {
    ir::forEachBinding(alternative.body, [&](const Binding& binding) {
      const auto* call = std::get_if<Call>(&binding.operation);
      if (call == nullptr || component_[call->callee.value] != component_[id.value]) return;
      all = all && call->callee == id;
      for (std::size_t i = 0; all && i < call->arguments.size(); ++i) {
        const Atom& given = call->arguments[i];
        const VarId* variable = ir::variableOf(given);
        const Atom own = function.parameters[i];
        all = match->scrutinee == own
                  ? variable != nullptr &&
                        std::ranges::find(alternative.fields, *variable) != alternative.fields.end()
                  : given == own || i == rest;
      }
    });
  }
  return all;
}

bool MakerCosts::losesLoop(FunId id, FunId reader) const {
  const bool often =
      divides(id) && (isOfNumbers(program_.function(reader).resultTypes[0]) || makesTexts(id));
  bool found = false;
  ir::forEachBinding(maker(id).body, [&](const Binding& binding) {
    const auto* call = std::get_if<Call>(&binding.operation);
    if (call == nullptr || !heavy_[call->callee.value] || call->callee == id) return;
    found = true;
  });
  return found && !often;
}

bool MakerCosts::isOfTexts(const Block& block, std::size_t at) const {
  const auto* call = std::get_if<Call>(&block.bindings[at].operation);
  if (call == nullptr) return false;
  if (const auto reader = listReader(program_, call->callee)) {
    const VarId* list = ir::variableOf(call->arguments[reader->parameter]);
    const auto made = list == nullptr ? std::nullopt : definedAt(block, at, *list);
    return made && isOfTexts(block, *made);
  }
  return divides(call->callee) && makesTexts(call->callee);
}

// Whether all that the function's recursion calls and may take long gives numbers and texts.
bool MakerCosts::makesTexts(FunId id) const {
  const std::uint32_t component = component_[id.value];
  bool all = true;
  for (const FunId each : facts_.components[component]) {
    ir::forEachBinding(maker(each).body, [&](const Binding& binding) {
      const auto* call = std::get_if<Call>(&binding.operation);
      if (call == nullptr || !heavy_[call->callee.value] ||
          component_[call->callee.value] == component) {
        return;
      }
      for (const ir::TypeId type : program_.function(call->callee).resultTypes) {
        all = all && (!hasCells(type) || isOfNumbers(type) || listReader(program_, call->callee));
      }
    });
  }
  return all;
}

bool MakerCosts::isOfNumbers(ir::TypeId list) const {
  const std::vector<ir::TypeId>& elements = program_.type(list).arguments;
  return elements.size() == 1 && !hasCells(elements[0]);
}

}  // namespace deforest::backends
