#include "simplify/dead_bindings.hpp"

#include <algorithm>
#include <set>

#include "ir/alpha.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "pipeline/parallel.hpp"

namespace deforest::simplify {
namespace {

using Live = std::set<ir::VarId>;

void read(Live& live, const ir::Atom& atom) {
  if (const auto* variable = ir::variableOf(atom)) live.insert(*variable);
}

// The smaller one goes into the larger one: what branches nested a thousand deep read would else be
// moved a thousand times.
void add(Live& live, Live more) {
  if (live.size() < more.size()) live.swap(more);
  live.merge(more);
}

// Keeps of a branching binding the results in `live`, in all branches.
void trimResults(ir::Binding& binding, const Live& live) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < binding.results.size(); ++i) {
    if (live.contains(binding.results[i])) kept.push_back(i);
  }
  if (kept.size() == binding.results.size()) return;
  const auto select = [&](auto& list) {
    auto old = std::move(list);
    list.clear();
    for (const std::size_t i : kept) list.push_back(old[i]);
  };
  select(binding.results);
  ir::forEachBlock(binding.operation, [&](ir::Block& block) { select(block.results); });
}

// What every branch returns without doing anything, if it is the same and from outside.
const std::vector<ir::Atom>* commonResults(const ir::Operation& operation) {
  const std::vector<ir::Atom>* common = nullptr;
  bool agree = true;
  ir::forEachBlock(operation, [&](const ir::Block& block) {
    if (!block.bindings.empty() || (common != nullptr && *common != block.results)) agree = false;
    common = &block.results;
  });
  if (common == nullptr || !agree) return nullptr;
  if (const auto* match = std::get_if<ir::Case>(&operation)) {
    for (const ir::Alternative& alternative : match->alternatives) {
      for (const ir::VarId field : alternative.fields) {
        const auto& results = *common;
        if (std::find(results.begin(), results.end(), ir::Atom(field)) != results.end()) {
          return nullptr;
        }
      }
    }
  }
  return common;
}

// Replaces what copies bind, here and in nested blocks, by what they copy.
void removeCopies(ir::Block& block) {
  ir::Substitution substitution;
  bool copied = false;
  std::erase_if(block.bindings, [&](const ir::Binding& binding) {
    const auto* copy = std::get_if<ir::Copy>(&binding.operation);
    if (copy == nullptr) return false;
    for (std::size_t i = 0; i < copy->atoms.size(); ++i) {
      substitution.set(binding.results[i], substitution(copy->atoms[i]));
    }
    copied = true;
    return true;
  });
  if (copied) ir::substitute(block, substitution);
}

// Adds what an operation reads to what is live, its results included; its branches aside.
void readOperation(const ir::Binding& binding, Live& live) {
  if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
    for (std::size_t i = 0; i < copy->atoms.size(); ++i) {
      if (live.contains(binding.results[i])) read(live, copy->atoms[i]);
    }
    return;
  }
  ir::forEachAtom(binding.operation, [&](const ir::Atom& atom) { read(live, atom); });
}

// Removes from the end to the beginning; returns what the block then reads from outside.
Live sweep(ir::Block& block, ir::Semantics semantics, bool keepsForced) {
  Live live;
  for (const ir::Atom& atom : block.results) read(live, atom);
  std::vector<ir::Binding> kept;
  for (auto binding = block.bindings.rbegin(); binding != block.bindings.rend(); ++binding) {
    const bool used = std::any_of(binding->results.begin(), binding->results.end(),
                                  [&](ir::VarId result) { return live.contains(result); });
    const ir::VarId* forced = keepsForced ? forcedAlone(*binding) : nullptr;
    if (!used && (forced == nullptr || live.contains(*forced))) continue;
    if (ir::branches(binding->operation) || std::holds_alternative<ir::Fail>(binding->operation)) {
      trimResults(*binding, live);
    }
    Live inside;
    ir::forEachBlock(binding->operation, [&](ir::Block& inner) {
      add(inside, sweep(inner, semantics, keepsForced));
      removeCopies(inner);
    });
    if (const auto* match = std::get_if<ir::Case>(&binding->operation)) {
      for (const ir::Alternative& alternative : match->alternatives) {
        for (const ir::VarId field : alternative.fields) inside.erase(field);
      }
    }
    if (semantics == ir::Semantics::Strict) {
      if (const auto* common = commonResults(binding->operation)) {
        binding->operation = ir::Copy{*common};
        inside.clear();
      }
    }
    readOperation(*binding, live);
    for (const ir::VarId result : binding->results) live.erase(result);
    add(live, std::move(inside));
    kept.push_back(std::move(*binding));
  }
  std::reverse(kept.begin(), kept.end());
  block.bindings = std::move(kept);
  return live;
}

}  // namespace

const ir::Primitive* seqOf(const ir::Operation& operation) {
  const auto* primitive = std::get_if<ir::Primitive>(&operation);
  return primitive != nullptr && primitive->op == ir::PrimOp::Seq ? primitive : nullptr;
}

const ir::VarId* forcedAlone(const ir::Binding& binding) {
  const ir::Primitive* seq = seqOf(binding.operation);
  const bool alone = seq != nullptr && seq->arguments[0] == seq->arguments[1];
  return alone ? ir::variableOf(seq->arguments[0]) : nullptr;
}

void removeDeadBindings(ir::Block& block, ir::Semantics semantics, bool keepsForced) {
  sweep(block, semantics, keepsForced);
  removeCopies(block);
}

pipeline::Pass deadBindings(ir::Semantics semantics, bool keepsForced) {
  return {.name = "dead-bindings",
          .description = "remove bindings that nothing reads, and copies",
          .run = [semantics, keepsForced](ir::Program program, pipeline::Context&) {
            pipeline::forEachFunction(program, [&](ir::Function& function) {
              removeDeadBindings(function.body, semantics, keepsForced);
            });
            return program;
          }};
}

}  // namespace deforest::simplify
