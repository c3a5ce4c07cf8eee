#include "ir/measure.hpp"

#include <set>

#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"

namespace deforest::ir {
namespace {

void countUses(const Block& block, std::vector<unsigned>& uses) {
  const auto count = [&](const Atom& atom) {
    if (const auto* variable = variableOf(atom)) ++uses[variable->value];
  };
  for (const Binding& binding : block.bindings) {
    forEachAtom(binding.operation, count);
    forEachBlock(binding.operation, [&](const Block& inner) { countUses(inner, uses); });
  }
  for (const Atom& atom : block.results) count(atom);
}

}  // namespace

std::size_t size(const Block& block) {
  std::size_t bindings = 0;
  forEachBinding(block, [&](const Binding&) { ++bindings; });
  return bindings;
}

std::size_t size(const Function& function) {
  return 1 + size(function.body);
}

std::size_t size(const Program& program) {
  std::size_t total = 0;
  for (const Function& function : program.functions) {
    if (!function.library) total += size(function);
  }
  return total;
}

std::vector<FunId> callees(const Block& block) {
  std::vector<FunId> result;
  std::set<FunId> seen;
  forEachBinding(block, [&](const Binding& binding) {
    const auto* call = std::get_if<Call>(&binding.operation);
    if (call != nullptr && seen.insert(call->callee).second) result.push_back(call->callee);
  });
  return result;
}

std::vector<unsigned> countUses(const Function& function) {
  std::vector<unsigned> uses(function.variables.size());
  countUses(function.body, uses);
  return uses;
}

std::vector<bool> reachable(const Program& program) {
  std::vector<bool> found(program.functions.size(), false);
  std::vector<FunId> pending;
  const auto add = [&](FunId id) {
    if (found[id.value]) return;
    found[id.value] = true;
    pending.push_back(id);
  };
  const std::vector<std::vector<FunId>> given = givenFunctions(program);
  for (const FunId root : program.roots) add(root);
  while (!pending.empty()) {
    const FunId id = pending.back();
    pending.pop_back();
    for (const FunId function : given[id.value]) add(function);
    for (const FunId callee : callees(program.function(id).body)) add(callee);
  }
  return found;
}

}  // namespace deforest::ir
