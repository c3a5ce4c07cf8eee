#include "fusion/fold.hpp"

#include <algorithm>

#include "graph/dependence.hpp"
#include "ir/traverse.hpp"

namespace deforest::fusion {
namespace {

// Whether the call is the fold itself on some variable, its other parameters unchanged.
bool isSelfCall(const ir::Function& function, ir::FunId id, std::uint32_t tree,
                const ir::Call& call) {
  if (call.callee != id) return false;
  for (std::uint32_t i = 0; i < call.arguments.size(); ++i) {
    if (i != tree && call.arguments[i] != ir::Atom(function.parameters[i])) return false;
  }
  return true;
}

// Whether every use of `field` in the alternative is the fold of it, at most once.
bool onlyFolded(const ir::Function& function, ir::FunId id, std::uint32_t tree,
                const ir::Block& body, ir::VarId field) {
  const auto& results = body.results;
  if (std::find(results.begin(), results.end(), ir::Atom(field)) != results.end()) return false;
  unsigned folded = 0;
  for (const ir::Binding& binding : body.bindings) {
    if (!graph::freeVariables(binding.operation).contains(field)) continue;
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call == nullptr || !isSelfCall(function, id, tree, *call)) return false;
    if (call->arguments[tree] != ir::Atom(field)) return false;
    ++folded;
  }
  return folded <= 1;
}

}  // namespace

const ir::Case& matchOf(const ir::Function& function) {
  return std::get<ir::Case>(function.body.bindings.front().operation);
}

std::optional<std::uint32_t> foldedParameter(const ir::Program& program, ir::FunId id) {
  const ir::Function& function = program.function(id);
  if (function.resultTypes.size() != 1 || function.body.bindings.size() != 1) return std::nullopt;
  const ir::Binding& only = function.body.bindings.front();
  const auto* match = std::get_if<ir::Case>(&only.operation);
  if (match == nullptr) return std::nullopt;
  const auto& parameters = function.parameters;
  const auto scrutinee =
      std::find_if(parameters.begin(), parameters.end(),
                   [&](ir::VarId parameter) { return match->scrutinee == ir::Atom(parameter); });
  if (scrutinee == parameters.end()) return std::nullopt;
  const auto tree = static_cast<std::uint32_t>(scrutinee - parameters.begin());
  const ir::TypeId type = function.variables[scrutinee->value].type;
  bool recursive = false;
  for (const ir::Alternative& alternative : match->alternatives) {
    // The tree itself may not be used as a whole.
    if (graph::freeVariables(alternative.body).contains(*scrutinee)) return std::nullopt;
    for (const ir::VarId field : alternative.fields) {
      if (function.variables[field.value].type != type) continue;
      if (!onlyFolded(function, id, tree, alternative.body, field)) return std::nullopt;
      recursive = true;
    }
    bool others = false;
    ir::forEachBinding(alternative.body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr && call->callee == id && !isSelfCall(function, id, tree, *call)) {
        others = true;
      }
    });
    if (others) return std::nullopt;
  }
  return recursive ? std::optional(tree) : std::nullopt;
}

}  // namespace deforest::fusion
