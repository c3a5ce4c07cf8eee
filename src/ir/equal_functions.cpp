#include "ir/equal_functions.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "ir/alpha.hpp"

namespace deforest::ir {
namespace {

using Classes = std::vector<std::uint32_t>;

// Splits classes whose members differ, taking callees of one class as equal.
Classes refine(const Program& program, const Classes& old) {
  const auto sameCallee = [&](FunId a, FunId b) { return old[a.value] == old[b.value]; };
  const auto calleeHash = [&](FunId id) -> std::uint64_t { return old[id.value]; };
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::uint32_t>> buckets;
  Classes refined(old.size());
  std::uint32_t classes = 0;
  for (std::uint32_t i = 0; i < old.size(); ++i) {
    const Function& function = program.functions[i];
    auto& bucket = buckets[{old[i], alphaHash(function, calleeHash)}];
    bool found = false;
    for (const std::uint32_t representative : bucket) {
      if (alphaEquivalent(function, program.functions[representative], sameCallee)) {
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

}  // namespace

std::vector<FunId> equalFunctions(const Program& program) {
  Classes classes(program.functions.size());
  for (Classes next = refine(program, classes);; next = refine(program, classes)) {
    const bool stable = count(next) == count(classes);
    classes = std::move(next);
    if (stable) break;
  }
  std::vector<FunId> first(count(classes));
  for (const FunId root : program.roots) {
    FunId& chosen = first[classes[root.value]];
    if (!chosen.valid() || root.value < chosen.value) chosen = root;
  }
  for (std::uint32_t i = 0; i < classes.size(); ++i) {
    FunId& chosen = first[classes[i]];
    if (!chosen.valid()) chosen = FunId{i};
  }
  std::vector<FunId> standing;
  for (const std::uint32_t number : classes) standing.push_back(first[number]);
  return standing;
}

}  // namespace deforest::ir
