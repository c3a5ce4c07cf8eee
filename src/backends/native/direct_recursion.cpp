#include "backends/native/direct_recursion.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "backends/native/calls.hpp"
#include "graph/call_graph.hpp"
#include "ir/expand_calls.hpp"
#include "ir/measure.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "simplify/reachable.hpp"

namespace deforest::backends {
namespace {

using ir::FunId;

// The largest function, in bindings, that becomes part of others, and in how many places.
struct Bounds {
  std::size_t size;
  std::size_t places;
};
constexpr Bounds ofRecursion = {24, 3};
// Where the result is a loop, which needs no stack: how deep the functions call each other may
// depend on nothing but time.
constexpr Bounds ofLoop = {160, 6};

// Whether a loop can do it before it goes on, or need not: making a cell, and a `seq`, which native
// form drops.
bool isDoneBefore(const ir::Binding& binding) {
  const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
  return std::holds_alternative<ir::Construct>(binding.operation) ||
         (primitive != nullptr && primitive->op == ir::PrimOp::Seq);
}

// Whether nothing is left to do that matters after any call of the component's functions in a block
// that stands at the end of its function, or not.
bool allAtEnd(const ir::Block& block, const Component& component, bool atEnd) {
  std::size_t end = block.bindings.size();
  while (end > 0 && isDoneBefore(block.bindings[end - 1])) --end;
  for (std::size_t i = 0; i < end; ++i) {
    const ir::Operation& operation = block.bindings[i].operation;
    const bool last = atEnd && i + 1 == end;
    const auto* call = std::get_if<ir::Call>(&operation);
    if (call != nullptr && isWithin(component, call->callee) && !last) return false;
    bool inside = true;
    ir::forEachBlock(operation, [&](const ir::Block& inner) {
      inside = inside && allAtEnd(inner, component, last);
    });
    if (!inside) return false;
  }
  return true;
}

// Takes one function out of the component by making it part of the others.
bool joinOne(ir::Program& program, Component& component, const std::vector<bool>& outside,
             Bounds bounds, pipeline::Context& context) {
  Component candidates = component;
  std::stable_partition(candidates.begin(), candidates.end(),
                        [&](FunId id) { return !outside[id.value]; });
  for (const FunId id : candidates) {
    const ir::Function& callee = program.function(id);
    if (ir::size(callee.body) > bounds.size || callsOf(callee.body, id) != 0) continue;
    std::size_t places = 0;
    for (const FunId caller : component) places += callsOf(program.function(caller).body, id);
    if (places > bounds.places) continue;
    std::erase(component, id);
    for (const FunId into : component) {
      if (callsOf(program.function(into).body, id) == 0) continue;
      context.add({pipeline::Decision::Kind::Native, true, program.function(into).name,
                   "direct recursion through " + callee.name,
                   "they take turns, and one function is a loop", callee.position});
      ir::expandCalls(program, program.functions[into.value],
                      [&](FunId called) { return called == id; });
    }
    return true;
  }
  return false;
}

ir::Program joinTurns(ir::Program program, pipeline::Context& context) {
  const auto graph = graph::callGraph(program);
  const auto reached = graph::reachable(graph, program.roots);
  std::vector<bool> outside(program.functions.size());
  for (const FunId root : program.roots) outside[root.value] = true;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    if (!reached[i]) continue;
    for (const FunId callee : graph.callees[i]) {
      if (graph.componentOf[callee.value] != graph.componentOf[i]) outside[callee.value] = true;
    }
  }
  for (const Component& all : graph.components) {
    const bool alongLists = std::all_of(all.begin(), all.end(), [&](FunId id) {
      return reached[id.value] && callsOnPath(program.function(id).body, all) <= 1;
    });
    if (!alongLists) continue;
    const bool isLoop = std::ranges::all_of(
        all, [&](FunId id) { return allAtEnd(program.function(id).body, all, true); });
    const Bounds bounds = isLoop ? ofLoop : ofRecursion;
    Component component = all;
    while (component.size() > 1 && joinOne(program, component, outside, bounds, context)) {
    }
  }
  return program;
}

}  // namespace

pipeline::Pass directRecursion() {
  return {.name = "direct-recursion",
          .description = "make functions that take turns along a list one",
          .makes = pipeline::Form::Free,
          .run = [](ir::Program program, pipeline::Context& context) {
            return simplify::dropUnreachable(joinTurns(std::move(program), context));
          }};
}

}  // namespace deforest::backends
