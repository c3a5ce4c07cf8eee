#include "backends/native/split_phase.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "backends/native/deferred_argument.hpp"
#include "backends/native/phases.hpp"
#include "backends/native/plan_passes.hpp"
#include "backends/native/siblings.hpp"
#include "graph/call_graph.hpp"
#include "ir/alpha.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"
#include "simplify/reachable.hpp"
#include "support/check.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

class CallFinder {
 public:
  CallFinder(const graph::CallGraph& graph, FunId caller) : graph_(graph), caller_(caller) {}

  // The deferred argument of the call at `at`, if it has one.
  [[nodiscard]] std::optional<std::size_t> deferredArgument(const Block& block,
                                                            std::size_t at) const {
    const auto* call = std::get_if<ir::Call>(&block.bindings[at].operation);
    if (call == nullptr || !isWithin(call->callee) || mayLoop(block, at)) return std::nullopt;
    const auto needing = argumentsFromSiblings(block, at, [&](FunId id) { return isWithin(id); });
    for (const auto& arguments : needing) {
      if (arguments.size() == 1) return arguments[0];
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool isWithin(FunId id) const {
    return id.value < graph_.recursive.size() && graph_.recursive[id.value] &&
           graph_.componentOf[id.value] == graph_.componentOf[caller_.value];
  }

  // Whether the results of the call only go where those of a next round would.
  [[nodiscard]] static bool mayLoop(const Block& block, std::size_t at) {
    const auto& results = block.bindings[at].results;
    const std::set<VarId> made(results.begin(), results.end());
    return std::none_of(block.bindings.begin() + static_cast<long>(at) + 1, block.bindings.end(),
                        [&](const Binding& binding) {
                          return !std::holds_alternative<ir::Construct>(binding.operation) &&
                                 readsAny(binding, made);
                        });
  }

  const graph::CallGraph& graph_;
  const FunId caller_;
};

// By function that finishes: the one that had to wait, and for which parameter.
struct Waiting {
  FunId function;
  std::size_t parameter = 0;
};
using Finishing = std::map<FunId, Waiting>;

class Divider {
 public:
  // Divides the calls that wait for a sibling, those of `whole` excepted.
  Divider(ir::Program& program, const std::set<FunId>& whole)
      : program_(program), whole_(whole), graph_(graph::callGraph(program)), names_(program) {}

  Finishing run() {
    for (const auto& component : graph_.components) {
      std::vector<DeferredCall> found;
      for (const FunId id : component) gather(id, program_.function(id).body, found);
      for (const DeferredCall& call : found) divideCalls(component, call);
    }
    return std::move(finishing_);
  }

 private:
  // Calls of a function whose argument of that number waits for a sibling.
  struct DeferredCall {
    FunId callee;
    std::size_t argument = 0;
  };
  struct Phases {
    FunId begin;
    FunId finish;
    std::vector<bool> passed;  // by result of the first: whether the other needs it
  };

  void gather(FunId caller, const Block& block, std::vector<DeferredCall>& found) const {
    const CallFinder finder(graph_, caller);
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      ir::forEachBlock(block.bindings[i].operation,
                       [&](const Block& inner) { gather(caller, inner, found); });
      const auto argument = finder.deferredArgument(block, i);
      if (!argument) continue;
      const FunId callee = std::get<ir::Call>(block.bindings[i].operation).callee;
      // A function is divided in one way.
      const bool known = std::any_of(found.begin(), found.end(), [&](const DeferredCall& other) {
        return other.callee == callee;
      });
      if (known || whole_.contains(callee)) continue;
      if (findDeferred(program_, program_.function(callee), *argument)) {
        found.push_back({callee, *argument});
      }
    }
  }

  void divideCalls(const std::vector<FunId>& component, const DeferredCall& call) {
    auto deferred = findDeferred(program_, program_.function(call.callee), call.argument);
    if (!deferred) return;
    const auto next = static_cast<std::uint32_t>(program_.functions.size());
    const Phases phases{FunId{next}, FunId{next + 1}, deferred->passed};
    for (const FunId id : component) divide(id, program_.functions[id.value].body, call, phases);
    // Its own calls are divided now, too, so that it can be compared with others.
    const ir::Function callee = program_.function(call.callee);
    deferred = findDeferred(program_, callee, call.argument);
    support::check(deferred.has_value(), "a deferred argument is needed at once");
    program_.functions.push_back(beginOf(program_, callee, *deferred));
    program_.functions.push_back(finishOf(program_, callee, *deferred));
    for (const FunId id : {phases.begin, phases.finish}) {
      std::string& name = program_.functions[id.value].name;
      name = names_.unique(name);
    }
    finishing_[phases.finish] = {call.callee, call.argument};
    for (const FunId id : component) {
      const ir::Function& there = program_.function(id);
      const bool similar = there.parameters.size() + 1 == callee.parameters.size() &&
                           there.resultTypes == callee.resultTypes &&
                           ir::size(there) + deferred->operations() == ir::size(callee);
      if (!similar || !ir::alphaEquivalent(beginOf(program_, callee, *deferred, &there), there)) {
        continue;
      }
      for (const FunId caller : component) {
        ir::forEachBinding(program_.functions[caller.value].body, [&](Binding& binding) {
          auto* made = std::get_if<ir::Call>(&binding.operation);
          if (made != nullptr && made->callee == phases.begin) made->callee = id;
        });
      }
      break;
    }
  }

  // Puts calls of both phases in place of the calls that have to wait.
  void divide(FunId id, Block& block, const DeferredCall& deferred, const Phases& phases) {
    const CallFinder finder(graph_, id);
    ir::Function& function = program_.functions[id.value];
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      Binding& binding = block.bindings[i];
      ir::forEachBlock(binding.operation,
                       [&](Block& inner) { divide(id, inner, deferred, phases); });
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || call->callee != deferred.callee ||
          finder.deferredArgument(block, i) != deferred.argument) {
        continue;
      }
      Binding begin{{}, ir::Call{phases.begin, call->arguments}, binding.position};
      auto& arguments = std::get<ir::Call>(begin.operation).arguments;
      arguments.erase(arguments.begin() + static_cast<long>(deferred.argument));
      ir::Call finish{phases.finish, {}};
      for (std::size_t j = 0; j < binding.results.size(); ++j) {
        const ir::Variable variable = function.variables[binding.results[j].value];
        begin.results.push_back(function.fresh(variable.type, variable.name));
        if (phases.passed[j]) finish.arguments.emplace_back(begin.results[j]);
      }
      finish.arguments.push_back(call->arguments[deferred.argument]);
      binding.operation = std::move(finish);
      block.bindings.insert(block.bindings.begin() + static_cast<long>(i), std::move(begin));
      ++i;
    }
  }

  ir::Program& program_;
  const std::set<FunId>& whole_;
  const graph::CallGraph graph_;
  simplify::Names names_;
  Finishing finishing_;
};

// The functions that had to wait and whose second phase makes a cell.
std::set<FunId> costly(const ir::Program& program, const Finishing& finishing,
                       const NativeOptions& options) {
  std::set<FunId> found;
  if (finishing.empty()) return found;
  NativeCode code(options);
  code.begin(program);
  planUpTo("reuse-cells", code);
  for (std::size_t i = 0; i < code.program.functions.size(); ++i) {
    const auto second = finishing.find(code.versionOf[i]);
    if (second == finishing.end()) continue;
    ir::forEachBinding(code.program.functions[i].body, [&](const Binding& binding) {
      const bool makes = std::holds_alternative<ir::Construct>(binding.operation);
      const bool takes = makes && code.reuse[i].taken.contains(binding.results[0]);
      if (makes && !takes) found.insert(second->second.function);
    });
  }
  return found;
}

void tell(const ir::Program& program, const Waiting& waiting, bool taken,
          pipeline::Context& context) {
  const ir::Function& function = program.function(waiting.function);
  const VarId parameter = function.parameters[waiting.parameter];
  context.add({pipeline::Decision::Kind::Native, taken, function.name,
               "deferred argument " + function.variables[parameter.value].name,
               taken ? "what needs it is done in the cell just made, after both calls"
                     : "the cell that it would go into is not there to be written again",
               function.position});
}

ir::Program divide(ir::Program program, const NativeOptions& options, pipeline::Context& context) {
  std::set<FunId> whole;
  for (std::size_t turn = 0; turn <= program.functions.size(); ++turn) {
    ir::Program divided = program;
    const Finishing finishing = Divider(divided, whole).run();
    const std::set<FunId> more = costly(divided, finishing, options);
    for (const auto& [finish, waiting] : finishing) {
      const bool stays = more.contains(waiting.function);
      if (stays || more.empty()) tell(program, waiting, !stays, context);
    }
    if (more.empty()) return divided;
    whole.insert(more.begin(), more.end());
  }
  support::fail("more functions stay whole than there are");
}

}  // namespace

pipeline::Pass splitPhase(const NativeOptions& options) {
  return {.name = "split-phase",
          .description = "do after two calls what one needs of the other for its root alone",
          .needs = pipeline::Form::Native,
          .run = [options](ir::Program program, pipeline::Context& context) {
            return simplify::dropUnreachable(divide(std::move(program), options, context));
          }};
}

}  // namespace deforest::backends
