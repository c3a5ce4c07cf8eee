#include "fusion/conditionals.hpp"

#include <algorithm>
#include <set>

#include "ir/alpha.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::fusion {
namespace {

// Results added to one conditional at most: shapes nest.
constexpr std::size_t mostAdded = 60;

std::set<ir::VarId> boundIn(const ir::Block& block) {
  std::set<ir::VarId> bound;
  for (const ir::Binding& binding : block.bindings) {
    bound.insert(binding.results.begin(), binding.results.end());
  }
  return bound;
}

bool readsAny(const ir::Call& call, const std::set<ir::VarId>& variables) {
  return std::any_of(call.arguments.begin(), call.arguments.end(), [&](const ir::Atom& atom) {
    const auto* variable = ir::variableOf(atom);
    return variable != nullptr && variables.contains(*variable);
  });
}

// The binding of `block` that makes exactly this call; its index, or the number of bindings.
std::size_t findCall(const ir::Block& block, const ir::Call& call) {
  for (std::size_t i = 0; i < block.bindings.size(); ++i) {
    const auto* other = std::get_if<ir::Call>(&block.bindings[i].operation);
    if (other != nullptr && *other == call) return i;
  }
  return block.bindings.size();
}

void replaceResults(ir::Block& block, std::size_t index, const std::vector<ir::VarId>& results) {
  ir::Substitution substitution;
  const auto& old = block.bindings[index].results;
  for (std::size_t i = 0; i < old.size(); ++i) substitution.set(old[i], results[i]);
  block.bindings.erase(block.bindings.begin() + static_cast<std::ptrdiff_t>(index));
  ir::substitute(block, substitution);
}

// Removes the calls that both branches make with the same arguments from outside, and returns them,
// with fresh results that the branches now read.
std::vector<ir::Binding> takeCommonCalls(ir::Function& target, ir::Conditional& conditional) {
  std::vector<ir::Binding> common;
  ir::Block& mine = conditional.whenTrue;
  ir::Block& other = conditional.whenFalse;
  if (ir::endsInFailure(mine) || ir::endsInFailure(other)) return common;
  std::set<ir::VarId> bound = boundIn(mine);
  for (std::size_t i = 0; i < mine.bindings.size();) {
    const auto* call = std::get_if<ir::Call>(&mine.bindings[i].operation);
    const std::size_t twin =
        call == nullptr || readsAny(*call, bound) ? other.bindings.size() : findCall(other, *call);
    if (twin == other.bindings.size()) {
      ++i;
      continue;
    }
    ir::Binding binding = mine.bindings[i];
    for (ir::VarId& result : binding.results) {
      bound.erase(result);
      const ir::Variable variable = target.variables[result.value];
      result = target.fresh(variable.type, variable.name);
    }
    replaceResults(mine, i, binding.results);
    replaceResults(other, twin, binding.results);
    common.push_back(std::move(binding));
    i = 0;
  }
  return common;
}

}  // namespace

std::vector<ir::Atom> failWithAll(ir::Function& target, const std::vector<ir::TypeId>& types,
                                  ir::Binding failure, std::vector<ir::Binding>& bindings) {
  failure.results.clear();
  std::vector<ir::Atom> results;
  for (const ir::TypeId type : types) {
    failure.results.push_back(target.fresh(type, "failed"));
    results.emplace_back(failure.results.back());
  }
  bindings.push_back(std::move(failure));
  return results;
}

std::vector<std::pair<ir::VarId, simplify::Shape>> addCommonShapes(
    const ir::Program& source, ir::Function& target, std::vector<ir::VarId>& results,
    std::size_t first, std::array<BranchEnd, 2> branches, bool lazy) {
  using State = simplify::Shape::State;
  std::vector<std::pair<ir::VarId, simplify::Shape>> learned;
  if (branches[0].fails && branches[1].fails) return learned;
  const auto shapeIn = [](const BranchEnd& branch, std::size_t result) {
    return branch.fails ? nullptr
                        : branch.knowledge.shape(branch.knowledge.resolve(branch.results[result]));
  };
  std::vector<std::size_t> waiting;
  for (std::size_t i = results.size(); i-- > first;) waiting.push_back(i);
  const std::size_t original = results.size();
  while (!waiting.empty() && results.size() - original < mostAdded) {
    const std::size_t result = waiting.back();
    waiting.pop_back();
    BranchEnd& some = branches[branches[0].fails ? 1 : 0];
    BranchEnd& rest = branches[branches[0].fails ? 0 : 1];
    const simplify::Shape* shapes[2] = {shapeIn(some, result), shapeIn(rest, result)};
    if (shapes[0] == nullptr) continue;
    const bool both = !rest.fails;
    if (both && (shapes[1] == nullptr || shapes[0]->ctor != shapes[1]->ctor)) continue;
    const simplify::Shape mine = *shapes[0];
    const simplify::Shape others = both ? *shapes[1] : mine;
    simplify::Shape common{mine.ctor, {}};
    common.byReading = !lazy;
    const bool forced = mine.state != State::Unforced && others.state != State::Unforced;
    if (lazy) common.state = forced ? State::Selected : State::Unforced;
    for (std::size_t i = 0; i < mine.fields.size(); ++i) {
      const ir::Atom field = some.knowledge.resolve(mine.fields[i]);
      const ir::Atom other = both ? rest.knowledge.resolve(others.fields[i]) : field;
      // A literal is the same everywhere; a variable only if it is bound outside both branches,
      // which equality shows when both branches succeed.
      const bool agrees = field == other && (both || ir::variableOf(field) == nullptr);
      if (agrees) {
        common.fields.push_back(field);
        if (lazy) common.state = State::Unforced;
        continue;
      }
      results.push_back(target.fresh(source.constructor(mine.ctor).fields[i].type, "f"));
      common.fields.emplace_back(results.back());
      waiting.push_back(results.size() - 1);
      some.results.push_back(field);
      rest.results.push_back(both ? other : ir::Atom{results.back()});
    }
    learned.emplace_back(results[result], std::move(common));
  }
  return learned;
}

void hoistCommonCalls(ir::Function& target, ir::Block& block) {
  std::vector<ir::Binding> bindings;
  for (ir::Binding& binding : block.bindings) {
    ir::forEachBlock(binding.operation, [&](ir::Block& inner) { hoistCommonCalls(target, inner); });
    if (auto* conditional = std::get_if<ir::Conditional>(&binding.operation)) {
      for (ir::Binding& hoisted : takeCommonCalls(target, *conditional)) {
        bindings.push_back(std::move(hoisted));
      }
    }
    bindings.push_back(std::move(binding));
  }
  block.bindings = std::move(bindings);
}

}  // namespace deforest::fusion
