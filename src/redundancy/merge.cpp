#include "redundancy/merge.hpp"

#include <map>

#include "ir/alpha.hpp"
#include "ir/traverse.hpp"
#include "simplify/reachable.hpp"

namespace deforest::redundancy {
namespace {

using Classes = std::vector<std::uint32_t>;

// Splits classes whose members differ, taking callees of one class as equal.
Classes refine(const ir::Program& program, const Classes& old) {
  const auto sameCallee = [&](ir::FunId a, ir::FunId b) { return old[a.value] == old[b.value]; };
  const auto calleeHash = [&](ir::FunId id) -> std::uint64_t { return old[id.value]; };
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::uint32_t>> buckets;
  Classes refined(old.size());
  std::uint32_t classes = 0;
  for (std::uint32_t i = 0; i < old.size(); ++i) {
    const ir::Function& function = program.functions[i];
    auto& bucket = buckets[{old[i], ir::alphaHash(function, calleeHash)}];
    bool found = false;
    for (const std::uint32_t representative : bucket) {
      if (ir::alphaEquivalent(function, program.functions[representative], sameCallee)) {
        refined[i] = refined[representative];
        found = true;
        break;
      }
    }
    if (found) continue;
    refined[i] = classes++;
    bucket.push_back(i);
  }
  return refined;
}

std::size_t count(const Classes& classes) {
  std::uint32_t most = 0;
  for (const std::uint32_t number : classes) most = std::max(most, number + 1);
  return most;
}

ir::Program merge(ir::Program program, pipeline::Context& context) {
  Classes classes(program.functions.size());
  for (Classes next = refine(program, classes);; next = refine(program, classes)) {
    const bool stable = count(next) == count(classes);
    classes = std::move(next);
    if (stable) break;
  }
  std::vector<bool> isRoot(program.functions.size());
  for (const ir::FunId root : program.roots) isRoot[root.value] = true;
  std::vector<std::uint32_t> representative(count(classes), ir::FunId::none);
  for (const bool wantRoot : {true, false}) {
    for (std::uint32_t i = 0; i < classes.size(); ++i) {
      std::uint32_t& chosen = representative[classes[i]];
      if (chosen == ir::FunId::none && isRoot[i] == wantRoot) chosen = i;
    }
  }
  std::vector<bool> keep(program.functions.size());
  for (std::uint32_t i = 0; i < classes.size(); ++i) {
    const std::uint32_t chosen = representative[classes[i]];
    keep[i] = chosen == i || isRoot[i];
    if (!keep[i]) {
      context.add({pipeline::Decision::Kind::Simplify, true, program.functions[i].name,
                   "the same function as " + program.functions[chosen].name, "their bodies agree",
                   program.functions[i].position});
    }
    ir::forEachBinding(program.functions[i].body, [&](ir::Binding& binding) {
      if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
        call->callee = {representative[classes[call->callee.value]]};
      }
    });
  }
  return simplify::keepFunctions(std::move(program), keep);
}

}  // namespace

pipeline::Pass mergeFunctions() {
  return {"merge-functions", "make functions that do the same one function",
          [](ir::Program program, pipeline::Context& context) {
            return merge(std::move(program), context);
          }};
}

}  // namespace deforest::redundancy
