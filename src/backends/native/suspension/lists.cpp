#include "backends/native/suspension/lists.hpp"

#include <algorithm>

#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::VarId;

// More than is read on any way.
constexpr std::size_t failing = std::size_t{1} << 20U;

bool isIn(const std::set<VarId>& variables, const Atom& atom) {
  const VarId* variable = ir::variableOf(atom);
  return variable != nullptr && variables.contains(*variable);
}

std::size_t readsOf(const std::vector<Atom>& atoms, const std::set<VarId>& variables) {
  return static_cast<std::size_t>(
      std::ranges::count_if(atoms, [&](const Atom& atom) { return isIn(variables, atom); }));
}

}  // namespace

std::optional<ListCtors> listCtors(const ir::Program& program, ir::TypeId type) {
  const ir::Type& list = program.type(type);
  if (list.kind != ir::TypeKind::Data || list.shape != ir::DataShape::List) return std::nullopt;
  const bool nilFirst = program.constructor(list.constructors[0]).fields.empty();
  return ListCtors{list.constructors[nilFirst ? 0 : 1], list.constructors[nilFirst ? 1 : 0]};
}

std::size_t readsItself(const ir::Operation& operation, const std::set<VarId>& variables) {
  std::size_t reads = 0;
  ir::forEachAtom(operation, [&](const Atom& atom) { reads += isIn(variables, atom) ? 1U : 0U; });
  return reads;
}

std::size_t countReads(const ir::Operation& operation, const std::set<VarId>& variables) {
  std::size_t reads = readsItself(operation, variables);
  ir::forEachBlock(operation, [&](const Block& inner) { reads += countReads(inner, variables); });
  return reads;
}

std::size_t countReads(const Block& block, const std::set<VarId>& variables) {
  std::size_t reads = readsOf(block.results, variables);
  for (const Binding& binding : block.bindings) reads += countReads(binding.operation, variables);
  return reads;
}

std::size_t mostReads(const Block& block, const std::set<VarId>& variables) {
  std::size_t reads = readsOf(block.results, variables);
  for (const Binding& binding : block.bindings) {
    std::size_t inside = 0;
    ir::forEachBlock(binding.operation, [&](const Block& inner) {
      inside = std::max(inside, mostReads(inner, variables));
    });
    reads += readsItself(binding.operation, variables) + inside;
  }
  return reads;
}

std::size_t leastReads(const Block& block, const std::set<VarId>& variables) {
  std::size_t reads = readsOf(block.results, variables);
  for (const Binding& binding : block.bindings) {
    if (std::holds_alternative<ir::Fail>(binding.operation)) return failing;
    std::optional<std::size_t> inside;
    ir::forEachBlock(binding.operation, [&](const Block& inner) {
      const std::size_t least = leastReads(inner, variables);
      inside = inside ? std::min(*inside, least) : least;
    });
    reads += readsItself(binding.operation, variables) + inside.value_or(0);
  }
  return std::min(reads, failing);
}

ListUses::ListUses(const ir::Program& program, const ir::Function& function)
    : program_(program),
      function_(function),
      uses_(function.variables.size()),
      definitions_(function.variables.size()),
      homes_(function.variables.size()) {
  visit(function.body, function.resultTypes.size() == 1);
}

const ir::Case* ListUses::matchOn(VarId variable) const {
  const ir::Case* match = ir::soleCase(function_);
  return match != nullptr && match->scrutinee == Atom(variable) ? match : nullptr;
}

std::optional<VarId> ListUses::tailOf(VarId variable) const {
  const ir::Case* match = matchOn(variable);
  if (match == nullptr) return std::nullopt;
  for (const ir::Alternative& alternative : match->alternatives) {
    if (alternative.fields.size() == 2) return alternative.fields[1];
  }
  return std::nullopt;
}

std::set<VarId> ListUses::parts(VarId variable) const {
  std::set<VarId> parts = {variable};
  if (const auto tail = tailOf(variable)) parts.insert(*tail);
  return parts;
}

bool ListUses::isLinear(VarId variable) const {
  const ir::Case* match = matchOn(variable);
  if (match == nullptr) return mostReads(function_.body, {variable}) <= 1;
  return std::ranges::all_of(match->alternatives, [&](const ir::Alternative& alternative) {
    return mostReads(alternative.body, parts(variable)) <= 1;
  });
}

bool ListUses::isDropped(VarId variable) const {
  const ir::Case* match = matchOn(variable);
  if (match == nullptr) return leastReads(function_.body, {variable}) == 0;
  return std::ranges::any_of(match->alternatives, [&](const ir::Alternative& alternative) {
    return !alternative.fields.empty() && leastReads(alternative.body, parts(variable)) == 0;
  });
}

void ListUses::add(const Atom& atom, ListUse use) {
  if (const VarId* variable = ir::variableOf(atom)) uses_[variable->value].push_back(use);
}

void ListUses::visit(const Block& block, bool results) {
  using Kind = ListUse::Kind;
  for (const Atom& atom : block.results) {
    add(atom, {.kind = results ? Kind::Result : Kind::Other, .block = &block});
    const VarId* variable = ir::variableOf(atom);
    if (results && variable != nullptr) results_.insert(*variable);
  }
  for (const Binding& binding : block.bindings) {
    const ir::Operation& operation = binding.operation;
    std::optional<VarId> made;
    if (binding.results.size() == 1) {
      made = binding.results[0];
      definitions_[made->value] = &operation;
    }
    for (const VarId result : binding.results) homes_[result.value] = &block;
    if (const auto* call = std::get_if<ir::Call>(&operation)) {
      for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        add(call->arguments[i], {Kind::Argument, call->callee, i, made, &block});
      }
      continue;
    }
    const auto* cell = std::get_if<ir::Construct>(&operation);
    const bool isCell =
        cell != nullptr && cell->fields.size() == 2 &&
        program_.type(program_.constructor(cell->ctor).type).shape == ir::DataShape::List;
    if (isCell) {
      add(cell->fields[0], {.block = &block});
      add(cell->fields[1], {.kind = Kind::Tail, .made = made, .block = &block});
      continue;
    }
    const auto* match = std::get_if<ir::Case>(&operation);
    ir::forEachAtom(operation, [&](const Atom& atom) {
      add(atom, {.kind = match != nullptr ? Kind::Scrutinee : Kind::Other, .block = &block});
    });
    if (match != nullptr) {
      for (const ir::Alternative& alternative : match->alternatives) {
        for (const VarId field : alternative.fields) homes_[field.value] = &alternative.body;
      }
    }
    // Where the function results in what a branching gives, it does in what the branches do.
    const bool ends = results && made && block.results.size() == 1 &&
                      block.results[0] == Atom(*made) && &binding == &block.bindings.back();
    ir::forEachBlock(operation, [&](const Block& inner) { visit(inner, ends); });
  }
}

}  // namespace deforest::backends
