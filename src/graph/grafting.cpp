#include "graph/grafting.hpp"

#include <algorithm>

namespace deforest::graph {
namespace {

// The recursive call that binds `variable` in `block`; null: something else does.
const ir::Call* callBinding(const ir::Block& block, const ir::Atom& atom, ir::FunId function) {
  for (const ir::Binding& binding : block.bindings) {
    if (binding.results.size() != 1 || ir::Atom(binding.results.front()) != atom) continue;
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    return call != nullptr && call->callee == function ? call : nullptr;
  }
  return nullptr;
}

}  // namespace

std::optional<std::uint32_t> graftedParameter(const ir::Program& program, ir::FunId id) {
  const ir::Function& function = program.function(id);
  if (function.parameters.size() != 2 || function.body.bindings.size() != 1) return std::nullopt;
  const auto* match = std::get_if<ir::Case>(&function.body.bindings.front().operation);
  if (match == nullptr || function.resultTypes.size() != 1) return std::nullopt;
  const bool first = match->scrutinee == ir::Atom(function.parameters[0]);
  const std::uint32_t tree = first ? 0 : 1;
  if (match->scrutinee != ir::Atom(function.parameters[tree])) return std::nullopt;
  const ir::Atom grafted = function.parameters[1 - tree];
  const auto rebuilds = [&](const ir::Alternative& alternative) {
    const ir::Block& body = alternative.body;
    if (body.bindings.empty()) return false;
    const ir::Binding& last = body.bindings.back();
    const auto* construct = std::get_if<ir::Construct>(&last.operation);
    if (construct == nullptr || construct->ctor != alternative.ctor ||
        body.results.front() != ir::Atom(last.results.front())) {
      return false;
    }
    std::size_t calls = 0;
    for (std::size_t i = 0; i < construct->fields.size(); ++i) {
      const ir::Atom field = alternative.fields[i];
      if (construct->fields[i] == field) continue;
      const ir::Call* call = callBinding(body, construct->fields[i], id);
      if (call == nullptr || call->arguments[tree] != field ||
          call->arguments[1 - tree] != grafted) {
        return false;
      }
      ++calls;
    }
    return calls + 1 == body.bindings.size();
  };
  bool ends = false;
  bool grows = false;
  for (const ir::Alternative& alternative : match->alternatives) {
    const ir::Block& body = alternative.body;
    if (body.bindings.empty() && body.results.front() == grafted) {
      ends = true;
    } else if (body.bindings.empty() && body.results.front() == match->scrutinee) {
      continue;
    } else if (rebuilds(alternative)) {
      grows = true;
    } else {
      return std::nullopt;
    }
  }
  return ends && grows ? std::optional(1 - tree) : std::nullopt;
}

}  // namespace deforest::graph
