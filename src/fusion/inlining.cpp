#include "fusion/inlining.hpp"

#include <algorithm>

#include "ir/alpha.hpp"

namespace deforest::fusion {

bool worthInlining(const ir::Program& source, const graph::FunctionFacts& facts,
                   const ir::Function& function) {
  if (facts.returnsTree) return true;
  const bool takesTree =
      std::any_of(function.parameters.begin(), function.parameters.end(), [&](ir::VarId parameter) {
        return graph::isTree(source, function.variables[parameter.value].type);
      });
  return takesTree || facts.small;
}

ir::Block inlined(const ir::Program& source, const ir::Function& callee,
                  const std::vector<ir::Atom>& arguments, const simplify::Knowledge& known,
                  ir::Function& target) {
  const auto whole = [&] { return ir::instantiate(callee, arguments, target); };
  if (callee.body.bindings.size() != 1) return whole();
  const auto* match = std::get_if<ir::Case>(&callee.body.bindings.front().operation);
  if (match == nullptr) return whole();
  const auto& parameters = callee.parameters;
  const auto matched = std::ranges::find_if(
      parameters, [&](ir::VarId parameter) { return match->scrutinee == ir::Atom(parameter); });
  if (matched == parameters.end()) return whole();
  const ir::Atom& tree = arguments[static_cast<std::size_t>(matched - parameters.begin())];
  const simplify::Shape* shape = known.shape(tree);
  // What is made, but perhaps not evaluated yet, is evaluated by the match.
  if (shape == nullptr || shape->state != simplify::Shape::State::Evaluated) return whole();
  const ir::Alternative& taken = match->alternatives[source.constructor(shape->ctor).tag];
  return ir::instantiate(callee, arguments, taken, shape->fields, target);
}

}  // namespace deforest::fusion
