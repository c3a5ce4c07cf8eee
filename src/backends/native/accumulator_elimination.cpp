#include "backends/native/accumulator_elimination.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "backends/native/calls.hpp"
#include "backends/native/siblings.hpp"
#include "graph/call_graph.hpp"
#include "ir/alpha.hpp"
#include "ir/equal_functions.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"
#include "simplify/reachable.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::PrimOp;
using ir::VarId;

// By function and parameter: the result that it is added to.
using Accumulators = std::map<std::pair<FunId, std::size_t>, std::size_t>;

// Follows one parameter through a function.
class Follower {
 public:
  explicit Follower(const Accumulators& accumulators) : accumulators_(accumulators) {}

  // The result that the value goes into, if it goes there on every path and nowhere else.
  [[nodiscard]] std::optional<std::size_t> follow(const Block& block, VarId value) const {
    std::set<VarId> spent;
    VarId now = value;
    for (const auto& binding : block.bindings) {
      if (readsAny(binding, spent)) return std::nullopt;
      if (!readsAny(binding, {now})) continue;
      const auto next = step(binding, now);
      if (!next) return std::nullopt;
      spent.insert(now);
      now = *next;
    }
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < block.results.size(); ++i) {
      if (isIn(spent, block.results[i])) return std::nullopt;
      if (block.results[i] != Atom(now)) continue;
      if (found) return std::nullopt;
      found = i;
    }
    return found;
  }

 private:
  // What the value becomes.
  [[nodiscard]] std::optional<VarId> step(const Binding& binding, VarId value) const {
    const Atom atom = value;
    if (const auto* primitive = std::get_if<ir::Primitive>(&binding.operation)) {
      const auto& arguments = primitive->arguments;
      const bool adds = primitive->op == PrimOp::Add && arguments[0] != arguments[1];
      const bool subtracts =
          primitive->op == PrimOp::Sub && arguments[0] == atom && arguments[1] != atom;
      if (!adds && !subtracts) return std::nullopt;
      return binding.results[0];
    }
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      const auto& arguments = call->arguments;
      const auto at = std::find(arguments.begin(), arguments.end(), atom);
      if (std::find(at + 1, arguments.end(), atom) != arguments.end()) return std::nullopt;
      const auto accumulator =
          accumulators_.find({call->callee, static_cast<std::size_t>(at - arguments.begin())});
      if (accumulator == accumulators_.end()) return std::nullopt;
      return binding.results[accumulator->second];
    }
    return branches(binding, value);
  }

  [[nodiscard]] std::optional<VarId> branches(const Binding& binding, VarId value) const {
    const auto* match = std::get_if<ir::Case>(&binding.operation);
    const auto* conditional = std::get_if<ir::Conditional>(&binding.operation);
    if (match == nullptr && conditional == nullptr) return std::nullopt;
    const Atom& decisive = match != nullptr ? match->scrutinee : conditional->condition;
    if (decisive == Atom(value)) return std::nullopt;
    std::optional<std::size_t> into;
    bool same = true;
    ir::forEachBlock(binding.operation, [&](const Block& block) {
      if (ir::fails(block)) return;
      const auto found = follow(block, value);
      same = same && found && (!into || into == found);
      into = found;
    });
    if (!same || !into) return std::nullopt;
    return binding.results[*into];
  }

  const Accumulators& accumulators_;
};

class Adder {
 public:
  Adder(ir::Program& program, pipeline::Context& context)
      : program_(program), context_(context), graph_(graph::callGraph(program)), names_(program) {}

  void run() {
    for (const auto& component : graph_.components) {
      if (!graph_.recursive[component[0].value]) continue;
      const Accumulators accumulators = find(component);
      const bool waits = std::any_of(component.begin(), component.end(), [&](FunId id) {
        return hasWaiting(program_.function(id).body, component, accumulators);
      });
      if (waits) addAfter(accumulators);
    }
  }

 private:
  [[nodiscard]] bool isInteger(const ir::Function& function, VarId variable) const {
    const auto kind = program_.type(function.variables[variable.value].type).kind;
    return kind == ir::TypeKind::Int || kind == ir::TypeKind::Word;
  }

  // The greatest set that supports itself: what is used of a call was shown of the calls in it.
  [[nodiscard]] Accumulators find(const Component& component) const {
    Accumulators accumulators;
    for (const FunId id : component) {
      const ir::Function& function = program_.function(id);
      for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const VarId parameter = function.parameters[i];
        if (!isInteger(function, parameter)) continue;
        const auto type = function.variables[parameter.value].type;
        const auto& types = function.resultTypes;
        // With several results that it could go into, one would have to be guessed.
        if (std::count(types.begin(), types.end(), type) != 1) continue;
        accumulators[{id, i}] =
            static_cast<std::size_t>(std::find(types.begin(), types.end(), type) - types.begin());
      }
    }
    bool changed = true;
    while (changed) {
      const Follower follower(accumulators);
      changed = std::erase_if(accumulators, [&](const auto& accumulator) {
                  const auto& [id, parameter] = accumulator.first;
                  const ir::Function& function = program_.function(id);
                  const auto into = follower.follow(function.body, function.parameters[parameter]);
                  return into != accumulator.second;
                }) > 0;
    }
    return accumulators;
  }

  // Whether a call takes nothing along but sums that another call of its block has to give.
  static bool hasWaiting(const Block& block, const Component& component,
                         const Accumulators& accumulators) {
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      bool found = false;
      ir::forEachBlock(block.bindings[i].operation, [&](const Block& inner) {
        found = found || hasWaiting(inner, component, accumulators);
      });
      if (const auto* call = std::get_if<ir::Call>(&block.bindings[i].operation)) {
        const auto needing =
            argumentsFromSiblings(block, i, [&](FunId id) { return isWithin(component, id); });
        for (const auto& arguments : needing) {
          found = found || std::all_of(arguments.begin(), arguments.end(), [&](std::size_t i) {
                    return accumulators.contains({call->callee, i});
                  });
        }
      }
      if (found) return true;
    }
    return false;
  }

  void addAfter(const Accumulators& accumulators) {
    const std::size_t first = program_.functions.size();  // of those made here
    std::map<FunId, FunId> fromZero;
    for (const auto& [accumulator, result] : accumulators) {
      const ir::Function& function = program_.function(accumulator.first);
      const VarId parameter = function.parameters[accumulator.second];
      context_.add({pipeline::Decision::Kind::Native, true, function.name,
                    "accumulator " + function.variables[parameter.value].name,
                    "it starts from zero and is added after the calls, which then do not wait",
                    function.position});
      const auto next = FunId{static_cast<std::uint32_t>(program_.functions.size())};
      if (fromZero.emplace(accumulator.first, next).second) program_.functions.emplace_back();
    }
    for (const auto& [id, zero] : fromZero) {
      program_.functions[zero.value] = startedFromZero(id, accumulators);
    }
    for (auto& function : program_.functions) {
      ir::Substitution by(function);
      addAfterCalls(function, function.body, fromZero, accumulators, by);
    }
    for (const auto& [id, zero] : fromZero) {
      program_.functions[id.value].body = around(id, zero, accumulators);
    }
    // A function that starts from zero may be there already.
    const std::vector<FunId> standing = ir::equalFunctions(program_);
    for (auto& function : program_.functions) {
      ir::forEachBinding(function.body, [&](Binding& binding) {
        auto* call = std::get_if<ir::Call>(&binding.operation);
        if (call != nullptr && call->callee.value >= first) {
          call->callee = standing[call->callee.value];
        }
      });
    }
  }

  [[nodiscard]] ir::Function startedFromZero(FunId id, const Accumulators& accumulators) {
    ir::Function made = program_.function(id);
    made.name = names_.unique(made.name + "_from0");
    made.documentation.clear();
    ir::Substitution by(made);
    for (std::size_t i = made.parameters.size(); i-- > 0;) {
      if (!accumulators.contains({id, i})) continue;
      by.set(made.parameters[i], zeroOf(made, made.parameters[i]));
      made.parameters.erase(made.parameters.begin() + static_cast<long>(i));
    }
    ir::substitute(made.body, by);
    return made;
  }

  [[nodiscard]] Atom zeroOf(const ir::Function& function, VarId variable) const {
    return ir::Literal{program_.type(function.variables[variable.value].type).kind, 0};
  }

  static bool isZero(const Atom& atom) {
    const auto* literal = std::get_if<ir::Literal>(&atom);
    return literal != nullptr && literal->bits == 0;
  }

  // Puts calls that start from zero, and additions, in place of the others; what zero is added to
  // stays what it is.
  void addAfterCalls(ir::Function& function, Block& block, const std::map<FunId, FunId>& fromZero,
                     const Accumulators& accumulators, ir::Substitution& by) {
    std::vector<Binding> bindings;
    for (auto& binding : block.bindings) {
      ir::forEachAtom(binding.operation, [&](Atom& atom) { atom = by(atom); });
      ir::forEachBlock(binding.operation, [&](Block& inner) {
        addAfterCalls(function, inner, fromZero, accumulators, by);
      });
      auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
      if (primitive != nullptr && primitive->op == PrimOp::Add &&
          isInteger(function, binding.results[0])) {
        if (const auto sum = otherThanZero(primitive->arguments)) {
          by.set(binding.results[0], *sum);
          continue;
        }
      }
      auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || !fromZero.contains(call->callee)) {
        bindings.push_back(std::move(binding));
        continue;
      }
      std::vector<Binding> after;
      const FunId callee = call->callee;
      for (std::size_t i = call->arguments.size(); i-- > 0;) {
        const auto accumulator = accumulators.find({callee, i});
        if (accumulator == accumulators.end()) continue;
        const Atom sum = call->arguments[i];
        call->arguments.erase(call->arguments.begin() + static_cast<long>(i));
        if (isZero(sum)) continue;
        VarId& result = binding.results[accumulator->second];
        const ir::Variable variable = function.variables[result.value];
        const VarId part = function.fresh(variable.type, variable.name);
        after.insert(after.begin(),
                     {{result}, ir::Primitive{PrimOp::Add, {sum, part}}, binding.position});
        result = part;
      }
      call->callee = fromZero.at(callee);
      bindings.push_back(std::move(binding));
      std::move(after.begin(), after.end(), std::back_inserter(bindings));
    }
    block.bindings = std::move(bindings);
    for (auto& atom : block.results) atom = by(atom);
  }

  static std::optional<Atom> otherThanZero(const std::vector<Atom>& operands) {
    if (isZero(operands[0])) return operands[1];
    if (isZero(operands[1])) return operands[0];
    return std::nullopt;
  }

  // The body of the function itself, for who calls it by its name.
  [[nodiscard]] Block around(FunId id, FunId zero, const Accumulators& accumulators) {
    ir::Function& function = program_.functions[id.value];
    ir::Call call{zero, {}};
    Block block;
    for (const ir::TypeId type : function.resultTypes) {
      block.results.emplace_back(function.fresh(type, "sum"));
    }
    std::vector<VarId> results;
    std::vector<Binding> after;
    for (const Atom& result : block.results) results.push_back(std::get<VarId>(result));
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      const auto accumulator = accumulators.find({id, i});
      if (accumulator == accumulators.end()) {
        call.arguments.emplace_back(function.parameters[i]);
        continue;
      }
      VarId& part = results[accumulator->second];
      const VarId whole = part;
      part = function.fresh(function.resultTypes[accumulator->second], "part");
      after.insert(
          after.begin(),
          {{whole}, ir::Primitive{PrimOp::Add, {function.parameters[i], part}}, function.position});
    }
    block.bindings.push_back({results, std::move(call), function.position});
    std::move(after.begin(), after.end(), std::back_inserter(block.bindings));
    return block;
  }

  ir::Program& program_;
  pipeline::Context& context_;
  const graph::CallGraph graph_;
  simplify::Names names_;
};

}  // namespace

pipeline::Pass accumulatorElimination() {
  return {.name = "accumulator-elimination",
          .description = "add up after the calls what they would wait for each other to add to",
          .needs = pipeline::Form::Native,
          .run = [](ir::Program program, pipeline::Context& context) {
            Adder(program, context).run();
            return simplify::dropUnreachable(std::move(program));
          }};
}

}  // namespace deforest::backends
