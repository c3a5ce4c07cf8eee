#include "backends/native/direct_recursion.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "backends/native/calls.hpp"
#include "graph/call_graph.hpp"
#include "ir/alpha.hpp"
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
// What may become part of a function to which it comes back, among other ways to go.
constexpr std::size_t mostOfTurns = 256;

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

// Calls `visit` on each call that is the last thing done at an end of the block, and on the block
// in which it stands.
void forEachTailCall(ir::Block& block, const std::function<void(ir::Block&, ir::Call&)>& visit) {
  if (!ir::endsInLast(block)) return;
  ir::Operation& last = block.bindings.back().operation;
  if (auto* call = std::get_if<ir::Call>(&last)) return visit(block, *call);
  ir::forEachBlock(last, [&](ir::Block& inner) { forEachTailCall(inner, visit); });
}

// Which of a component's functions come to which by tail calls.
class TailCalls {
 public:
  TailCalls(ir::Program& program, Component component) : component_(std::move(component)) {
    for (const FunId id : component_) {
      forEachTailCall(program.functions[id.value].body, [&](ir::Block&, ir::Call& call) {
        if (call.callee != id) callees_[id].insert(call.callee);
      });
    }
  }

  [[nodiscard]] const Component& component() const { return component_; }
  void leaveOut(FunId id) { std::erase(component_, id); }

  [[nodiscard]] bool comesTo(FunId from, FunId to) const {
    std::set<FunId> seen = {from};
    for (Component waiting = {from}; !waiting.empty();) {
      const auto callees = callees_.find(waiting.back());
      waiting.pop_back();
      if (callees == callees_.end()) continue;
      for (const FunId callee : callees->second) {
        if (!isWithin(component_, callee)) continue;
        if (callee == to) return true;
        if (seen.insert(callee).second) waiting.push_back(callee);
      }
    }
    return false;
  }

 private:
  Component component_;
  std::map<FunId, std::set<FunId>> callees_;
};

// A function with those that come back to it by tail calls as parts of it.
class LoopThrough {
 public:
  LoopThrough(const ir::Program& program, FunId head, const TailCalls& calls)
      : program_(program), head_(head), calls_(calls) {}

  // None if it would be too large.
  std::optional<ir::Function> run() {
    function_ = program_.function(head_);
    std::vector<FunId> way = {head_};
    expand(function_.body, way);
    return size_ <= mostOfTurns ? std::optional(std::move(function_)) : std::nullopt;
  }

 private:
  void expand(ir::Block& block, std::vector<FunId>& way) {
    forEachTailCall(block, [&](ir::Block& at, ir::Call& call) {
      const FunId callee = call.callee;
      const bool isPart = isWithin(calls_.component(), callee) &&
                          std::ranges::find(way, callee) == way.end() &&
                          calls_.comesTo(callee, head_);
      if (!isPart || size_ > mostOfTurns) return;
      const ir::Function& part = program_.function(callee);
      size_ += ir::size(part.body);
      ir::Block body = ir::instantiate(part, call.arguments, function_);
      at.bindings.pop_back();
      std::ranges::move(body.bindings, std::back_inserter(at.bindings));
      at.results = std::move(body.results);
      way.push_back(callee);
      expand(at, way);
      way.pop_back();
    });
  }

  const ir::Program& program_;
  const FunId head_;
  const TailCalls& calls_;
  ir::Function function_;
  std::size_t size_ = 0;
};

// Of recursions that also go other ways: a function to which others come back by tail calls becomes
// a loop, the smallest first, until no turn passes none that is.
void makeLoops(ir::Program& program, pipeline::Context& context) {
  const auto graph = graph::callGraph(program);
  for (const Component& component : graph.components) {
    if (component.size() < 2) continue;
    TailCalls calls(program, component);
    std::vector<std::pair<FunId, ir::Function>> loops;
    while (true) {
      std::optional<std::pair<FunId, ir::Function>> least;
      for (const FunId head : calls.component()) {
        if (!calls.comesTo(head, head)) continue;
        std::optional<ir::Function> made = LoopThrough(program, head, calls).run();
        if (!made || (least && ir::size(least->second.body) <= ir::size(made->body))) continue;
        least.emplace(head, std::move(*made));
      }
      if (!least) break;
      calls.leaveOut(least->first);
      loops.push_back(std::move(*least));
    }
    for (auto& [head, made] : loops) {
      context.add({pipeline::Decision::Kind::Native, true, made.name, "loop through others",
                   "they come back to it, and one function is a loop", made.position});
      program.functions[head.value] = std::move(made);
    }
  }
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
  makeLoops(program, context);
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
