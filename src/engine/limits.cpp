#include "engine/limits.hpp"

#include <algorithm>

namespace deforest::engine {

bool Demand::allows(unsigned asked, unsigned limit) {
  if (asked > limit) {
    forbidden_ = true;
    return false;
  }
  unsigned most = most_;
  while (asked > most && !most_.compare_exchange_weak(most, asked)) {
  }
  return true;
}

std::optional<unsigned> Demand::needed() const {
  return forbidden_ ? std::nullopt : std::optional(most_.load());
}

bool Limits::allowsFusion(unsigned depth) const {
  return demand ? demand->fusion.allows(depth, fusionDepth) : depth <= fusionDepth;
}

bool Limits::allowsTupling(unsigned depth) const {
  return demand ? demand->tupling.allows(depth, tuplingDepth) : depth <= tuplingDepth;
}

bool Limits::allowsWidth(unsigned weighing) const {
  return widthDemand ? widthDemand->allows(weighing, width) : weighing <= width;
}

std::uint64_t stepsFor(const Limits& limits, std::size_t tokens) {
  constexpr std::size_t atLeast = 2500;
  return std::uint64_t{limits.steps} * std::max(tokens, atLeast);
}

std::string joined(std::string_view name, char mark) {
  std::string result(name);
  std::ranges::replace(result, ' ', mark);
  return result;
}

}  // namespace deforest::engine
