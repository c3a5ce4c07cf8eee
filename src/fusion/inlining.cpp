#include "fusion/inlining.hpp"

#include <algorithm>

#include "ir/measure.hpp"

namespace deforest::fusion {
namespace {

// Bindings up to which a function of scalars is unfolded.
constexpr std::size_t smallFunction = 12;

}  // namespace

bool worthInlining(const ir::Program& source, const graph::FunctionFacts& facts,
                   const ir::Function& function) {
  if (facts.returnsTree) return true;
  const bool takesTree =
      std::any_of(function.parameters.begin(), function.parameters.end(), [&](ir::VarId parameter) {
        return graph::isTree(source, function.variables[parameter.value].type);
      });
  return takesTree || ir::size(function.body) <= smallFunction;
}

}  // namespace deforest::fusion
