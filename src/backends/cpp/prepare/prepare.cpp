#include "backends/cpp/prepare/prepare.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "backends/cpp/prepare/addends.hpp"
#include "backends/cpp/prepare/tails.hpp"
#include "graph/call_graph.hpp"
#include "ir/alpha.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

// The largest function, in bindings, that becomes part of its only caller without need.
constexpr std::size_t smallBody = 6;

// ---------------------------------------------------------------------------------- called once

// Replaces the only call of `id`, whose function is `callee`, in the block of `caller` by its body;
// `results` then says what the results of the call are. Whether the call was there.
bool inlineIn(Block& block, ir::Function& caller, const ir::Function& callee, FunId id,
              ir::Substitution& results) {
  for (std::size_t i = 0; i < block.bindings.size(); ++i) {
    Binding& binding = block.bindings[i];
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call != nullptr && call->callee == id) {
      Block body = ir::instantiate(callee, call->arguments, caller);
      for (std::size_t j = 0; j < binding.results.size(); ++j) {
        results.set(binding.results[j], body.results[j]);
      }
      const auto at = block.bindings.erase(block.bindings.begin() + static_cast<long>(i));
      block.bindings.insert(at, body.bindings.begin(), body.bindings.end());
      return true;
    }
    bool found = false;
    ir::forEachBlock(binding.operation, [&](Block& inner) {
      found = found || inlineIn(inner, caller, callee, id, results);
    });
    if (found) return true;
  }
  return false;
}

// Whether the only call of `callee` in the block is the last thing the function does.
bool isTailCall(const Block& block, FunId callee) {
  if (block.bindings.empty()) return false;
  const Binding& last = block.bindings.back();
  if (last.results.size() != block.results.size()) return false;
  for (std::size_t i = 0; i < last.results.size(); ++i) {
    if (block.results[i] != Atom(last.results[i])) return false;
  }
  if (const auto* call = std::get_if<ir::Call>(&last.operation)) return call->callee == callee;
  bool found = false;
  ir::forEachBlock(last.operation,
                   [&](const Block& inner) { found = found || isTailCall(inner, callee); });
  return found;
}

// One step: whether a function became part of its caller.
bool inlineOne(ir::Program& program) {
  const auto graph = graph::callGraph(program);
  const auto reached = graph::reachable(graph, program.roots);
  const std::size_t count = program.functions.size();
  std::vector<unsigned> calls(count);
  std::vector<FunId> caller(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!reached[i]) continue;
    ir::forEachBinding(program.functions[i].body, [&](const Binding& binding) {
      if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
        ++calls[call->callee.value];
        caller[call->callee.value] = FunId{i};
      }
    });
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const FunId callee{i};
    const bool root =
        std::find(program.roots.begin(), program.roots.end(), callee) != program.roots.end();
    if (root || calls[i] != 1 || caller[i] == callee) continue;
    const auto& callees = graph.callees[i];
    if (std::binary_search(callees.begin(), callees.end(), callee)) continue;
    const bool together = graph.componentOf[i] == graph.componentOf[caller[i].value];
    ir::Function& into = program.functions[caller[i].value];
    const ir::Function body = program.functions[i];
    if (!together && ir::size(body.body) > smallBody && !isTailCall(into.body, callee)) continue;
    ir::Substitution results;
    support::check(inlineIn(into.body, into, body, callee, results),
                   "a call to be inlined is not there");
    ir::substitute(into.body, results);
    return true;
  }
  return false;
}

// ------------------------------------------------------------------------------------- clean-up

void removeCopies(Block& block, ir::Substitution& by) {
  std::vector<Binding> kept;
  for (auto& binding : block.bindings) {
    ir::forEachAtom(binding.operation, [&](Atom& atom) { atom = by(atom); });
    const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
    if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
      for (std::size_t i = 0; i < copy->atoms.size(); ++i) {
        by.set(binding.results[i], copy->atoms[i]);
      }
      continue;
    }
    if (primitive != nullptr && primitive->op == ir::PrimOp::Seq) {
      by.set(binding.results[0], primitive->arguments[1]);
      continue;
    }
    ir::forEachBlock(binding.operation, [&](Block& inner) { removeCopies(inner, by); });
    kept.push_back(std::move(binding));
  }
  block.bindings = std::move(kept);
  for (auto& atom : block.results) atom = by(atom);
}

// Drops what follows an error in its block: it is never reached.
void cutAfterFailures(const ir::Program& program, ir::Function& function, Block& block) {
  for (std::size_t i = 0; i < block.bindings.size(); ++i) {
    Binding& binding = block.bindings[i];
    ir::forEachBlock(binding.operation,
                     [&](Block& inner) { cutAfterFailures(program, function, inner); });
    if (!std::holds_alternative<ir::Fail>(binding.operation)) continue;
    binding.results.clear();
    for (Atom& result : block.results) {
      binding.results.push_back(function.fresh(ir::typeOf(program, function, result), "unreached"));
      result = binding.results.back();
    }
    block.bindings.resize(i + 1);
  }
}

// What a function does nothing with but to hand it on to itself it hands on as it is, so that
// nothing else is computed for it.
void handOnIdle(ir::Function& function, FunId id) {
  const auto forEachOwn = [&](const auto& visit) {
    ir::forEachBinding(function.body, [&](Binding& binding) {
      auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr && call->callee == id) visit(*call);
    });
  };
  const auto uses = ir::countUses(function);
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const VarId parameter = function.parameters[i];
    unsigned handedOn = 0;
    forEachOwn([&](const ir::Call& call) { handedOn += call.arguments[i] == Atom(parameter); });
    if (uses[parameter.value] != handedOn) continue;
    forEachOwn([&](ir::Call& call) { call.arguments[i] = parameter; });
  }
}

bool callsOrFails(const ir::Operation& operation) {
  if (std::holds_alternative<ir::Call>(operation) || std::holds_alternative<ir::Fail>(operation)) {
    return true;
  }
  bool found = false;
  ir::forEachBlock(operation, [&](const Block& block) {
    ir::forEachBinding(block, [&](const Binding& binding) {
      found = found || std::holds_alternative<ir::Call>(binding.operation) ||
              std::holds_alternative<ir::Fail>(binding.operation);
    });
  });
  return found;
}

// Drops operations whose results nothing reads, from the end; not what the source says is an error.
void removeUnused(Block& block, std::vector<unsigned>& reads) {
  const auto change = [&](const ir::Operation& operation) {
    for (const VarId variable : variablesRead(operation)) --reads[variable.value];
  };
  for (std::size_t i = block.bindings.size(); i-- > 0;) {
    Binding& binding = block.bindings[i];
    const bool needed = std::any_of(binding.results.begin(), binding.results.end(),
                                    [&](VarId variable) { return reads[variable.value] != 0; });
    if (!needed && !callsOrFails(binding.operation)) {
      change(binding.operation);
      block.bindings.erase(block.bindings.begin() + static_cast<long>(i));
      continue;
    }
    ir::forEachBlock(binding.operation, [&](Block& inner) { removeUnused(inner, reads); });
  }
}

// ------------------------------------------------------------------------- order of the children

// All calls of a block are made in any case, and which of two that fail says so is open
// (docs/LANGUAGE.md), as it is where they run in parallel.

// Fields in scope, each with its place in the tree: the numbers of the fields that lead to it from
// a parameter. What is in an earlier child, however deep, comes before a later child.
using Place = std::vector<std::size_t>;
using Fields = std::vector<std::pair<VarId, Place>>;

const Place* placeOf(const Atom& atom, const Fields& fields) {
  const VarId* variable = ir::variableOf(atom);
  if (variable == nullptr) return nullptr;
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const auto& field) { return field.first == *variable; });
  return found == fields.end() ? nullptr : &found->second;
}

// Adds the fields of a value.
void enter(const Atom& value, const std::vector<VarId>& inside, Fields& fields) {
  const Place* place = placeOf(value, fields);
  const Place outer = place == nullptr ? Place{} : *place;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    fields.emplace_back(inside[i], outer);
    fields.back().second.push_back(i);
  }
}

// The place of the child that a call visits; nothing if it visits none.
std::optional<Place> childOf(const Binding& binding, const Fields& fields) {
  const auto* call = std::get_if<ir::Call>(&binding.operation);
  if (call == nullptr) return std::nullopt;
  for (const auto& argument : call->arguments) {
    if (const Place* place = placeOf(argument, fields)) return *place;
  }
  return std::nullopt;
}

bool reads(const Binding& binding, const Binding& other) {
  const auto read = variablesRead(binding.operation);
  return std::any_of(other.results.begin(), other.results.end(), [&](VarId variable) {
    return std::find(read.begin(), read.end(), variable) != read.end();
  });
}

// Where the call at `at` needs what stands between it and a call on a later child, that one goes
// behind it instead, if nothing up to there needs its results.
void deferLater(std::vector<Binding>& bindings, std::size_t at, const Place& child,
                const Fields& fields) {
  for (std::size_t j = at; j-- > 0;) {
    const auto other = childOf(bindings[j], fields);
    if (!other || *other <= child) continue;
    bool needed = false;
    for (std::size_t k = j + 1; k <= at; ++k) needed = needed || reads(bindings[k], bindings[j]);
    if (needed) continue;
    const auto begin = bindings.begin();
    std::rotate(begin + static_cast<long>(j), begin + static_cast<long>(j) + 1,
                begin + static_cast<long>(at) + 1);
    --at;
  }
}

// Moves every call on an earlier child up past calls on later ones, where it does not depend on
// what it passes.
void orderCalls(Block& block, Fields fields) {
  auto& bindings = block.bindings;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    if (const auto* unpack = std::get_if<ir::Unpack>(&bindings[i].operation)) {
      enter(unpack->scrutinee, bindings[i].results, fields);
    }
    const auto child = childOf(bindings[i], fields);
    if (!child) continue;
    std::size_t to = i;
    for (std::size_t j = i; j-- > 0;) {
      if (reads(bindings[i], bindings[j])) break;
      const auto other = childOf(bindings[j], fields);
      if (other && *other > *child) to = j;
    }
    std::rotate(bindings.begin() + static_cast<long>(to), bindings.begin() + static_cast<long>(i),
                bindings.begin() + static_cast<long>(i) + 1);
    if (to == i) deferLater(bindings, i, *child, fields);
  }
  for (auto& binding : bindings) {
    if (auto* match = std::get_if<ir::Case>(&binding.operation)) {
      for (auto& alternative : match->alternatives) {
        Fields inner = fields;
        enter(match->scrutinee, alternative.fields, inner);
        orderCalls(alternative.body, std::move(inner));
      }
    } else if (auto* conditional = std::get_if<ir::Conditional>(&binding.operation)) {
      orderCalls(conditional->whenTrue, fields);
      orderCalls(conditional->whenFalse, fields);
    }
  }
}

}  // namespace

std::vector<VarId> variablesRead(const ir::Operation& operation) {
  std::vector<VarId> read;
  const auto note = [&](const Atom& atom) {
    if (const VarId* variable = ir::variableOf(atom)) read.push_back(*variable);
  };
  ir::forEachAtom(operation, note);
  const std::function<void(const Block&)> inside = [&](const Block& block) {
    for (const auto& binding : block.bindings) {
      ir::forEachAtom(binding.operation, note);
      ir::forEachBlock(binding.operation, inside);
    }
    for (const auto& atom : block.results) note(atom);
  };
  ir::forEachBlock(operation, inside);
  return read;
}

CppFacts cppFacts(const ir::Program& program) {
  const auto graph = graph::callGraph(program);
  CppFacts facts;
  facts.emitted = graph::reachable(graph, program.roots);
  facts.recursive = graph.recursive;
  facts.component = graph.componentOf;
  facts.components = graph.components;
  const std::size_t count = program.functions.size();
  facts.allocates.resize(count);
  facts.heavy = graph.recursive;
  for (const auto& component : graph.components) {
    bool heavy = false;
    for (const FunId id : component) {
      for (const FunId callee : graph.callees[id.value]) {
        heavy = heavy || facts.heavy[callee.value];
      }
    }
    for (const FunId id : component) facts.heavy[id.value] = heavy || facts.heavy[id.value];
  }
  return facts;
}

void findAllocations(const ir::Program& program,
                     const std::function<bool(FunId, const Binding&)>& makesCell, CppFacts& facts) {
  for (const auto& component : facts.components) {
    bool allocates = false;
    for (const FunId id : component) {
      ir::forEachBinding(program.function(id).body, [&](const Binding& binding) {
        const auto* call = std::get_if<ir::Call>(&binding.operation);
        allocates = allocates || makesCell(id, binding) ||
                    (call != nullptr && facts.allocates[call->callee.value]);
      });
    }
    for (const FunId id : component) facts.allocates[id.value] = allocates;
  }
}

PreparedProgram prepareForCpp(ir::Program program, const std::set<FunId>& whole) {
  while (inlineOne(program)) {
  }
  joinTurns(program);
  for (auto& function : program.functions) {
    cutAfterFailures(program, function, function.body);
    ir::Substitution by(function);
    removeCopies(function.body, by);
  }
  addAfterCalls(program);
  Finishing finishing = postponeLateArguments(program, whole);
  const CppFacts facts = cppFacts(program);
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    ir::Function& function = program.functions[i];
    if (facts.recursive[i]) moveCallsToEnds(function, FunId{i}, facts);
    handOnIdle(function, FunId{i});
    auto counts = ir::countUses(function);
    removeUnused(function.body, counts);
    orderCalls(function.body, {});
  }
  return {std::move(program), std::move(finishing)};
}

}  // namespace deforest::backends
