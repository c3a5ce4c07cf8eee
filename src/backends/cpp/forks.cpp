#include "backends/cpp/forks.hpp"

#include <algorithm>
#include <utility>

#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::VarId;

bool isHeavy(const Binding& binding, const CppFacts& facts) {
  const auto* call = std::get_if<ir::Call>(&binding.operation);
  return call != nullptr && facts.heavy[call->callee.value];
}

bool readsAny(const Binding& binding, const std::vector<Binding>& others) {
  const auto read = variablesRead(binding.operation);
  for (const auto& other : others) {
    for (const VarId result : other.results) {
      if (std::find(read.begin(), read.end(), result) != read.end()) return true;
    }
  }
  return false;
}

void gather(Block& block, const CppFacts& facts) {
  std::vector<Binding> done;
  std::vector<Binding> group;     // calls to run at the same time
  std::vector<Binding> deferred;  // needs one of them
  const auto flush = [&] {
    std::move(group.begin(), group.end(), std::back_inserter(done));
    std::move(deferred.begin(), deferred.end(), std::back_inserter(done));
    group.clear();
    deferred.clear();
  };
  for (auto& binding : block.bindings) {
    ir::forEachBlock(binding.operation, [&](Block& inner) { gather(inner, facts); });
    const bool waits = readsAny(binding, group) || readsAny(binding, deferred);
    if (isHeavy(binding, facts)) {
      if (waits) flush();
      group.push_back(std::move(binding));
    } else if (waits) {
      deferred.push_back(std::move(binding));
    } else {
      done.push_back(std::move(binding));
    }
  }
  flush();
  block.bindings = std::move(done);
}

}  // namespace

void gatherForks(ir::Function& function, const CppFacts& facts) {
  gather(function.body, facts);
}

std::size_t forkAt(const Block& block, std::size_t at, const CppFacts& facts) {
  if (!isHeavy(block.bindings[at], facts)) return 1;
  std::vector<Binding> group = {block.bindings[at]};
  while (at + group.size() < block.bindings.size()) {
    const Binding& next = block.bindings[at + group.size()];
    if (!isHeavy(next, facts) || readsAny(next, group)) break;
    group.push_back(next);
  }
  return group.size();
}

bool hasForks(const Block& block, const CppFacts& facts) {
  for (std::size_t i = 0; i < block.bindings.size(); ++i) {
    if (forkAt(block, i, facts) > 1) return true;
    bool inside = false;
    ir::forEachBlock(block.bindings[i].operation,
                     [&](const Block& inner) { inside = inside || hasForks(inner, facts); });
    if (inside) return true;
  }
  return false;
}

}  // namespace deforest::backends
