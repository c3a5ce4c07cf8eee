#include "fusion/conditionals.hpp"

#include <algorithm>
#include <set>

#include "ir/alpha.hpp"
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

}  // namespace

ir::Block failingBlock(ir::Function& target, const std::vector<ir::TypeId>& types,
                       const ir::Fail& fail, ir::Position position) {
  ir::Binding binding{{}, fail, position};
  ir::Block block;
  for (const ir::TypeId type : types) {
    binding.results.push_back(target.fresh(type, "failed"));
    block.results.emplace_back(binding.results.back());
  }
  block.bindings.push_back(std::move(binding));
  return block;
}

bool fails(const ir::Block& block) {
  if (block.bindings.size() != 1) return false;
  const ir::Binding& only = block.bindings.front();
  return std::holds_alternative<ir::Fail>(only.operation) &&
         std::ranges::equal(only.results, block.results, [](ir::VarId result, const auto& atom) {
           return atom == ir::Atom(result);
         });
}

std::vector<std::pair<ir::VarId, simplify::Shape>> addCommonShapes(const ir::Program& source,
                                                                   ir::Function& target,
                                                                   std::vector<ir::VarId>& results,
                                                                   std::array<Branch, 2>& branches,
                                                                   bool lazy) {
  using State = simplify::Shape::State;
  std::vector<std::pair<ir::VarId, simplify::Shape>> learned;
  const bool failing[2] = {fails(branches[0].block), fails(branches[1].block)};
  if (failing[0] && failing[1]) return learned;
  const auto shapeIn = [&](std::size_t side, std::size_t result) {
    return failing[side] ? nullptr
                         : branches[side].knowledge.shape(branches[side].block.results[result]);
  };
  const auto addResult = [&](std::size_t side, ir::TypeId type, const ir::Atom& atom) {
    ir::Block& block = branches[side].block;
    if (!failing[side]) {
      block.results.push_back(atom);
      return;
    }
    block.bindings.back().results.push_back(target.fresh(type, "failed"));
    block.results.emplace_back(block.bindings.back().results.back());
  };
  std::vector<std::size_t> waiting;
  for (std::size_t i = results.size(); i-- > 0;) waiting.push_back(i);
  const std::size_t original = results.size();
  while (!waiting.empty() && results.size() - original < mostAdded) {
    const std::size_t result = waiting.back();
    waiting.pop_back();
    const std::size_t some = failing[0] ? 1 : 0;
    const simplify::Shape* shapes[2] = {shapeIn(0, result), shapeIn(1, result)};
    if (shapes[some] == nullptr) continue;
    const bool both = !failing[0] && !failing[1];
    if (both && (shapes[1] == nullptr || shapes[0]->ctor != shapes[1]->ctor)) continue;
    const simplify::Shape first = *shapes[some];
    const simplify::Shape second = both ? *shapes[1] : first;
    simplify::Shape common{first.ctor, {}};
    const bool forced = first.state != State::Unforced && second.state != State::Unforced;
    if (lazy) common.state = forced ? State::Selected : State::Unforced;
    for (std::size_t i = 0; i < first.fields.size(); ++i) {
      const ir::Atom mine = branches[some].knowledge.resolve(first.fields[i]);
      const ir::Atom other = both ? branches[1].knowledge.resolve(second.fields[i]) : mine;
      // A literal is the same everywhere; a variable only if it is bound outside both branches,
      // which equality shows when both branches succeed.
      const bool agrees = mine == other && (both || ir::variableOf(mine) == nullptr);
      if (agrees) {
        common.fields.push_back(mine);
        if (lazy) common.state = State::Unforced;
        continue;
      }
      const ir::TypeId type = source.constructor(first.ctor).fields[i].type;
      results.push_back(target.fresh(type, "f"));
      common.fields.emplace_back(results.back());
      waiting.push_back(results.size() - 1);
      addResult(some, type, mine);
      addResult(1 - some, type, other);
    }
    learned.emplace_back(results[result], std::move(common));
  }
  return learned;
}

std::vector<ir::Binding> hoistCommonCalls(ir::Function& target, std::array<Branch, 2>& branches) {
  std::vector<ir::Binding> hoisted;
  if (fails(branches[0].block) || fails(branches[1].block)) return hoisted;
  for (std::size_t i = 0; i < branches[0].block.bindings.size();) {
    ir::Block& mine = branches[0].block;
    ir::Block& other = branches[1].block;
    const auto* call = std::get_if<ir::Call>(&mine.bindings[i].operation);
    const std::size_t twin = call == nullptr || readsAny(*call, boundIn(mine))
                                 ? other.bindings.size()
                                 : findCall(other, *call);
    if (twin == other.bindings.size()) {
      ++i;
      continue;
    }
    ir::Binding binding = mine.bindings[i];
    for (ir::VarId& result : binding.results) {
      const ir::Variable variable = target.variables[result.value];
      result = target.fresh(variable.type, variable.name);
    }
    replaceResults(mine, i, binding.results);
    replaceResults(other, twin, binding.results);
    hoisted.push_back(std::move(binding));
    i = 0;
  }
  return hoisted;
}

}  // namespace deforest::fusion
