#include "backends/native/plan/forks.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "backends/native/plan/loops.hpp"
#include "backends/native/siblings.hpp"
#include "backends/native/suspension/suspension.hpp"
#include "graph/failures.hpp"
#include "ir/measure.hpp"
#include "ir/printing.hpp"
#include "ir/traverse.hpp"
#include "simplify/dead_bindings.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

bool isHeavy(const Binding& binding, const CppFacts& facts) {
  const auto* call = std::get_if<ir::Call>(&binding.operation);
  return call != nullptr && facts.heavy[call->callee.value] && !facts.prints[call->callee.value];
}

bool prints(const Binding& binding, const CppFacts& facts) {
  const auto* call = std::get_if<ir::Call>(&binding.operation);
  return call != nullptr ? facts.prints[call->callee.value]
                         : std::holds_alternative<ir::Foreign>(binding.operation);
}

// Whether it does, or something in its blocks.
bool printsInside(const Binding& binding, const CppFacts& facts) {
  bool found = prints(binding, facts);
  ir::forEachBlock(binding.operation, [&](const Block& block) {
    found = found || std::ranges::any_of(block.bindings, [&](const Binding& inner) {
              return printsInside(inner, facts);
            });
  });
  return found;
}

// Whether it may, with what it calls and what is in its blocks.
bool fails(const Binding& binding, const CppFacts& facts) {
  return graph::mayFail(binding.operation, [&](FunId id) { return facts.fails[id.value]; });
}

// Whether the binding takes few steps, prints nothing and is there for its results: it can be done
// while the next of several calls waits, or is done by another thread.
bool isStep(const Binding& binding, const CppFacts& facts) {
  bool small = !isHeavy(binding, facts);
  ir::forEachBlock(binding.operation, [&](const Block& block) {
    ir::forEachBinding(block,
                       [&](const Binding& inner) { small = small && !isHeavy(inner, facts); });
  });
  return small && !printsInside(binding, facts) && simplify::forcedAlone(binding) == nullptr &&
         !std::holds_alternative<ir::Fail>(binding.operation);
}

// What needs one of the calls of a group.
struct Deferred {
  Binding binding;
  std::size_t behind = 0;  // how many of them stood before it
};

// The calls in their order, each with the steps behind it that need none of the later ones, as long
// as there are any; then the rest.
void putTogether(std::vector<Binding>& group, std::vector<Deferred>& deferred,
                 const CppFacts& facts, std::vector<Binding>& done) {
  std::set<VarId> missing;
  const auto forEachResult = [](const Binding& binding, const auto& visit) {
    for (const VarId result : binding.results) visit(result);
  };
  for (const Binding& call : group) forEachResult(call, [&](VarId each) { missing.insert(each); });
  for (const Deferred& each : deferred) {
    forEachResult(each.binding, [&](VarId result) { missing.insert(result); });
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    forEachResult(group[i], [&](VarId each) { missing.erase(each); });
    done.push_back(std::move(group[i]));
    if (i + 1 == group.size()) break;
    std::vector<Deferred> rest;
    for (Deferred& each : deferred) {
      // What may fail is not done before a call that it stood behind.
      const bool stays = readsAny(each.binding, missing) || !isStep(each.binding, facts) ||
                         (each.behind > i + 1 && fails(each.binding, facts));
      if (stays) {
        rest.push_back(std::move(each));
      } else {
        forEachResult(each.binding, [&](VarId result) { missing.erase(result); });
        done.push_back(std::move(each.binding));
      }
    }
    deferred = std::move(rest);
  }
  for (Deferred& each : deferred) done.push_back(std::move(each.binding));
  group.clear();
  deferred.clear();
}

void gather(Block& block, const CppFacts& facts) {
  std::vector<Binding> done;
  std::vector<Binding> group;  // calls to run at the same time
  std::vector<Deferred> deferred;
  std::set<VarId> waited;  // the results of both
  const auto flush = [&] {
    putTogether(group, deferred, facts, done);
    waited.clear();
  };
  for (auto& binding : block.bindings) {
    ir::forEachBlock(binding.operation, [&](Block& inner) { gather(inner, facts); });
    // What may fail is not evaluated before what has been printed by then.
    const bool overtakes = std::ranges::any_of(
        deferred, [&](const Deferred& behind) { return prints(behind.binding, facts); });
    if (overtakes && fails(binding, facts)) flush();
    // And what is printed after something was forced is not printed before.
    const bool isForced = std::ranges::any_of(deferred, [](const Deferred& behind) {
      return simplify::forcedAlone(behind.binding) != nullptr;
    });
    if (isForced && printsInside(binding, facts)) flush();
    const bool waits = readsAny(binding, waited);
    // What comes before an error is not left behind it, where it would not be reached.
    if (std::holds_alternative<ir::Fail>(binding.operation)) flush();
    // Nor is what comes before an action, or behind it.
    if (facts.hasActions && prints(binding, facts)) {
      flush();
      done.push_back(std::move(binding));
      continue;
    }
    if (isHeavy(binding, facts)) {
      if (waits) flush();
      waited.insert(binding.results.begin(), binding.results.end());
      group.push_back(std::move(binding));
    } else if (waits) {
      waited.insert(binding.results.begin(), binding.results.end());
      deferred.push_back({std::move(binding), group.size()});
    } else {
      done.push_back(std::move(binding));
    }
  }
  flush();
  block.bindings = std::move(done);
}

// By binding of the block: whether it is one of several calls that run at the same time.
std::vector<bool> sideBySide(const Block& block, const CppFacts& facts) {
  std::vector<bool> found(block.bindings.size());
  for (std::size_t i = 0; i < block.bindings.size(); ++i) {
    if (found[i]) continue;
    const std::vector<std::size_t> group = forkAt(block, i, facts);
    for (const std::size_t at : group) found[at] = group.size() > 1;
  }
  return found;
}

// The calls on the way through a block that has most: side by side, and one after the other to
// functions that lead back to this one.
struct Calls {
  std::size_t forked = 0;
  std::size_t again = 0;   // in turn
  std::size_t within = 0;  // to what leads back, in turn or side by side
  std::size_t widest = 0;  // side by side on any way
  [[nodiscard]] std::size_t all() const { return forked + again; }
};

Calls countCalls(const Block& block, FunId id, const CppFacts& facts) {
  Calls calls;
  const std::vector<bool> forked = sideBySide(block, facts);
  for (std::size_t i = 0; i < block.bindings.size(); ++i) {
    const auto& operation = block.bindings[i].operation;
    const auto* call = std::get_if<ir::Call>(&operation);
    if (forked[i]) ++calls.forked;
    if (call != nullptr && facts.component[call->callee.value] == facts.component[id.value]) {
      ++calls.within;
      if (!forked[i]) ++calls.again;
    }
    Calls most;
    ir::forEachBlock(operation, [&](const Block& inner) {
      const Calls inside = countCalls(inner, id, facts);
      const std::size_t widest = std::max(most.widest, inside.widest);
      if (inside.all() > most.all()) most = inside;
      most.widest = widest;
    });
    calls.forked += most.forked;
    calls.again += most.again;
    calls.within += most.within;
    calls.widest = std::max({calls.widest, calls.forked, most.widest});
  }
  return calls;
}

// Whether it is given a list that is made as it is read: one cell after the other, and in a
// parallel variant, which is no loop, all that was made on the way would be held.
bool isGivenLazyList(const ir::Function& function, const std::vector<bool>& lazy) {
  return std::ranges::any_of(function.parameters, [&](VarId parameter) {
    return lazy[function.variables[parameter.value].type.value];
  });
}

bool isText(const ir::Program& program, ir::TypeId id) {
  const ir::Type& type = program.type(id);
  return ir::holdsOutput(program, id) ||
         (type.kind == ir::TypeKind::Data && type.shape == ir::DataShape::List &&
          program.type(type.arguments[0]).kind == ir::TypeKind::Char);
}

// Whether values of the type are numbers, characters and texts, and parts of them, or what has been
// printed; or lists of those.
bool isOfScalars(const ir::Program& program, ir::TypeId id, bool orLists) {
  const ir::Type& type = program.type(id);
  if (isText(program, id)) return true;
  if (type.kind != ir::TypeKind::Data || type.shape == ir::DataShape::Library) {
    return type.kind != ir::TypeKind::Data;
  }
  const bool plain = type.shape == ir::DataShape::Tuple || type.shape == ir::DataShape::Builtin ||
                     (orLists && type.shape == ir::DataShape::List);
  return plain && std::ranges::all_of(type.arguments, [&](ir::TypeId argument) {
           return isOfScalars(program, argument, orLists);
         });
}

// By function: whether it is one of the Prelude's that read a number or write a text, or a part of
// such. They have little to do, or what they write is written in order; and second forms of them, and
// of all that calls them, would be half of many a program.
std::vector<bool> areOfScalars(const ir::Program& program, const CppFacts& facts) {
  const std::size_t count = program.functions.size();
  std::vector<std::vector<FunId>> callers(count);
  std::vector<bool> found(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!facts.emitted[i]) continue;
    const ir::Function& function = program.functions[i];
    for (const FunId callee : ir::callees(function.body)) callers[callee.value].push_back(FunId{i});
    const bool writes = std::ranges::all_of(function.resultTypes,
                                            [&](ir::TypeId type) { return isText(program, type); });
    const auto isPlain = [&](ir::TypeId type) { return isOfScalars(program, type, writes); };
    found[i] = !function.position.known() && std::ranges::all_of(function.resultTypes, isPlain) &&
               std::ranges::all_of(function.parameters, [&](VarId parameter) {
                 return isPlain(function.variables[parameter.value].type);
               });
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 0; i < count; ++i) {
      const bool isPart = !found[i] && facts.emitted[i] && !callers[i].empty() &&
                          !program.functions[i].position.known() &&
                          std::ranges::all_of(callers[i], [&](FunId caller) {
                            return found[caller.value] || caller.value == i;
                          });
      if (isPart) changed = found[i] = true;
    }
  }
  return found;
}

}  // namespace

void gatherForks(ir::Function& function, const CppFacts& facts) {
  gather(function.body, facts);
}

void putSideBySide(NativeCode& code) {
  const std::vector<bool> lazy = lazyTypes(code.program);
  const std::vector<bool> small = areOfScalars(code.program, code.facts);
  const ListMakers makers(code.program, code.facts);
  for (const auto& component : code.facts.components) {
    bool forks = false;
    for (const ir::FunId id : component) {
      if (!code.facts.emitted[id.value]) continue;
      gatherForks(code.forked[id.value], code.facts);
      forks = forks || code.spines[id.value].has_value() ||
              hasForks(code.forked[id.value].body, code.facts);
      ir::forEachBinding(code.program.function(id).body, [&](const ir::Binding& binding) {
        const auto* call = std::get_if<ir::Call>(&binding.operation);
        forks = forks || (call != nullptr && code.parallel[call->callee.value]);
      });
    }
    forks = forks && std::ranges::none_of(component, [&](ir::FunId id) {
              return small[id.value] || isGivenLazyList(code.program.function(id), lazy);
            });
    for (const ir::FunId id : component) {
      code.parallel[id.value] = forks && code.facts.emitted[id.value];
      const ir::Function& forked = code.forked[id.value];
      const bool rounds = code.parallel[id.value] && !code.spines[id.value] &&
                          !shareLevels(forked, id, code.facts).inTurn;
      if (!rounds) continue;
      code.forkedLoops[id.value] = planLoops(
          code.program, id, forked, *code.layout, makers,
          [&](const Block& block, std::size_t at) { return !sideBySide(block, code.facts)[at]; });
    }
  }
}

std::vector<std::size_t> forkAt(const Block& block, std::size_t at, const CppFacts& facts) {
  std::vector<std::size_t> group = {at};
  if (!isHeavy(block.bindings[at], facts)) return group;
  std::set<VarId> known(block.bindings[at].results.begin(), block.bindings[at].results.end());
  for (std::size_t i = at + 1; i < block.bindings.size(); ++i) {
    const Binding& next = block.bindings[i];
    if (isHeavy(next, facts)) {
      if (readsAny(next, known)) break;
      group.push_back(i);
    } else if (!isStep(next, facts)) {
      break;
    }
    known.insert(next.results.begin(), next.results.end());
  }
  return group;
}

bool hasForks(const Block& block, const CppFacts& facts) {
  for (std::size_t i = 0; i < block.bindings.size(); ++i) {
    if (forkAt(block, i, facts).size() > 1) return true;
    bool inside = false;
    ir::forEachBlock(block.bindings[i].operation,
                     [&](const Block& inner) { inside = inside || hasForks(inner, facts); });
    if (inside) return true;
  }
  return false;
}

LevelShares shareLevels(const ir::Function& function, FunId id, const CppFacts& facts) {
  const Calls calls = countCalls(function.body, id, facts);
  LevelShares shares;
  shares.inTurn = calls.widest > 0 && calls.again > 0 && calls.within > 1;
  shares.calls = std::max(calls.widest, shares.inTurn ? calls.all() : 0);
  return shares;
}

}  // namespace deforest::backends
