#include "simplify/join_conditionals.hpp"

#include <algorithm>
#include <iterator>

#include "graph/dependence.hpp"
#include "ir/alpha.hpp"
#include "ir/traverse.hpp"
#include "pipeline/parallel.hpp"

namespace deforest::simplify {
namespace {

using ir::Binding;
using ir::Block;
using ir::Conditional;

bool reads(const Binding& binding, const std::vector<ir::VarId>& variables) {
  const std::set<ir::VarId> free = graph::freeVariables(binding.operation);
  return std::ranges::any_of(variables, [&](ir::VarId read) { return free.contains(read); });
}

// Whether what reads nothing of it may go in front of it.
bool standsBack(const Binding& binding) {
  bool alone = !std::holds_alternative<ir::Call>(binding.operation);
  ir::forEachBlock(binding.operation, [&](const Block&) { alone = false; });
  return alone;
}

// The branch of the second goes behind that of the first.
void append(Block& branch, Block&& second, const std::vector<ir::VarId>& results) {
  ir::Substitution by;
  for (std::size_t i = 0; i < results.size(); ++i) by.set(results[i], branch.results[i]);
  ir::substitute(second, by);
  std::ranges::move(second.bindings, std::back_inserter(branch.bindings));
  std::ranges::move(second.results, std::back_inserter(branch.results));
}

// The last of `before` that `conditional` can be one with; its end: none.
std::vector<Binding>::iterator partner(std::vector<Binding>& before,
                                       const Conditional& conditional) {
  for (auto at = before.end(); at != before.begin();) {
    --at;
    if (const auto* other = std::get_if<Conditional>(&at->operation)) {
      if (other->condition != conditional.condition) return before.end();
      const bool free = std::none_of(std::next(at), before.end(), [&](const Binding& between) {
        return reads(between, at->results);
      });
      return free ? at : before.end();
    }
    if (!standsBack(*at)) return before.end();
  }
  return before.end();
}

void join(Block& block) {
  std::vector<Binding> kept;
  for (Binding& binding : block.bindings) {
    ir::forEachBlock(binding.operation, join);
    if (auto* second = std::get_if<Conditional>(&binding.operation)) {
      const auto found = partner(kept, *second);
      if (found != kept.end()) {
        Binding joined = std::move(*found);
        kept.erase(found);
        auto& first = std::get<Conditional>(joined.operation);
        append(first.whenTrue, std::move(second->whenTrue), joined.results);
        append(first.whenFalse, std::move(second->whenFalse), joined.results);
        std::ranges::copy(binding.results, std::back_inserter(joined.results));
        join(first.whenTrue);
        join(first.whenFalse);
        kept.push_back(std::move(joined));
        continue;
      }
    }
    kept.push_back(std::move(binding));
  }
  block.bindings = std::move(kept);
}

}  // namespace

pipeline::Pass joinConditionals(ir::Semantics semantics) {
  return {.name = "join-conditionals",
          .description = "conditionals on one condition become one",
          .makes = pipeline::Form::Free,
          .run = [semantics](ir::Program program, pipeline::Context& context) {
            if (semantics == ir::Semantics::Haskell) return program;
            pipeline::forEachFunction(program, [&](ir::Function& function) {
              if (!context.asWritten.contains(function.name)) join(function.body);
            });
            return program;
          }};
}

}  // namespace deforest::simplify
