#include "backends/native/siblings.hpp"

#include <algorithm>

#include "backends/native/facts.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::VarId;

bool readsAny(const ir::Binding& binding, const std::set<VarId>& variables) {
  const auto read = variablesRead(binding.operation);
  return std::any_of(read.begin(), read.end(),
                     [&](VarId variable) { return variables.contains(variable); });
}

bool isIn(const std::set<VarId>& variables, const ir::Atom& atom) {
  const VarId* variable = ir::variableOf(atom);
  return variable != nullptr && variables.contains(*variable);
}

std::vector<std::vector<std::size_t>> argumentsFromSiblings(
    const ir::Block& block, std::size_t at, const std::function<bool(ir::FunId)>& isSibling) {
  std::vector<std::vector<std::size_t>> found;
  const auto& arguments = std::get<ir::Call>(block.bindings[at].operation).arguments;
  for (std::size_t i = 0; i < at; ++i) {
    const auto* sibling = std::get_if<ir::Call>(&block.bindings[i].operation);
    if (sibling == nullptr || !isSibling(sibling->callee)) continue;
    std::set<VarId> from(block.bindings[i].results.begin(), block.bindings[i].results.end());
    for (std::size_t j = i + 1; j < at; ++j) {
      if (!readsAny(block.bindings[j], from)) continue;
      from.insert(block.bindings[j].results.begin(), block.bindings[j].results.end());
    }
    std::vector<std::size_t> needing;
    for (std::size_t j = 0; j < arguments.size(); ++j) {
      if (isIn(from, arguments[j])) needing.push_back(j);
    }
    if (!needing.empty()) found.push_back(std::move(needing));
  }
  return found;
}

}  // namespace deforest::backends
