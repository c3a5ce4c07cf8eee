#include "pipeline/limits.hpp"

#include <algorithm>

namespace deforest::pipeline {

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

std::uint64_t stepsFor(const Limits& limits, std::size_t tokens) {
  constexpr std::size_t atLeast = 2500;
  return std::uint64_t{limits.steps} * std::max(tokens, atLeast);
}

std::string_view optionOf(Limit limit) {
  switch (limit) {
    case Limit::FusionDepth:
      return "--fusion-depth";
    case Limit::TuplingDepth:
      return "--tupling-depth";
    case Limit::Width:
      return "--width";
    case Limit::Cap:
      return "--cap";
    case Limit::Unfoldings:
      return "--unfoldings";
    case Limit::Rounds:
      return "--rounds";
    case Limit::MaxFunctions:
      return "--max-functions";
    case Limit::MaxGrowth:
      return "--max-growth";
    case Limit::Steps:
      return "--steps";
    case Limit::Fuel:
      return "--fuel";
    case Limit::Guard:
      return "--no-guard";
  }
  return "";
}

}  // namespace deforest::pipeline
