#include "search/price.hpp"

#include "ir/measure.hpp"
#include "support/match.hpp"

namespace deforest::search {
namespace {

std::size_t tokens(const ir::Block& block);

std::size_t tokens(const ir::Binding& binding) {
  const std::size_t named = binding.results.size() + 1;  // x =
  return support::match(
      binding.operation, [&](const ir::Copy&) { return std::size_t{0}; },
      [&](const ir::Primitive& op) { return op.arguments.size() + 1; },
      [&](const ir::Construct& op) { return op.fields.size() + 1; },
      [&](const ir::Call& op) { return named + op.arguments.size() + 1; },
      [&](const ir::Unpack&) { return named + 1; }, [&](const ir::Fail&) { return std::size_t{2}; },
      [&](const ir::Conditional& op) { return 4 + tokens(op.whenTrue) + tokens(op.whenFalse); },
      [&](const ir::Case& op) {
        std::size_t sum = 3;
        for (std::size_t i = 0; i < op.alternatives.size(); ++i) {
          const ir::Alternative& alternative = op.alternatives[i];
          sum += 2 + alternative.fields.size() + tokens(alternative.body);
        }
        return sum;
      });
}

std::size_t tokens(const ir::Block& block) {
  std::size_t sum = block.results.size();
  for (const ir::Binding& binding : block.bindings) sum += tokens(binding);
  return sum;
}

}  // namespace

std::size_t tokens(const ir::Function& function) {
  // Signature and head.
  return 2 * (function.parameters.size() + 2) + tokens(function.body);
}

std::size_t tokens(const ir::Program& program) {
  const std::vector<bool> reached = ir::reachable(program);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (reached[i]) sum += tokens(program.functions[i]);
  }
  return sum;
}

}  // namespace deforest::search
