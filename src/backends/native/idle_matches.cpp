#include "backends/native/idle_matches.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "backends/native/suspension/rests.hpp"
#include "graph/failures.hpp"
#include "ir/alpha.hpp"
#include "ir/traverse.hpp"
#include "simplify/dead_bindings.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;

class IdleMatches {
 public:
  explicit IdleMatches(ir::Function& function)
      : function_(function), mayBeMissing_(function.variables.size()) {
    ir::forEachBinding(function.body, [&](const Binding& binding) {
      // A call may have no end.
      if (!graph::mayFail(binding.operation, [](ir::FunId) { return true; })) return;
      for (const ir::VarId result : binding.results) mayBeMissing_[result.value] = true;
    });
  }

  // How many matches were dropped.
  std::size_t run() {
    visit(function_.body);
    if (changed_) resolveCopies(function_);
    return dropped_;
  }

 private:
  // What is inside comes first: it may be all that differs.
  void visit(Block& block) {
    std::vector<Binding> kept;
    for (Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](Block& inner) { visit(inner); });
      const ir::Primitive* seq = simplify::seqOf(binding.operation);
      if (seq != nullptr && isThere(seq->arguments[0])) {
        changed_ = true;
        binding.operation = ir::Copy{{seq->arguments[1]}};
      }
      auto* match = std::get_if<ir::Case>(&binding.operation);
      if (match != nullptr && makesTheSame(*match)) {
        drop();
        binding.operation = ir::Copy{{match->scrutinee}};
        match = nullptr;
      }
      if (match == nullptr || !saysNothing(*match)) {
        kept.push_back(std::move(binding));
        continue;
      }
      drop();
      Block any = std::move(match->alternatives[0].body);
      std::ranges::move(any.bindings, std::back_inserter(kept));
      kept.push_back({binding.results, ir::Copy{std::move(any.results)}, binding.position});
    }
    block.bindings = std::move(kept);
  }

  void drop() {
    ++dropped_;
    changed_ = true;
  }

  [[nodiscard]] bool isThere(const ir::Atom& atom) const {
    const ir::VarId* variable = ir::variableOf(atom);
    return variable == nullptr || !mayBeMissing_[variable->value];
  }

  // Whether each alternative results in what is matched, or makes it anew.
  [[nodiscard]] static bool makesTheSame(const ir::Case& match) {
    return std::ranges::all_of(match.alternatives, [&](const ir::Alternative& each) {
      if (each.body.results.size() != 1) return false;
      if (each.body.bindings.empty()) return each.body.results[0] == match.scrutinee;
      const Binding* made = nullptr;
      for (const Binding& binding : each.body.bindings) {
        if (std::holds_alternative<ir::Copy>(binding.operation)) continue;
        if (made != nullptr) return false;
        made = &binding;
      }
      const auto* cell = made == nullptr ? nullptr : std::get_if<ir::Construct>(&made->operation);
      return cell != nullptr && cell->ctor == each.ctor &&
             each.body.results[0] == ir::Atom(made->results[0]) &&
             std::ranges::equal(cell->fields, each.fields,
                                [](const ir::Atom& a, ir::VarId b) { return a == ir::Atom(b); });
    });
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
  std::vector<bool> mayBeMissing_;  // by variable: whether what makes it may fail, or not end
  std::size_t dropped_ = 0;
  bool changed_ = false;
};

}  // namespace

pipeline::Pass idleMatches() {
  return {.name = "idle-matches",
          .description = "drop matches and evaluations that change nothing",
          .run = [](ir::Program program, pipeline::Context& context) {
            for (ir::Function& function : program.functions) {
              if (IdleMatches(function).run() == 0) continue;
              context.add({pipeline::Decision::Kind::Native, true, function.name,
                           "drop a match of `" + function.name + "`", "it changes nothing",
                           function.position});
            }
            return program;
          }};
}

}  // namespace deforest::backends
