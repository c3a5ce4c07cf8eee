#include "simplify/shorten_loops.hpp"

#include <algorithm>

#include "graph/call_graph.hpp"
#include "ir/expand_calls.hpp"
#include "ir/library_calls.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "simplify/reachable.hpp"
#include "simplify/simplify.hpp"

namespace deforest::simplify {
namespace {

// Bindings that may be added to any program.
constexpr std::size_t smallProgram = 24;

class Shortener {
 public:
  explicit Shortener(const ir::Program& program)
      : program_(program),
        calls_(graph::callGraph(program)),
        fixed_(ir::fixedFunctions(program)),
        copied_(program.functions.size()) {}

  // Marks what is copied: the cheapest first, as long as there are `room` bindings for copies.
  bool choose(std::size_t room) {
    std::vector<std::pair<std::size_t, std::uint32_t>> candidates;
    for (std::uint32_t i = 0; i < copied_.size(); ++i) {
      if (const std::size_t cost = costOf(i); cost > 0) candidates.emplace_back(cost, i);
    }
    std::ranges::sort(candidates);
    bool any = false;
    for (const auto& [cost, i] : candidates) {
      if (cost > room) break;
      copied_[i] = true;
      if (leadsToItself(i)) {
        copied_[i] = false;
        continue;
      }
      room -= cost;
      any = true;
    }
    return any;
  }

  void copyInto(ir::Program& result, ir::FunId caller) const {
    ir::expandCalls(program_, result.functions[caller.value], [&](ir::FunId callee) {
      return copied_[callee.value] && onOneCycle(caller.value, callee.value);
    });
  }

 private:
  bool onOneCycle(std::uint32_t a, std::uint32_t b) const {
    return calls_.componentOf[a] == calls_.componentOf[b];
  }

  bool calls(std::uint32_t caller, std::uint32_t callee) const {
    return std::ranges::binary_search(calls_.callees[caller], ir::FunId{callee});
  }

  // Bindings of all copies; 0: there would be none.
  std::size_t costOf(std::uint32_t i) const {
    const bool stays = fixed_[i] || program_.functions[i].library;
    if (!calls_.recursive[i] || calls(i, i) || stays) return 0;
    if (program_.functions[i].parameters.empty()) return 0;
    std::size_t sites = 0;
    for (const ir::FunId caller : calls_.components[calls_.componentOf[i]]) {
      ir::forEachBinding(program_.function(caller).body, [&](const ir::Binding& binding) {
        const auto* call = std::get_if<ir::Call>(&binding.operation);
        sites += call != nullptr && call->callee.value == i ? 1 : 0;
      });
    }
    return sites * ir::size(program_.functions[i]);
  }

  bool leadsToItself(std::uint32_t start) const {
    std::vector<bool> seen(copied_.size());
    std::vector<std::uint32_t> waiting{start};
    while (!waiting.empty()) {
      const std::uint32_t at = waiting.back();
      waiting.pop_back();
      for (const ir::FunId callee : calls_.callees[at]) {
        if (callee.value == start) return true;
        if (!copied_[callee.value] || seen[callee.value]) continue;
        seen[callee.value] = true;
        waiting.push_back(callee.value);
      }
    }
    return false;
  }

  const ir::Program& program_;
  const graph::CallGraph calls_;
  const std::vector<bool> fixed_;
  std::vector<bool> copied_;
};

ir::Program shorten(ir::Program program, ir::Semantics semantics, double mostSize) {
  const std::size_t size = ir::size(program);
  const auto most = static_cast<std::size_t>(mostSize);
  const std::size_t limit = std::min(size + std::max(size / 4, smallProgram), std::max(most, size));
  Shortener shortener(program);
  if (!shortener.choose(limit - size)) return program;
  ir::Program result = program;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    shortener.copyInto(result, ir::FunId{i});
    simplifyFunction(result, result.functions[i], semantics);
  }
  result = dropUnreachable(std::move(result));
  // Copies within copies were not foreseen.
  return ir::size(result) <= limit ? result : program;
}

}  // namespace

pipeline::Pass shortenLoops(ir::Semantics semantics, double maxGrowth) {
  return {.name = "shorten-loops",
          .description = "make loops that go through several functions go through fewer",
          .makes = pipeline::Form::Free,
          .run = [=](ir::Program program, pipeline::Context& context) {
            return shorten(std::move(program), semantics,
                           maxGrowth * static_cast<double>(context.originalSize));
          }};
}

}  // namespace deforest::simplify
