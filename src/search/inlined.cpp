#include "search/inlined.hpp"

#include "ir/traverse.hpp"
#include "search/price.hpp"

namespace deforest::search {
namespace {

// About the size up to which GHC unfolds without hope of more.
constexpr std::size_t smallTokens = 60;

// By function, the number of places that call it when lines stand where they are called. What is
// called from outside is called from there, too.
std::vector<std::size_t> sites(const ir::Program& program, const graph::CallGraph& calls,
                               const std::function<bool(ir::FunId)>& isLine) {
  const std::vector<bool> reached = graph::reachable(calls, program.roots);
  std::vector<std::size_t> result(program.functions.size());
  for (const ir::FunId root : program.roots) ++result[root.value];
  const auto add = [&](bool lines) {
    for (std::uint32_t i = 0; i < reached.size(); ++i) {
      if (!reached[i] || isLine(ir::FunId{i}) != lines) continue;
      const std::size_t copies = lines ? result[i] : 1;
      ir::forEachBinding(program.functions[i].body, [&](const ir::Binding& binding) {
        if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
          result[call->callee.value] += copies;
        }
      });
    }
  };
  // Lines do not call lines.
  add(false);
  add(true);
  return result;
}

}  // namespace

std::vector<bool> inlined(const ir::Program& program,
                          const std::function<bool(ir::FunId)>& isLine) {
  return inlined(program, graph::callGraph(program), isLine);
}

std::vector<bool> inlined(const ir::Program& program, const graph::CallGraph& calls,
                          const std::function<bool(ir::FunId)>& isLine) {
  const std::vector<std::size_t> called = sites(program, calls, isLine);
  std::vector<bool> result(program.functions.size());
  for (std::uint32_t i = 0; i < result.size(); ++i) {
    result[i] = isLine(ir::FunId{i}) || called[i] == 1 ||
                (!calls.recursive[i] && tokens(program.functions[i]) <= smallTokens);
  }
  return result;
}

}  // namespace deforest::search
