#include "graph/printing_order.hpp"

#include <algorithm>
#include <optional>

#include "graph/failures.hpp"
#include "ir/main_action.hpp"
#include "ir/printing.hpp"

namespace deforest::graph {
namespace {

// `main` prints its results in order: what fails, and only later ones need, comes behind those
// before.
template <class Fails>
void keepBehindResults(Dependence& dependence, const ir::Program& program, const ir::Block& region,
                       const Fails& fails) {
  if (region.results.size() != program.outputs.size()) return;
  // By binding: the first result that needs it.
  std::vector<std::size_t> needed(region.bindings.size(), region.results.size());
  std::vector<std::optional<std::uint32_t>> makers;
  for (std::size_t k = 0; k < region.results.size(); ++k) {
    const auto* variable = ir::variableOf(region.results[k]);
    makers.push_back(variable == nullptr ? std::nullopt : dependence.definer(*variable));
    if (makers[k]) needed[*makers[k]] = std::min(needed[*makers[k]], k);
  }
  for (std::uint32_t i = dependence.size(); i-- > 0;) {
    for (const std::uint32_t used : dependence.uses(i)) {
      needed[used] = std::min(needed[used], needed[i]);
    }
  }
  for (std::uint32_t i = 0; i < dependence.size(); ++i) {
    if (needed[i] == 0 || !mayFail(region.bindings[i].operation, fails)) continue;
    for (std::size_t k = 0; k < needed[i] && k < makers.size(); ++k) {
      if (makers[k] && *makers[k] < i) dependence.keepOrder(*makers[k], i);
    }
  }
}

}  // namespace

void keepBehindOutput(Dependence& dependence, const ir::Program& program,
                      const ir::Function& function, const ir::Block& region, const Facts& facts,
                      ir::Semantics semantics) {
  if (semantics != ir::Semantics::Strict) return;
  const auto failing = [&](ir::FunId id) { return facts[id.value].fails; };
  if (ir::isMainAction(program, function)) keepBehindResults(dependence, program, region, failing);
  std::optional<std::uint32_t> printed;
  for (std::uint32_t i = 0; i < region.bindings.size(); ++i) {
    const ir::Binding& binding = region.bindings[i];
    if (ir::prints(program, function, binding.results)) {
      printed = i;
    } else if (printed && mayFail(binding.operation, failing)) {
      dependence.keepOrder(*printed, i);
    }
  }
}

}  // namespace deforest::graph
