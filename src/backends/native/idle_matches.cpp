#include "backends/native/idle_matches.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "backends/native/suspension/rests.hpp"
#include "ir/alpha.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;

class IdleMatches {
 public:
  explicit IdleMatches(ir::Function& function) : function_(function) {}

  // How many were dropped.
  std::size_t run() {
    visit(function_.body);
    if (dropped_ != 0) resolveCopies(function_);
    return dropped_;
  }

 private:
  // What is inside comes first: it may be all that differs.
  void visit(Block& block) {
    std::vector<Binding> kept;
    for (Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](Block& inner) { visit(inner); });
      auto* match = std::get_if<ir::Case>(&binding.operation);
      if (match == nullptr || !saysNothing(*match)) {
        kept.push_back(std::move(binding));
        continue;
      }
      ++dropped_;
      Block any = std::move(match->alternatives[0].body);
      std::ranges::move(any.bindings, std::back_inserter(kept));
      kept.push_back({binding.results, ir::Copy{std::move(any.results)}, binding.position});
    }
    block.bindings = std::move(kept);
  }

  [[nodiscard]] bool saysNothing(const ir::Case& match) const {
    const Block& first = match.alternatives[0].body;
    const auto looksLike = [&](const ir::Alternative& each) {
      return each.body.bindings.size() == first.bindings.size() &&
             (!first.bindings.empty() || each.body.results == first.results);
    };
    if (match.alternatives.size() < 2 || !std::ranges::all_of(match.alternatives, looksLike)) {
      return false;
    }
    ir::BlockEquality same(function_, false);
    return std::ranges::all_of(match.alternatives, [&](const ir::Alternative& each) {
      return &each.body == &first || same(each.body, first);
    });
  }

  ir::Function& function_;
  std::size_t dropped_ = 0;
};

}  // namespace

pipeline::Pass idleMatches() {
  return {.name = "idle-matches",
          .description = "drop matches of which all alternatives do the same",
          .run = [](ir::Program program, pipeline::Context& context) {
            for (ir::Function& function : program.functions) {
              if (IdleMatches(function).run() == 0) continue;
              context.add({pipeline::Decision::Kind::Native, true, function.name,
                           "drop a match of `" + function.name + "`",
                           "all of its alternatives do the same", function.position});
            }
            return program;
          }};
}

}  // namespace deforest::backends
