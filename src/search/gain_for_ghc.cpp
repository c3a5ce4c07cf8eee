#include "search/gain_for_ghc.hpp"

#include <algorithm>

namespace deforest::search {
namespace {

bool hasJoins(const State& state) {
  return std::ranges::any_of(state.context.compositions, [&](const pipeline::Composition& made) {
    return made.built && made.members.size() > 1 && state.program.find(made.function);
  });
}

bool savesMostAllocations(const eval::Comparison& counts) {
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  for (const eval::RootReport& root : counts.roots) {
    before += root.before().allocations;
    after += root.after().allocations;
  }
  return 2 * after < before;
}

}  // namespace

std::string noGainForGhc(const State& made, const eval::Comparison& counts) {
  if (hasJoins(made) || savesMostAllocations(counts)) return "";
  return "it would join nothing";
}

}  // namespace deforest::search
